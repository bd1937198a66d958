"""Games of bots for a data set: those that the arena plays, card for card, with their logs kept."""

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from filon.bots.arena.contest import Contest, line_up_of, one_game, seed_of
from filon.bots.arena.match import Decision, PlayerOf, turns
from filon.games.chance import FastRandom
from filon.games.contract import Outcome
from filon.games.registry import GAMES
from filon.lab.dataset.record import By, Record, Step
from filon.lab.dataset.rows import batch_of


def recorded_rows(contest: Contest, number: int) -> pa.RecordBatch:
    """Game `number` of a contest, as rows: what a worker makes of it."""
    return batch_of(recorded(contest, number))


def recorded(contest: Contest, number: int) -> Record:
    log = _Log(contest, number)
    one_game(contest, number, log.decisions)
    return log.record()


class _Log:
    """Looks on while a game is played."""

    def __init__(self, contest: Contest, number: int) -> None:
        self._contest = contest
        self._number = number
        self._game = GAMES[contest.game]
        self._random = FastRandom(seed_of(contest, number))
        self._dealt = self._game.deal(contest.seats, contest.options, self._random)
        self._last: Any = self._dealt
        self._steps: list[Step] = []

    def decisions(self, who: PlayerOf) -> Iterable[Decision]:
        for turn in turns(self._game, self._dealt, who, self._random, lambda: self._random):
            for deed in turn.deeds:
                by: By = "table" if deed.seat is None else "bot"
                self._steps.append(Step(deed.seat, by, deed.action, tuple(deed.events)))
            self._last = turn.after
            if turn.decision is not None:
                yield turn.decision

    def record(self) -> Record:
        outcome: Outcome | None = self._game.outcome(self._last)
        assert outcome is not None, "the game stopped before its end"
        return Record(
            game=self._game,
            source="arena",
            number=self._number,
            options=self._contest.options,
            players=line_up_of(self._contest, self._number),
            seed=str(self._contest.seed),
            state=self._dealt,
            steps=self._steps,
            outcome=outcome,
        )
