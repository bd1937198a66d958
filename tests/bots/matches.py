"""Whole games among bots, seat by seat, on nothing but views; and who won them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from filon.bots import Sight, level
from filon.games.chance import FastRandom, pick
from filon.games.contract import TABLE, AnyGame, Outcome, Seat, play

CLOCK = 600
"""Decisions after which a table's clock runs out, where the game has one."""


QUITTER = "quitter"
"""Takes the last of the legal actions: in Out of Mine! that is to give up."""


class Decision(NamedTuple):
    seat: Seat
    level: str
    before: Any
    view: Any
    legal: Sequence[Any]
    past: Sequence[Any]
    action: Any
    after: Any


LevelOf = Callable[[Any, Seat], str]
"""(state, seat) -> the level that plays there; tests may look at the state, bots never do."""


def decisions(game: AnyGame, seats: int, who: LevelOf, seed: int, options: Any = None) -> Iterator[Decision]:
    """A game from the deal to its end. Whoever is waited for acts in an order drawn by lot."""
    random = FastRandom(seed)
    state = game.deal(seats, game.simulation if options is None else options, random)
    happened: list[Any] = []
    since_table = 0
    while True:
        waiting = sorted(game.to_act(state))
        if not waiting or since_table >= CLOCK:
            actions = game.legal_actions(state, TABLE)
            if actions:
                since_table = 0
                state, events = play(game, state, TABLE, actions[0], random)
                happened += events
                continue
            if not waiting:
                return
        since_table += 1
        seat = pick(waiting, random)
        view, legal = game.view(state, seat), game.legal_actions(state, seat)
        name = who(state, seat)
        stream = FastRandom(random.below(1 << 32))
        past: Sequence[Any] = ()
        if name != QUITTER and level(name).remembers:
            past = [game.redact(event, seat) for event in happened]
        sight = Sight(game, view, legal, past)
        action = legal[-1] if name == QUITTER else level(name).choose(sight, stream)
        assert action in legal, f"{name} wants {action}"
        before = state
        state, events = play(game, state, seat, action, random)
        happened += events
        yield Decision(seat, name, before, view, legal, past, action, state)


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
