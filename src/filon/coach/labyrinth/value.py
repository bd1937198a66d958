"""Each seat's share of the win, from the cards, who is on turn, and who is near the sought secret.

A position is taken for a few that may come of it within a round: somebody takes the sought secret, in turn
order and by how near each of them is, or nobody does; a duel that is going on is won by the one or the
other. What cards are worth wherever the pawns stand was solved beforehand (`kernels/labyrinth/company.py`,
`kernel_stakes.py`). How much of all that comes true among people was fitted to whole games
(tools/labyrinth_value.py). The order of the pile has no part in it.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import exp, log
from typing import Final, NamedTuple

from filon.bots.labyrinth.cards import odds
from filon.bots.labyrinth.memory import Held
from filon.bots.labyrinth.worth import Hands, all_found, of_kind, stakes_of, with_card
from filon.coach.labyrinth.weights import WEIGHTS
from filon.games.contract import Seat
from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.model import (
    AnimalTurned,
    Arrived,
    Duel,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    ForSecret,
    Moving,
    Placing,
    SecondChange,
    State,
)
from filon.games.labyrinth.pieces import KIND, SECRETS, Kind, Ring
from filon.kernels.labyrinth.company import shares_of
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_choices import CENTRE_TURN
from filon.kernels.labyrinth.kernel_stakes import holding
from filon.kernels.labyrinth.kernel_ways import Ways, castle, number_of, turned

_LEAST: Final = 0.002
"""The tables count in four parts of a thousand; nobody's chance is taken for nothing before the end."""
_FETCHED: Final = 0.97
"""How often whoever turns up an animal goes for it."""


class Weights(NamedTuple):
    """For so many seats; see tools/labyrinth_value.py."""

    cards: float
    """How far the chance by the cards is to be believed: 1 as it is, less the more evenly it is shared."""
    animal: float
    """What an animal adds to the logarithm of a seat's odds, as long as there is something to find."""
    one_short: float
    """What a kind adds to it of which one card is missing; the chance by the cards makes too little of it."""
    two_short: float
    late: float
    """What a card more of the larger kind adds to it in the last turn before a limit, LAB-6.2."""
    near: float
    """How often who is on turn and has a way to the secret takes it."""
    next: float
    """How often one who follows does, if the castle as it stands leaves a way."""
    far: float
    """The same, if it leaves none."""


class Coming(NamedTuple):
    """One way in which it may go on."""

    likely: float
    hands: Hands
    on_turn: int


class Terms(NamedTuple):
    """What a game is played for: so many of a kind, and so many turns; None, if there is no limit."""

    goal: int
    turns: int | None


def value(state: State) -> tuple[float, ...]:
    """Adds up to 1; at the end it is the result."""
    if isinstance(state.phase, Finished):
        winners = state.phase.winners
        return tuple((seat in winners) / len(winners) for seat in range(len(state.pawns)))
    weights = Weights(*WEIGHTS[len(state.pawns)])
    return valued(state, weights)


def valued(state: State, weights: Weights) -> tuple[float, ...]:
    limit = state.options.turn_limit
    terms = Terms(state.options.goal, None if limit is None else limit - state.turn)
    total: list[float] = []
    for likely, hands, on_turn in _comings(state, weights):
        shares = by_cards(hands, on_turn, terms, weights)
        if not total:
            total = [0.0] * len(shares)
        for seat, share in enumerate(shares):
            total[seat] += likely * share
    return tuple(total)


def _comings(state: State, weights: Weights) -> Iterator[Coming]:
    hands = tuple(_held(hand) for hand in state.hands)
    after = (state.on_turn + 1) % len(hands)
    match state.phase:
        case Duel((one, other), ForCards(kind, cards)):
            for winner, loser in ((one, other), (other, one)):
                passed = min(cards, of_kind(hands[loser], kind))
                won = with_card(with_card(hands, winner, kind, passed), loser, kind, -passed)
                yield Coming(0.5, won, after)
        case Duel((one, other), ForSecret(waiting)):
            yield from _contested(state, hands, (one, other, *waiting))
        case Placing(winner, _, ForSecret((third, *_))):
            yield from _contested(state, hands, (winner, third))
        case AnimalTurned(seat):
            yield Coming(1 - _FETCHED, hands, after)
            yield from _scaled(_FETCHED, _arrived(state, hands, seat))
        case FirstChange() | SecondChange() | Moving() | Arrived() | Fetched() | Placing():
            yield from _searching(state, hands, weights)
        case _:
            raise AssertionError("a game that is over has its result")


def _searching(state: State, hands: Hands, weights: Weights) -> Iterator[Coming]:
    """Everybody in turn has a chance to take what is sought, nearer ones a better one."""
    seats = len(hands)
    on_turn, walked = state.on_turn, isinstance(state.phase, Arrived | Fetched | Placing)
    if state.sought is None:
        yield Coming(1.0, hands, (on_turn + 1) % seats)
        return
    still = 1.0
    for step in range(1 if walked else 0, seats):
        seat = Seat((on_turn + step) % seats)
        likely = _takes(state, seat, weights, first=step == 0)
        yield from _scaled(still * likely, _arrived(state, hands, seat))
        still *= 1 - likely
    yield Coming(still, hands, (on_turn + 1) % seats if walked else on_turn)


def _takes(state: State, seat: Seat, weights: Weights, *, first: bool) -> float:
    assert state.sought is not None, "there is something to take"
    to, hall = HALL_OF[SQUARE_OF[state.sought]], HALL_OF[state.pawns[seat]]
    if first:
        return weights.near if open_halls(state, seat) >> to & 1 else 0.0
    ways = ways_of(either_way=state.options.corridors == "either")
    return weights.next if ways.reach(rotation_of(state), hall) >> to & 1 else weights.far


def open_halls(state: State, seat: Seat) -> int:
    """Where the seat, being on turn, can still walk to in this turn, as a mask of halls."""
    rotation, hall = rotation_of(state), HALL_OF[state.pawns[seat]]
    ways = ways_of(either_way=state.options.corridors == "either")
    match state.phase:
        case FirstChange():
            return int(ways.reach(rotation, hall))
        case SecondChange(ring):
            mask = 0
            for code in ways.changes():
                if ring is not Ring.CENTRE or code < CENTRE_TURN:
                    mask |= castle(turned(rotation, code)).reach[hall]
            return mask
        case Moving():
            return int(castle(rotation).reach[hall])
        case _:
            return 0


def _arrived(state: State, hands: Hands, seat: Seat) -> Iterator[Coming]:
    """The seat comes to the sought card, and takes it or has to duel for it, LAB-5.6."""
    assert state.sought is not None, "there is something to take"
    square = SQUARE_OF[state.sought]
    there = [Seat(other) for other, pawn in enumerate(state.pawns) if pawn == square and other != seat]
    stays = state.pawns[seat] == square and not isinstance(state.phase, AnimalTurned)
    if stays or not there or len(there) > 2:
        yield Coming(1.0, with_card(hands, seat, KIND[state.sought]), (seat + 1) % len(hands))
    else:
        yield from _contested(state, hands, (seat, *there))


def _contested(state: State, hands: Hands, duellists: Sequence[Seat]) -> Iterator[Coming]:
    assert state.sought is not None, "they duel for something"
    for winner, likely in zip(duellists, odds(duellists), strict=True):
        found = with_card(hands, winner, KIND[state.sought])
        yield Coming(likely, found, (state.on_turn + 1) % len(hands))


def _scaled(likely: float, found: Iterator[Coming]) -> Iterator[Coming]:
    for one in found:
        yield one._replace(likely=likely * one.likely)


@lru_cache(maxsize=1 << 15)
def by_cards(hands: Hands, on_turn: int, terms: Terms, weights: Weights) -> tuple[float, ...]:
    """By seat: the share that goes with such cards."""
    for seat, hand in enumerate(hands):
        if max(hand.treasures, hand.gnomes) >= terms.goal:
            return tuple(float(each == seat) for each in range(len(hands)))
    chances = _two(hands, on_turn, terms.goal) if len(hands) == 2 else _more(hands, on_turn, terms.goal)
    spare = 0.0 if all_found(hands) else weights.animal
    late = 0.0 if terms.turns is None else weights.late / (1 + terms.turns / len(hands))
    short = {1: weights.one_short, 2: weights.two_short}
    scores = [
        weights.cards * log(max(chance, _LEAST))
        + spare * hand.animals
        + sum(short.get(int(terms.goal - kind), 0.0) for kind in (hand.treasures, hand.gnomes))
        + late * max(hand.treasures, hand.gnomes)
        for chance, hand in zip(chances, hands, strict=True)
    ]
    best = max(scores)
    parts = [exp(score - best) for score in scores]
    return tuple(part / sum(parts) for part in parts)


def _two(hands: Hands, on_turn: int, goal: int) -> tuple[float, ...]:
    """The table is that of a player who is the better one; seen from both sides, and halfway between."""
    mine, theirs = (
        holding(int(hands[seat].treasures), int(hands[seat].gnomes)) for seat in (on_turn, 1 - on_turn)
    )
    stakes = stakes_of(goal)
    chance = (stakes.on_turn(mine, theirs) + 1 - stakes.waiting(theirs, mine)) / 2
    return (chance, 1 - chance) if on_turn == 0 else (1 - chance, chance)


def _more(hands: Hands, on_turn: int, goal: int) -> tuple[float, ...]:
    seats = len(hands)
    order = [hands[(on_turn + place) % seats] for place in range(seats)]
    treasures = sum(int(hand.treasures) << 3 * place for place, hand in enumerate(order))
    gnomes = sum(int(hand.gnomes) << 3 * place for place, hand in enumerate(order))
    shares = shares_of(seats, goal)
    return tuple(shares.at_start(treasures, gnomes, (seat - on_turn) % seats) for seat in range(seats))


def _held(hand: Sequence[object]) -> Held:
    kinds = [KIND[card] for card in SECRETS if card in hand]
    return Held(*(float(kinds.count(kind)) for kind in Kind))


def rotation_of(state: State) -> int:
    rotation = state.rotation
    return int(number_of(rotation.outer, rotation.inner, rotation.centre))


@cache
def ways_of(*, either_way: bool) -> Ways:
    return Ways(either_way=either_way)
