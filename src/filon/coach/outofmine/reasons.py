"""Why the best thing to do was the best: what differs, in figures."""

from typing import assert_never

from filon.bots.advice import Value, Why
from filon.bots.outofmine.digging import digging
from filon.bots.sight import Sight
from filon.coach.outofmine.contest import taken_first, without
from filon.coach.outofmine.situations import (
    LastOfItsShape,
    MayCall,
    NarrowPlace,
    Situation,
    TwoFaces,
    rivals_of,
    wanting,
    ways,
)
from filon.coach.outofmine.standing import missing, motions
from filon.games.contract import Seat
from filon.games.outofmine.boards import other_side
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import Action, Call, ChooseFace, Place, PlacingView, Take, View
from filon.games.outofmine.pieces import Side
from filon.games.outofmine.scoring import count


def why(sight: Sight, found: Situation, best: Action) -> Why:
    view: View = sight.view
    match found:
        case TwoFaces():
            assert isinstance(best, ChooseFace)
            return _face(view, best.side)
        case MayCall(wrong):
            return _call(view, wrong, best)
        case LastOfItsShape(takes):
            return _scarce(view, best if isinstance(best, Take) and best in takes else takes[0])
        case NarrowPlace() as narrow:
            return _narrow(view, narrow, best)
        case _:
            assert_never(found)


def _face(view: View, side: Side) -> Why:
    """In how many ways each face can be filled, with a card like those that are left."""
    assert view.seat is not None
    board = view.boards[view.seat]
    values: dict[str, Value] = {
        "side": side.value,
        "ways": ways(view, board, side),
        "others": ways(view, board, other_side(side)),
    }
    return Why("coach.outofmine.face", values)


def _at_work(view: View) -> tuple[Seat, PlacingView]:
    assert view.seat is not None
    assert isinstance(view.phase, PlacingView)
    return view.seat, view.phase


def _nearest(view: View) -> dict[str, Value]:
    """Who else is soonest full, and in how many motions: nothing where nobody else digs any more."""
    seat, phase = _at_work(view)
    left = {other: motions(rival) for other, rival in rivals_of(seat, phase).items()}
    if not left:
        return {}
    rival = min(left, key=lambda other: left[other])
    return {"rival": rival, "motions": round(left[rival])}


def _call(view: View, wrong: int, best: Action) -> Why:
    seat, phase = _at_work(view)
    counted = count(view.options, phase.mines[seat].mine, called=True)
    values: dict[str, Value] = {"count": counted.points, "wrong": wrong, **_nearest(view)}
    if best == Call():
        return Why("coach.outofmine.call_anyway" if wrong else "coach.outofmine.call", values)
    return Why("coach.outofmine.repair" if wrong else "coach.outofmine.wait", values)


def _scarce(view: View, take: Take) -> Why:
    """Who else can use it, how likely one of them takes it first, and what would have to be laid anew."""
    seat, phase = _at_work(view)
    own = digging(phase.mines[seat], phase.stock)
    rivals = rivals_of(seat, phase)
    takers = wanting(rivals, take.tile)
    odds = taken_first([missing(rivals[taker]) for taker in takers])
    values: dict[str, Value] = {
        "tile": take.tile.shape.value,
        "rival": takers[0],
        "rivals": len(takers),
        "odds": round(100 * odds),
        "motions": round(without(phase, seat, take.tile) - motions(own)),
    }
    return Why("coach.outofmine.scarce_tile", values)


def _narrow(view: View, narrow: NarrowPlace, best: Action) -> Why:
    seat, phase = _at_work(view)
    own = digging(phase.mines[seat], phase.stock)
    values: dict[str, Value] = {
        "tile": narrow.tile.shape.value,
        "keeping": len(narrow.keeping),
        "places": len(narrow.keeping) + len(narrow.losing),
        "missing": missing(own),
    }
    if isinstance(best, Place) and best in narrow.losing:
        tile = dict(held(own.mine))[best.hand]
        return Why(
            "coach.outofmine.cover",
            {"tile": tile.shape.value, "squares": len(best.squares), **_nearest(view)},
        )
    if narrow.keeping:
        return Why("coach.outofmine.lost_filling", values)
    return Why("coach.outofmine.useless_tile", values)
