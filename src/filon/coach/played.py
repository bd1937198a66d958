"""Whole games among bots, in the form in which a table exports one: `filon verify` plays them again."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from filon.bots.arena.contest import Contest, Result, as_they_come, line_up_of, one_game, seed_of
from filon.bots.arena.match import Decision, PlayerOf, turns
from filon.bots.arena.spread import Spread
from filon.bots.named import bot_named
from filon.bots.pace import pause_ms
from filon.games.chance import FastRandom, SealedRandom
from filon.games.contract import AnyGame, Malformed, Random
from filon.games.registry import GAMES
from filon.tables.chance import NO_NONCE, commitment_to, secret_of, seed_from
from filon.tables.export import FORMAT, GameFile, Step, write_game

_DEALT_AT: Final = 1
_PAUSE_MS: Final = 1_000
"""Of the table at which the bots would sit: it says how long after the deal each step is."""


def played_game(
    game: AnyGame, bots: Sequence[str], seed: int, options: Any = None
) -> GameFile[Any, Any, Any]:
    """A bot for each seat, by name; the same seed gives the same file on every machine."""
    players = [bot_named(name, game.name) for name in bots]
    recording = Recording(game, bots, seed, game.simulation if options is None else options)
    for _ in recording.decisions(lambda _state, seat: players[seat]):
        pass
    return recording.file()


class Recording:
    """A game with the chance of a table, which can be checked, and the log that makes it a file."""

    def __init__(self, game: AnyGame, names: Sequence[str], seed: int, options: Any) -> None:
        """`names` are those that the file says, by seat."""
        self._game = game
        self._names = names
        self._options = options
        self._lots = FastRandom(seed)
        self._secret = secret_of(sha256(f"a game of bots: {seed}".encode()).digest(), 1)
        self._nonces = (NO_NONCE,) * len(names)
        self._seed = seed_from(self._secret, self._nonces)
        self._dealt = game.deal(len(names), options, SealedRandom(self._seed, _DEALT_AT))
        self._last = self._dealt
        self._deeds = 0
        self._steps: list[Step[Any, Any]] = []

    def decisions(self, who: PlayerOf) -> Iterator[Decision]:
        """To the end; only then is there a file."""
        after_ms = 0
        for turn in turns(self._game, self._dealt, who, self._lots, self._chance):
            if (decision := turn.decision) is not None:
                seat, waiting = decision.seat, len(self._game.to_act(decision.before))
                pause = pause_ms(self._game.name, self._names[seat], _PAUSE_MS, seat, len(self._steps))
                after_ms += pause // waiting
            for deed in turn.deeds:
                by = "table" if deed.seat is None else "bot"
                sequence = _DEALT_AT + 1 + len(self._steps)
                self._steps.append(Step(sequence, after_ms, deed.seat, by, deed.action, tuple(deed.events)))
            self._last = turn.after
            if decision is not None:
                yield decision

    def _chance(self) -> Random:
        self._deeds += 1
        return SealedRandom(self._seed, _DEALT_AT + self._deeds)

    def file(self) -> GameFile[Any, Any, Any]:
        outcome = self._game.outcome(self._last)
        assert outcome is not None, "the game stopped before its end"
        return GameFile(
            format=FORMAT,
            game=self._game.name,
            options=msgspec.to_builtins(self._options),
            players=tuple(f"bot: {name}" for name in self._names),
            commitment=commitment_to(self._secret),
            secret=self._secret.hex(),
            nonces=self._nonces,
            seed=self._seed.hex(),
            dealt_at=_DEALT_AT,
            state=self._dealt,
            steps=tuple(self._steps),
            outcome=outcome,
        )


def saved(
    contest: Contest,
    games: int,
    folder: Path,
    *,
    spread: Spread,
    after_each: Callable[[], object] = lambda: None,
) -> list[Result]:
    """As `each_game`, with a file for each in a folder of this machine, told apart by its number.

    Malformed where nothing can be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed("save", f"{folder} cannot be made: {error.strerror}") from None
    results: list[Result] = []
    for result, data in as_they_come(contest, games, _written, spread=spread):
        _keep(folder / f"{contest.game}-{contest.seed}-{result.number:05}.json", data)
        results.append(result)
        after_each()
    return results


def _keep(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    growing = path.with_name(f".{path.name}")
    try:
        growing.write_bytes(data)
        growing.replace(path)
    except OSError as error:
        raise Malformed("save", f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            growing.unlink(missing_ok=True)


def _written(contest: Contest, number: int) -> tuple[Result, bytes]:
    result, file = recorded(contest, number)
    return result, write_game(file)


def recorded(contest: Contest, number: int) -> tuple[Result, GameFile[Any, Any, Any]]:
    """Game `number` of a contest with the chance of a table: not the cards of the same contest without it."""
    cast = ", ".join(f"{side} {bot}" for side, bot in contest.cast.items())
    names = line_up_of(contest, number) or (cast,) * contest.seats
    recording = Recording(GAMES[contest.game], names, seed_of(contest, number), contest.options)
    result = one_game(contest, number, recording.decisions)
    return result, recording.file()
