"""What the lab refuses. Unknown options and wrong shapes are Malformed, as everywhere."""

from filon.games.contract import FilonError


class NotLegal(FilonError):  # noqa: N818 - it reads as what it says of the index
    """An index that is no legal action of this seat now. Nothing has changed."""

    def __init__(self, index: int, who: str, legal: list[int]) -> None:
        some = ", ".join(map(str, sorted(legal)[:12])) + (", ..." if len(legal) > 12 else "")
        super().__init__(f"action {index} is not legal for {who} now; {len(legal)} are: {some}")
        self.index = index
        self.legal = legal


class NotWaitedFor(FilonError):  # noqa: N818
    """An action of a seat that has nothing to decide now."""


class GameIsOver(FilonError):  # noqa: N818
    """A step after the end of the game: deal another one."""


class NotReset(FilonError):  # noqa: N818
    """An environment that was asked something before its first `reset`."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} comes after reset(), which deals the first game")
