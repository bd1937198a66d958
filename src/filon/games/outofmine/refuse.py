"""Why an action is not among the legal ones: the rule, and what would be right."""

from typing import Final, get_args

from filon.games.contract import Actor, IllegalAction, Malformed, Seat, Table
from filon.games.outofmine.boards import other_side
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.grid import LAYS, SQUARES, square_name
from filon.games.outofmine.legal import (
    barred_rock,
    choosable,
    covered_squares,
    free_hand,
    grants,
    heap_place,
    held,
    placed_from,
    uncovered,
)
from filon.games.outofmine.model import (
    Action,
    Choosing,
    Counted,
    Hand,
    Mine,
    Placed,
    Placing,
    Ready,
    State,
)
from filon.games.outofmine.pieces import COLOURS, Side, Square, Tile, tile_name

_ACTIONS: Final = get_args(Action)


def require_action(action: Action) -> None:
    if not isinstance(action, _ACTIONS):
        raise Malformed("type", f"Out of Mine! knows {', '.join(kind.__name__ for kind in _ACTIONS)}")


def require_seat(state: State, actor: Actor) -> Seat:
    if isinstance(actor, Table):
        raise IllegalAction("OOM-2.3", "the table only gives the signal and watches the clock")
    _require_known(state, actor)
    return actor


def require_table(state: State, actor: Actor, rule: str) -> None:
    if not isinstance(actor, Table):
        _require_known(state, actor)
        raise IllegalAction(rule, "only the table itself can say so")


def _require_known(state: State, seat: Seat) -> None:
    if not 0 <= seat < len(state.scores):
        raise IllegalAction("OOM-1.0", f"{seat} is no player of this game")


def require_choosing(state: State, seat: Seat, side: Side) -> Choosing:
    match state.phase:
        case Choosing() as choosing:
            if not choosable(choosing, seat, side):
                raise _face_refused(choosing, seat, side)
            return choosing
        case Ready() | Placing():
            raise IllegalAction("OOM-2.1", "everybody is ready: faces are chosen anew after this round")
        case Counted():
            raise _counted()
        case _:
            raise _game_over()


def _face_refused(choosing: Choosing, seat: Seat, side: Side) -> IllegalAction:
    if choosing.barred.get(seat) == side:
        other = other_side(side).value
        return IllegalAction("OOM-5.1", f"the same board again: this time its {other} is played")
    return IllegalAction("OOM-2.1", f"{side.value} is your choice already; it can still be changed")


def require_ready(state: State) -> None:
    match state.phase:
        case Ready():
            return
        case Choosing():
            raise IllegalAction("OOM-2.3", "the signal waits until everybody has chosen a face")
        case Placing():
            raise IllegalAction("OOM-2.3", "the round has started already")
        case Counted():
            raise _counted()
        case _:
            raise _game_over()


def require_placing(state: State) -> Placing:
    match state.phase:
        case Placing() as placing:
            return placing
        case Choosing():
            raise IllegalAction("OOM-2.1", "faces are chosen first: front or back")
        case Ready():
            raise IllegalAction("OOM-3.1", "tiles wait for the signal")
        case Counted():
            raise _counted()
        case _:
            raise _game_over()


def require_mine(state: State, seat: Seat) -> tuple[Placing, Mine]:
    placing = require_placing(state)
    mine = placing.mines[seat]
    if mine.given_up:
        raise IllegalAction("OOM-3.6", "who has given up is out until the next round")
    return placing, mine


def require_clock(state: State) -> Placing:
    placing = require_placing(state)
    if state.options.round_limit is None:
        raise IllegalAction("OOM-3.6", "this table plays without a time limit")
    return placing


def require_absent(state: State, seat: Seat) -> Mine:
    """The mine whose held tiles go back because its player is gone."""
    placing = require_placing(state)
    _require_known(state, seat)
    mine = placing.mines[seat]
    if not held(mine):
        raise IllegalAction("OOM-3.7", "those hands are empty, and what lies on the board stays there")
    return mine


def require_empty_hand(mine: Mine) -> None:
    if mine.hand is not None:
        name = tile_name(mine.hand)
        raise IllegalAction(
            "OOM-3.2", f"one tile at a time: place, swap or put back the {name} in hand first"
        )


def require_free_hand(mine: Mine) -> Hand:
    hand = free_hand(mine)
    if hand is None:
        raise IllegalAction("OOM-3.2", f"both hands are full: place or put back the {_named(mine)} first")
    return hand


def require_in_hand(mine: Mine, hand: Hand) -> Tile:
    tile = mine.hand if hand == "first" else mine.second
    if tile is not None:
        return tile
    if hand == "second":
        reason = "it only picks up from the board while the first is full"
    elif mine.second is not None:
        reason = f"it is the second that holds the {_named(mine)}"
    else:
        reason = "take a tile or pick one up first"
    raise IllegalAction("OOM-3.2", f"the {hand} hand is empty: {reason}")


def _named(mine: Mine) -> str:
    return " or the ".join(tile_name(tile) for _, tile in held(mine))


def require_covered(mine: Mine) -> None:
    left = uncovered(mine, covered_squares(mine))
    if left:
        squares = "1 square of the gallery is" if left == 1 else f"{left} squares of the gallery are"
        raise IllegalAction("OOM-3.5", f"{squares} uncovered: cover all of them, then call")


def require_takeable(state: State, placing: Placing, mine: Mine, tile: Tile) -> None:
    at = heap_place(state.options, tile)
    if at is None:
        raise IllegalAction("OOM-1.1", "there is no such tile in this game")
    colour = COLOURS[tile.shape]
    if not grants(state.options, mine, colour):
        granted = TREASURES[mine.card].tiles.get(colour, 0)
        reason = f"the card has {granted} {colour.value}, all in use" if granted else "not on the card"
        raise IllegalAction("OOM-3.3", f"no {colour.value} tile: {reason}")
    if not placing.stock[at].left:
        raise IllegalAction("OOM-3.4", f"no {tile_name(tile)} is left: {_holders(placing, tile)}")


def _holders(placing: Placing, tile: Tile) -> str:
    words = []
    for seat, mine in enumerate(placing.mines):
        count = [*(placed.tile for placed in mine.placed), mine.hand, mine.second].count(tile)
        if count:
            words.append(f"seat {seat} has {count}")
    return ", ".join(words)


def require_swappable(state: State, placing: Placing, mine: Mine, tile: Tile) -> Tile:
    """The tile that goes back for it."""
    old = require_in_hand(mine, "first")
    if tile == old:
        raise IllegalAction("OOM-3.2", f"the tile in hand is a {tile_name(tile)} already")
    require_takeable(state, placing, mine, tile)
    return old


def require_place(state: State, mine: Mine, squares: tuple[Square, ...], hand: Hand) -> Placed:
    tile = require_in_hand(mine, hand)
    lay = LAYS[tile.shape].get(squares)
    if lay is None:
        raise IllegalAction(
            "OOM-1.1", f"a {tile_name(tile)} cannot lie so: name squares of its shape, in reading order"
        )
    if lay & covered_squares(mine):
        raise IllegalAction("OOM-3.3", "tiles never overlap: move or take off the one that lies there")
    if lay & barred_rock(state.options, mine):
        raise IllegalAction("OOM-3.3", "the tile would lie over the edge of the gallery")
    return Placed(tile, squares)


def require_placed(mine: Mine, square: Square) -> Placed:
    placed = placed_from(mine, square)
    if placed is not None:
        return placed
    for other in mine.placed:
        if square in other.squares:
            first = square_name(other.squares[0])
            raise IllegalAction("OOM-3.2", f"that tile is named by its first square, {first}")
    named = square_name(square) if square in SQUARES.values() else str(square)
    raise IllegalAction("OOM-3.2", f"no tile of yours lies on {named}")


def _counted() -> IllegalAction:
    return IllegalAction("OOM-5.3", "the round is counted; say that you are ready for what comes next")


def _game_over() -> IllegalAction:
    return IllegalAction("OOM-5.2", "seven rounds are over and the points are counted")
