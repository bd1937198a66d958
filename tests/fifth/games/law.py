"""Candles: the deal, what may be done, what comes of it, and what that makes of the state."""

from collections.abc import Sequence

from msgspec.structs import replace

from filon.games.chance import shuffled
from filon.games.contract import (
    Actor,
    Hidden,
    IllegalAction,
    Malformed,
    Outcome,
    Random,
    Seat,
    Table,
    require_seats,
)
from tests.fifth.games.model import (
    CANDLES,
    GEMS,
    HAND,
    SEATS,
    Action,
    Dark,
    Decided,
    Event,
    GameEnded,
    GemTurned,
    Light,
    Options,
    Settled,
    Shown,
    State,
    StayDark,
)


def deal(seats: int, options: Options, random: Random) -> State:
    require_seats(seats, SEATS, "CAN-1.0")
    candles, gems = shuffled(CANDLES, random), shuffled(GEMS, random)
    return State(
        options=options,
        hands=tuple(tuple(sorted(candles[HAND * seat : HAND * (seat + 1)])) for seat in range(seats)),
        box=candles[HAND * seats :],
        burnt=(),
        pile=gems[:-1],
        won=((),) * seats,
        lost=(),
        phase=Dark(gems[-1], {}),  # CAN-1.3
    )


def to_act(state: State) -> frozenset[Seat]:
    if not isinstance(state.phase, Dark):
        return frozenset()
    return frozenset(Seat(seat) for seat in range(len(state.hands)) if seat not in state.phase.choices)


def legal_actions(state: State, actor: Actor) -> Sequence[Action]:
    if isinstance(actor, Table) or actor not in to_act(state):
        return ()
    return (*(Light(candle) for candle in state.hands[actor]), StayDark())


def decide(state: State, actor: Actor, action: Action, random: Random) -> Sequence[Event]:
    """All chance is in the deal."""
    seat = _require_legal(state, actor, action)
    assert isinstance(state.phase, Dark)
    decided = Decided(seat, action)
    choices = dict(sorted({**state.phase.choices, seat: action}.items()))
    if len(choices) < len(state.hands):
        return (decided,)
    shown = Shown(choices, _taker(state.options, choices))
    if state.pile:
        return decided, shown, GemTurned(state.pile[-1])  # CAN-2.4
    return decided, shown, GameEnded(_worth(evolve(state, shown)))


def _require_legal(state: State, actor: Actor, action: Action) -> Seat:
    if not isinstance(action, Light | StayDark) or (
        isinstance(action, Light) and action.candle not in CANDLES
    ):
        raise Malformed("type", "Candles knows Light, with a candle from 1 to 16, and StayDark")
    if isinstance(actor, Table) or not 0 <= actor < len(state.hands):
        raise IllegalAction("CAN-1.0", f"{actor} is no player of this game")
    if not isinstance(state.phase, Dark):
        raise IllegalAction("CAN-3.1", "there is no gem left")
    if actor in state.phase.choices:
        raise IllegalAction("CAN-2.1", "a decision stands; wait for the others")
    if isinstance(action, Light) and action.candle not in state.hands[actor]:
        raise IllegalAction("CAN-2.1", f"the candle {action.candle} is not in your hand")
    return actor


def _taker(options: Options, choices: dict[Seat, Action]) -> Seat | None:
    """CAN-2.2, CAN-4.1."""
    lit = {choice.candle: seat for seat, choice in choices.items() if isinstance(choice, Light)}
    if not lit:
        return None
    return lit[max(lit) if options.light == "bright" else min(lit)]


def evolve(state: State, event: Event) -> State:
    phase = state.phase
    match event:
        case Decided(seat, choice) if isinstance(phase, Dark):
            assert not isinstance(choice, Hidden), "only a whole event can be folded, not a redacted one"
            return replace(state, phase=Dark(phase.gem, {**phase.choices, seat: choice}))
        case Shown(choices, taker) if isinstance(phase, Dark):
            return _shown(state, phase.gem, choices, taker)
        case GemTurned(gem):
            return replace(state, pile=state.pile[:-1], phase=Dark(gem, {}))
        case _:
            return state


def _shown(state: State, gem: int, choices: dict[Seat, Action], taker: Seat | None) -> State:
    """CAN-2.2, CAN-2.3."""
    lit = {choice.candle for choice in choices.values() if isinstance(choice, Light)}
    return replace(
        state,
        hands=tuple(tuple(candle for candle in hand if candle not in lit) for hand in state.hands),
        burnt=(*state.burnt, *sorted(lit)),
        won=tuple((*gems, gem) if seat == taker else gems for seat, gems in enumerate(state.won)),
        lost=(*state.lost, gem) if taker is None else state.lost,
        phase=Settled(),
    )


def outcome(state: State) -> Outcome | None:
    """CAN-3.1."""
    if isinstance(state.phase, Dark):
        return None
    worth = _worth(state)
    winners = tuple(Seat(seat) for seat, own in enumerate(worth) if own == max(worth))
    return Outcome(winners, "gems of the greatest worth", worth, {"gems lost": len(state.lost)})


def _worth(state: State) -> tuple[int, ...]:
    return tuple(map(sum, state.won))
