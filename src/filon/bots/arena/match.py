"""One game among players, decision by decision."""

from collections.abc import Callable, Iterator, Sequence
from time import thread_time
from typing import Any, Final, NamedTuple, TypeAlias

from filon.bots import Player, Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import CONTINUE, TABLE, AnyGame, Random, Seat, in_intermission, play_one

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


class Deed(NamedTuple):
    """An action and what followed, as a table logs it."""

    seat: Seat | None
    """None: the table itself."""
    action: Any
    events: Sequence[Any]


class _Past:
    """What has happened, told to each seat that asks, once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._happened: list[Any] = []
        self._told: dict[Seat, list[Any]] = {}

    def add(self, deeds: Sequence[Deed]) -> None:
        for deed in deeds:
            self._happened += deed.events

    def of(self, seat: Seat) -> Sequence[Any]:
        told = self._told.setdefault(seat, [])
        told += [self._game.redact(event, seat) for event in self._happened[len(told) :]]
        return tuple(told)


class Turn(NamedTuple):
    decision: Decision | None
    """None: the table acted because nobody else could, or for too long nobody had let it."""
    deeds: tuple[Deed, ...]
    """The one that was decided, and the table's that ends an intermission."""
    after: Any


def decisions(game: AnyGame, seats: int, options: Any, who: PlayerOf, seed: int) -> Iterator[Decision]:
    """A game from the deal to its end. Whoever is waited for acts in an order drawn by lot.

    Each choice has chance of its own, so that what one player draws changes nothing for the others.
    """
    random = FastRandom(seed)
    state = game.deal(seats, options, random)
    for turn in turns(game, state, who, random, lambda: random):
        if turn.decision is not None:
            yield turn.decision


def turns(
    game: AnyGame, state: Any, who: PlayerOf, lots: Random, chance: Callable[[], Random]
) -> Iterator[Turn]:
    """From a position to the end of its game. `chance` is asked for the chance of each deed; `lots` says who
    acts first, and what players draw.
    """
    past = _Past(game)
    since_table = 0
    while True:
        waiting = sorted(game.to_act(state))
        if not waiting or since_table >= CLOCK:
            actions = game.legal_actions(state, TABLE)
            if actions:
                since_table = 0
                state, deeds = _done(game, state, None, actions[0], chance)
                past.add(deeds)
                yield Turn(None, deeds, state)
                continue
            if not waiting:
                return
        since_table += 1
        seat = pick(waiting, lots)
        player = who(state, seat)
        seen = past.of(seat) if getattr(player, "remembers", True) else ()
        sight = Sight(game, game.view(state, seat), game.legal_actions(state, seat), seen)
        own = FastRandom(lots.below(1 << 32))
        began = thread_time()
        action = player.choose(sight, own)
        seconds = thread_time() - began
        before = state
        state, deeds = _done(game, state, seat, action, chance)
        past.add(deeds)
        yield Turn(Decision(seat, before, sight, action, state, seconds), deeds, state)


def _done(
    game: AnyGame, state: Any, seat: Seat | None, action: Any, chance: Callable[[], Random]
) -> tuple[Any, tuple[Deed, ...]]:
    """On through an intermission: bots have seen what there was to see."""
    state, events = play_one(game, state, TABLE if seat is None else seat, action, chance())
    deeds: tuple[Deed, ...] = (Deed(seat, action, events),)
    if in_intermission(game, state):
        state, events = play_one(game, state, TABLE, CONTINUE, chance())
        deeds = (*deeds, Deed(None, CONTINUE, events))
    return state, deeds
