"""One game among players, decision by decision."""

from collections.abc import Callable, Iterator, Sequence
from time import thread_time
from typing import Any, Final, NamedTuple, TypeAlias

from filon.bots import Player, Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import TABLE, AnyGame, Seat, play

CLOCK: Final = 600
"""Decisions after which a table's clock runs out, where the game has one."""

PlayerOf: TypeAlias = Callable[[Any, Seat], Player]
"""(state, seat) -> who plays there; only the arena looks at the state."""


class Decision(NamedTuple):
    seat: Seat
    before: Any
    sight: Sight
    action: Any
    after: Any
    seconds: float
    """How long the player thought."""


class _Past:
    """What has happened, told to each seat that asks, once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._happened: list[Any] = []
        self._told: dict[Seat, list[Any]] = {}

    def add(self, events: Sequence[Any]) -> None:
        self._happened += events

    def of(self, seat: Seat) -> Sequence[Any]:
        told = self._told.setdefault(seat, [])
        told += [self._game.redact(event, seat) for event in self._happened[len(told) :]]
        return tuple(told)


def decisions(game: AnyGame, seats: int, options: Any, who: PlayerOf, seed: int) -> Iterator[Decision]:
    """A game from the deal to its end. Whoever is waited for acts in an order drawn by lot.

    Each choice has chance of its own, so that what one player draws changes nothing for the others.
    """
    random = FastRandom(seed)
    state = game.deal(seats, options, random)
    past = _Past(game)
    since_table = 0
    while True:
        waiting = sorted(game.to_act(state))
        if not waiting or since_table >= CLOCK:
            actions = game.legal_actions(state, TABLE)
            if actions:
                since_table = 0
                state, events = play(game, state, TABLE, actions[0], random)
                past.add(events)
                continue
            if not waiting:
                return
        since_table += 1
        seat = pick(waiting, random)
        player = who(state, seat)
        seen = past.of(seat) if getattr(player, "remembers", True) else ()
        sight = Sight(game, game.view(state, seat), game.legal_actions(state, seat), seen)
        own = FastRandom(random.below(1 << 32))
        began = thread_time()
        action = player.choose(sight, own)
        seconds = thread_time() - began
        before = state
        state, events = play(game, state, seat, action, random)
        past.add(events)
        yield Decision(seat, before, sight, action, state, seconds)
