"""What each thing that could be done was worth, from what one seat saw: all but the order of the piles.

Whether a full gallery is still possible the solver says exactly. What that is worth against the others' haste
only a race can tell, and that has an error; the paces are those at which everybody has worked in this round.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple, assert_never

from filon.bots.outofmine.digging import digging
from filon.bots.sight import Sight
from filon.coach.contract import Weighed
from filon.coach.model import Depth, Option
from filon.coach.outofmine.contest import taken_first, without
from filon.coach.outofmine.race import Draws, drawn, race
from filon.coach.outofmine.reasons import why
from filon.coach.outofmine.situations import (
    LastOfItsShape,
    MayCall,
    NarrowPlace,
    Situation,
    TwoFaces,
    rivals_of,
    situation,
    sought,
    wanting,
)
from filon.coach.outofmine.standing import Standing, missing, motions, standing
from filon.coach.outofmine.value import after_round, ahead_of, share_with
from filon.games.chance import FastRandom
from filon.games.contract import Random, Seat, play_one
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import (
    Action,
    Call,
    CardsTurned,
    ChooseFace,
    Counted,
    Placing,
    PlacingView,
    PutBack,
    State,
    Swap,
    Take,
    TakeOff,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TileTaken,
    TileTakenOff,
    View,
)
from filon.games.outofmine.pieces import ROUNDS, Tile
from filon.kernels.outofmine.packing import SHAPES

_MOTIONS: Final = (TileTaken, TilePlaced, TilePutBack, TilePickedUp, TileTakenOff)
_DRAWS: Final[dict[Depth, int]] = {"quick": 48, "standard": 400}
_DIGITS: Final = 9
"""Of a share: what differs less is alike, and then what was played comes first."""
_UNHURRIED: Final = 6
"""So many motions more are counted for everybody: at the start of a round a pace is not known yet."""


def weigh(sight: Sight, played: Any, random: Random, depth: Depth) -> Weighed:
    found = situation(sight)
    assert found is not None, "only real decisions are weighed"
    view: View = sight.view
    assert view.seat is not None
    state = OUTOFMINE.imagine(view, FastRandom(0))
    draws = drawn(_DRAWS[depth], random)
    paces = _paces(sight.past, len(view.scores))
    contested = isinstance(found, LastOfItsShape)
    races = _Races(view.seat, draws, paces)
    worths = {
        action: races.worth(_after(state, view.seat, action, contested=contested))
        for action in _candidates(sight, found, played)
    }
    means = {action: round(sum(worth) / len(worth), _DIGITS) for action, worth in worths.items()}
    order = sorted(means, key=lambda action: (-means[action], action != played))
    best = order[0]
    options = tuple(Option(action, means[action], _error(worths[action], worths[best])) for action in order)
    return Weighed(options, why(sight, found, best), _kind(found))


def _paces(past: Sequence[Any], seats: int) -> tuple[float, ...]:
    """Motions of each seat since the signal, beside the mean of all."""
    made = [_UNHURRIED] * seats
    for event in reversed(past):
        if isinstance(event, CardsTurned):
            break
        if isinstance(event, _MOTIONS):
            made[event.seat] += 1
    mean = sum(made) / seats
    return tuple(own / mean for own in made)


def _kind(found: Situation) -> str:
    match found:
        case TwoFaces():
            return "outofmine.face"
        case MayCall(wrong):
            return "outofmine.false_call" if wrong else "outofmine.call_late"
        case LastOfItsShape():
            return "outofmine.scarce_tile"
        case NarrowPlace(keeping=keeping):
            return "outofmine.lost_filling" if keeping else "outofmine.useless_tile"
        case _:
            assert_never(found)


def _error(these: Sequence[float], those: Sequence[float]) -> float:
    """Of the difference: the draws are the same."""
    number = len(these)
    gaps = [this - that for this, that in zip(these, those, strict=True)]
    mean = sum(gaps) / number
    return sqrt(sum((gap - mean) ** 2 for gap in gaps) / (number - 1) / number)


def _candidates(sight: Sight, found: Situation, played: Action) -> list[Action]:
    """All that the moment is about, and what else there was to do."""
    match found:
        case TwoFaces():
            ways: list[Action] = [action for action in sight.legal if isinstance(action, ChooseFace)]
        case MayCall():
            ways = [Call(), _tidying(sight)]
        case LastOfItsShape():
            ways = [action for action in sight.legal if isinstance(action, Take)]
        case NarrowPlace(tile, hand, keeping, losing):
            ways = [*keeping, *losing, PutBack(hand)]
            if hand == "first":
                ways += _other_tiles(sight, tile)
        case _:
            assert_never(found)
    return list(dict.fromkeys([*ways, played]))


def _tidying(sight: Sight) -> Action:
    """Instead of a call: what lies wrong goes first, and else what was laid last."""
    own = digging(sight.view.phase.mines[sight.view.seat], sight.view.phase.stock)
    loose = own.wrong[0] if own.wrong else own.right[-1]
    return TakeOff(loose.squares[0])


def _other_tiles(sight: Sight, tile: Tile) -> Sequence[Action]:
    """For the one in hand: of some filling that the stock still allows."""
    own = digging(sight.view.phase.mines[sight.view.seat], sight.view.phase.stock)
    found = own.solver.fill_one(*own.question())
    needed = {SHAPES[shape] for shape, _ in own.solver.filling(found)} if found is not None else set()
    return [
        action
        for action in sight.legal
        if isinstance(action, Swap) and action.tile.shape in needed and action.tile != tile
    ]


class _After(NamedTuple):
    """What lies before each seat when something was done; nothing, where that ended the round."""

    ahead: tuple[Standing, ...]
    scores: tuple[int, ...]
    to_play: int


class _Races:
    """Of many places for a tile most come to the same: each race is run once."""

    def __init__(self, seat: Seat, draws: Draws, paces: Sequence[float]) -> None:
        self._seat = seat
        self._draws = draws
        self._paces = paces
        self._known: dict[_After, list[float]] = {}

    def worth(self, after: _After) -> list[float]:
        """By draw: the seat's share of the win."""
        if after not in self._known:
            self._known[after] = self._run(after)
        return self._known[after]

    def _run(self, after: _After) -> list[float]:
        ahead, scores, to_play = after
        if not ahead:
            return [after_round(scores, to_play)[self._seat]] * len(self._draws)
        points = race(ahead, self._draws, self._paces)
        return [share_with(scores, to_play, draw)[self._seat] for draw in points]


def _after(state: State, seat: Seat, action: Action, *, contested: bool) -> _After:
    after, _ = play_one(OUTOFMINE, state, seat, action, FastRandom(0))
    phase, to_play = after.phase, ROUNDS - after.round
    if isinstance(phase, Counted):
        return _After((), after.scores, to_play)
    if not isinstance(phase, Placing):
        return _After(tuple(ahead_of(after)), after.scores, to_play)
    ahead = [standing(after.options, mine, phase.stock) for mine in phase.mines]
    if contested:
        ahead[seat] = ahead[seat]._replace(motions=ahead[seat].motions + _at_stake(after, seat))
    return _After(tuple(ahead), after.scores, to_play)


def _at_stake(state: State, seat: Seat) -> float:
    """What it may cost, in motions, that others can take a last tile before this seat's next chance to."""
    view: View = OUTOFMINE.view(state, seat)
    phase = view.phase
    assert isinstance(phase, PlacingView)
    own = digging(phase.mines[seat], phase.stock)
    rivals = rivals_of(seat, phase)
    cost = 0.0
    for heap in sought(own, phase.stock):
        if takers := wanting(rivals, heap.tile):
            odds = taken_first([missing(rivals[taker]) for taker in takers])
            cost += odds * max(0.0, without(phase, seat, heap.tile) - motions(own))
    return cost
