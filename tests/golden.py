"""Golden games: whole games in notation with every event, kept as text that a person can read and check.

`python -m tests.golden` writes their events anew, for a rule that was changed on purpose (read the difference
before you commit it). The moves stay as they are; a file with nothing but a header is played at random.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from filon.games.chance import FastRandom, SealedRandom
from filon.games.codec import read_options
from filon.games.contract import TABLE, Actor, AnyGame, Outcome, Seat, play
from filon.games.registry import GAMES, game_named
from filon.lab.walk import walk
from tests.games_under_test import folder_of_tests


class Header(NamedTuple):
    game: AnyGame
    seats: int
    options: Any
    seed: str
    patience: int

    def chance(self, part: int) -> SealedRandom:
        return SealedRandom(sha256(self.seed.encode()).digest(), part)

    def deal(self) -> Any:
        return self.game.deal(self.seats, self.options, self.chance(0))


def golden_files() -> list[Path]:
    return sorted(
        path for game in GAMES.values() for path in (folder_of_tests(game) / "golden").glob("*.txt")
    )


def game_of(path: Path) -> str:
    return path.read_text().split("\n", 1)[0].removeprefix("game ")


def read_header(text: str) -> Header:
    fields = dict(line.split(" ", 1) for line in text.split("\n\n", 1)[0].splitlines())
    game = game_named(fields["game"])
    options = read_options(game, msgspec.json.decode(fields["options"]))
    return Header(game, int(fields["seats"]), options, fields["seed"], int(fields["patience"]))


def read_moves(header: Header, text: str) -> list[tuple[Actor, Any]]:
    """The decisions of a file, read from their notation."""
    moves: list[tuple[Actor, Any]] = []
    for before, line in pairwise(text.splitlines()):
        if not before and line and line.split(" ", 1)[0].isdigit() | line.startswith("table "):
            who, words = line.split(" ", 1)
            moves.append((TABLE if who == "table" else Seat(int(who)), header.game.read(words)))
    return moves


def written(header: Header, moves: list[tuple[Actor, Any]]) -> str:
    """The whole file: header, deal, and each decision with the events that followed."""
    return "\n".join(_lines(header, moves)) + "\n"


def _lines(header: Header, moves: list[tuple[Actor, Any]]) -> Iterator[str]:
    game = header.game
    yield f"game {game.name}"
    yield f"seats {header.seats}"
    yield f"options {msgspec.json.encode(header.options).decode()}"
    yield f"seed {header.seed}"
    yield f"patience {header.patience}"
    state = header.deal()
    yield ""
    yield f"dealt {msgspec.json.encode(state).decode()}"
    for part, (actor, action) in enumerate(moves, start=1):
        state, events = play(game, state, actor, action, header.chance(part))
        yield ""
        yield f"{'table' if actor is TABLE else actor} {game.write(action)}"
        yield from (f"    {game.tell(event)}" for event in events)
    yield ""
    yield from _end(game.outcome(state))


def _end(outcome: Outcome | None) -> Iterator[str]:
    assert outcome is not None, "a golden game is a whole game"
    yield f"winners {' '.join(map(str, outcome.winners))}: {outcome.reason}"
    yield f"scores {' '.join(map(str, outcome.scores))}"
    yield f"tally {msgspec.json.encode(outcome.tally).decode()}"


def random_moves(header: Header) -> list[tuple[Actor, Any]]:
    """Random decisions whose chance is the file's own: the walk is replayed part by part."""
    chooser = FastRandom(int.from_bytes(sha256(header.seed.encode()).digest()[:4], "big"))
    moves: list[tuple[Actor, Any]] = []
    state = header.deal()
    while header.game.outcome(state) is None:
        steps = walk(header.game, state, chooser, patience=max(0, header.patience - _since_table(moves)))
        step = next(steps)
        moves.append((step.actor, step.action))
        state, _ = play(header.game, state, step.actor, step.action, header.chance(len(moves)))
    return moves


def _since_table(moves: list[tuple[Actor, Any]]) -> int:
    actors = [actor for actor, _ in moves]
    return actors[::-1].index(TABLE) if TABLE in actors else len(actors)


def main() -> None:
    for path in golden_files():
        text = path.read_text()
        header = read_header(text)
        path.write_text(written(header, read_moves(header, text) or random_moves(header)))


if __name__ == "__main__":
    main()
