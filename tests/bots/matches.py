"""Whole games among bots, seat by seat, on nothing but sights; and who won them."""

from collections.abc import Callable, Iterator
from typing import Any

from filon.bots import Player, Sight, level
from filon.bots.arena.match import Decision
from filon.bots.arena.match import decisions as match
from filon.games.contract import AnyGame, Outcome, Random, Seat

QUITTER = "quitter"
"""Takes the last of the legal actions: in Out of Mine! that is to give up."""


class Quitter:
    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:  # noqa: ARG002
        return sight.legal[-1]


LevelOf = Callable[[Any, Seat], str]
"""(state, seat) -> the level that plays there; tests may look at the state, bots never do."""


def decisions(game: AnyGame, seats: int, who: LevelOf, seed: int, options: Any = None) -> Iterator[Decision]:
    def player(state: Any, seat: Seat) -> Player:
        name = who(state, seat)
        return Quitter() if name == QUITTER else level(name)

    for step in match(game, seats, game.simulation if options is None else options, player, seed):
        assert step.action in step.sight.legal, f"{who(step.before, step.seat)} wants {step.action}"
        yield step


def final(game: AnyGame, seats: int, who: LevelOf, seed: int, options: Any = None) -> tuple[Outcome, Any]:
    state = None
    for step in decisions(game, seats, who, seed, options):
        state = step.after
    outcome = game.outcome(state)
    assert outcome is not None, "the game stopped before its end"
    return outcome, state


def seated(*levels: str) -> LevelOf:
    return lambda _state, seat: levels[seat]


def share_of_wins(game: AnyGame, one: str, others: str, *, seats: int, games: int) -> float:
    """How often one seat of a level wins among others, its seat going round; a shared win counts in part."""
    won = 0.0
    for number in range(games):
        own = number % seats
        levels = [one if seat == own else others for seat in range(seats)]
        outcome, _ = final(game, seats, seated(*levels), number)
        won += (own in outcome.winners) / len(outcome.winners)
    return won / games
