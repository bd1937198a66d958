"""A puzzle as it is stored: a position as one seat knew it, and what is best there."""

from typing import Any, Final

import msgspec

from filon.coach.model import Decision

FORMAT: Final = "filon-puzzle-1"


class FoundPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: tuple[str, ...]
    """By seat: `bot: normal`."""
    view: Any
    legal: tuple[Any, ...]
    options: tuple[int | None, ...]
    """By legal action: which option of the decision it is; None where it was not weighed."""
    right: tuple[int, ...]
    """The legal actions that are best, by index: one, and those that come to the same."""
    decision: Decision
    """`played` is what a fair player would have done, and is not best."""
    clear: bool
    """Whether it is all that is asked of a puzzle, or only the best of what was found in time."""
