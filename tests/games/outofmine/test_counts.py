"""The number of legal sequences, counted a second way: by brute force from the text of the rules."""

from itertools import product
from typing import NamedTuple

from filon.games.chance import SealedRandom, shuffled
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.grid import cell
from filon.games.outofmine.model import Options, Placing, State
from filon.games.outofmine.pieces import COLOURS, FIGURES, STOCKS, CardId, Shape, Side
from tests.counting import CHANCE, sequences
from tests.games.outofmine.mines import FULL_BAT, LIVE, at_work, mine, take

Cells = frozenset[tuple[int, int]]


class Digger(NamedTuple):
    """One player as the rules describe one; a tile on the board is its shape and its cells."""

    gallery: Cells
    granted: dict[str, int]
    board: tuple[tuple[Shape, Cells], ...]
    hand: Shape | None
    second: Shape | None
    out: bool

    def held(self) -> list[Shape]:
        return [shape for shape in (self.hand, self.second) if shape is not None]


class Dig(NamedTuple):
    live: bool
    clock: bool
    diggers: tuple[Digger, ...]
    names: tuple[tuple[int, Side], ...]
    next_board: int


def naive(state: State) -> Dig:
    phase = state.phase
    assert isinstance(phase, Placing)
    diggers = tuple(
        Digger(
            gallery=frozenset(cell(at) for at in GALLERIES[one.board][one.side].squares),
            granted={colour.value: n for colour, n in TREASURES[one.card].tiles.items()},
            board=tuple((p.tile.shape, frozenset(cell(at) for at in p.squares)) for p in one.placed),
            hand=one.hand.shape if one.hand else None,
            second=one.second.shape if one.second else None,
            out=one.given_up,
        )
        for one in phase.mines
    )
    names = tuple((one.board, one.side) for one in phase.mines)
    live = state.options.referee == "live"
    return Dig(live, state.options.round_limit is not None, diggers, names, state.board_pile[-1])


def lies(shape: Shape) -> set[Cells]:
    """Every way to lay a shape on the nine by nine board: all signs, both axes, all shifts."""
    ways: set[Cells] = set()
    for up, across, swapped, down, right in product(
        (1, -1), (1, -1), (False, True), range(-9, 18), range(-9, 18)
    ):
        turned = [(column, row) if swapped else (row, column) for row, column in FIGURES[shape]]
        cells = frozenset((down + up * row, right + across * column) for row, column in turned)
        if all(0 <= row < 9 and 0 <= column < 9 for row, column in cells):
            ways.add(cells)
    return ways


LIES = {shape: lies(shape) for shape in Shape}
SUPPLY = {heap.tile.shape: heap.left for heap in STOCKS["off"]}


def left(dig: Dig, shape: Shape) -> int:
    used = sum(laid == shape for digger in dig.diggers for laid, _ in digger.board)
    return SUPPLY[shape] - used - sum(digger.held().count(shape) for digger in dig.diggers)


def may_have(dig: Dig, digger: Digger, shape: Shape) -> bool:
    colour = COLOURS[shape].value
    lying = sum(COLOURS[laid].value == colour for laid, _ in digger.board)
    lying += digger.second is not None and COLOURS[digger.second].value == colour
    return left(dig, shape) > 0 and (not dig.live or lying < digger.granted.get(colour, 0))


def after(dig: Dig, seat: int, digger: Digger) -> Dig:
    return dig._replace(diggers=(*dig.diggers[:seat], digger, *dig.diggers[seat + 1 :]))


def works(dig: Dig, seat: int) -> list[Dig]:
    """What the seat can do without ending anything."""
    me = dig.diggers[seat]
    results: list[Dig] = []
    covered = frozenset(at for _, cells in me.board for at in cells)
    for held, let_go in ((me.hand, me._replace(hand=None)), (me.second, me._replace(second=None))):
        if held is not None:
            free = [
                cells for cells in LIES[held] if not cells & covered and (not dig.live or cells <= me.gallery)
            ]
            boards = [me.board, *((*me.board, (held, cells)) for cells in free)]
            results += [after(dig, seat, let_go._replace(board=board)) for board in boards]
    # A swap for the same shape is none; with an empty hand every shape is another.
    wanted = [s for s in Shape if s != me.hand and may_have(dig, me, s)]
    results += [after(dig, seat, me._replace(hand=s)) for s in wanted]
    for at, (shape, _) in enumerate(me.board):
        rest = me._replace(board=(*me.board[:at], *me.board[at + 1 :]))
        results.append(after(dig, seat, rest))
        if me.hand is None:
            results.append(after(dig, seat, rest._replace(hand=shape)))
        elif me.second is None:
            results.append(after(dig, seat, rest._replace(second=shape)))
    return results


def may_call(digger: Digger) -> bool:
    return digger.gallery <= {at for _, cells in digger.board for at in cells}


def empty(digger: Digger) -> int:
    """Empty squares after wrong tiles are gone."""
    free = set(digger.gallery)
    used = dict.fromkeys(digger.granted, 0)
    for shape, cells in digger.board:
        colour = COLOURS[shape].value
        if cells <= digger.gallery and used.get(colour, 99) < digger.granted.get(colour, 0):
            used[colour] += 1
            free -= cells
    return len(free)


def faces_to_choose(dig: Dig, leaving: int, depth: int) -> int:
    """First moves of the next round: two faces each, or one for who has the same board again."""
    boards = [board for board, _ in dig.names]
    new = shuffled(
        (*boards[:leaving], *boards[leaving + 1 :], dig.next_board), SealedRandom(CHANCE, part=depth)
    )
    return sum(1 if new[seat] == boards[seat] else 2 for seat in range(len(boards)))


def count(dig: Dig, depth: int) -> int:
    """Sequences of one or two decisions, or of three that do not reach beyond the next round's first."""
    if depth == 0:
        return 1
    seats = [seat for seat, digger in enumerate(dig.diggers) if not digger.out]
    total = 0
    fullest = min(range(len(dig.diggers)), key=lambda seat: empty(dig.diggers[seat]))
    ends = [seat for seat in seats if may_call(dig.diggers[seat])]
    if dig.clock:
        ends.append(fullest)
    for seat in seats:
        total += sum(count(result, depth - 1) for result in works(dig, seat))
        gone = after(dig, seat, dig.diggers[seat]._replace(out=True, hand=None, second=None))
        if len(seats) == 1:
            ends.append(fullest)
        else:
            total += count(gone, depth - 1)
    for seat, digger in enumerate(dig.diggers):
        if digger.held():
            total += count(after(dig, seat, digger._replace(hand=None, second=None)), depth - 1)
    assert depth <= 2
    total += sum(1 if depth == 1 else faces_to_choose(dig, leaving, depth) for leaving in ends)
    return total


BAT = """
.........
.........
.aa...bb.
.aae.fbb.
.ggeeff#.
...##d...
.........
.........
.........
"""
HANGING_BAT = """
.........
.........
.aa...bb.
.aae.fbb.
.ggeeff#.
...##dd..
.........
.hh......
.........
"""


def positions(options: Options, drawing: str) -> list[State]:
    bat = mine("The Bat", drawing, card=CardId(27))
    holding = mine("The Bat", drawing, card=CardId(27), hand=take("I2").tile)
    crown = mine("The Crown", card=CardId(16))
    busy = mine("The Crown", card=CardId(16), hand=take("P5").tile)
    done = mine("The Crown", card=CardId(16), given_up=True)
    pairs = [(one, other) for one in (bat, holding) for other in (crown, busy, done)]
    both = mine("The Bat", drawing, card=CardId(27), hand=take("I2").tile, second=take("V3").tile)
    lifted = mine("The Bat", drawing, card=CardId(27), second=take("V3").tile)
    full = mine("The Bat", FULL_BAT, card=CardId(27))
    pairs += [(both, done), (lifted, crown), (full, busy)]
    return [at_work(one, other, options=options) for one, other in pairs]


def test_the_engine_and_brute_force_count_the_same_with_the_live_referee() -> None:
    """OOM-3.2, OOM-3.3, OOM-3.5, OOM-3.6, OOM-5.1."""
    for state in positions(LIVE, BAT):
        for depth in (1, 2):
            assert sequences(OUTOFMINE, state, depth) == count(naive(state), depth)


def test_the_engine_and_brute_force_count_the_same_with_the_referee_at_the_end() -> None:
    """OOM-3.2, OOM-3.3, OOM-3.4, OOM-5.1: also without a clock."""
    for options in (Options(), Options(round_limit=None)):
        for state in positions(options, HANGING_BAT):
            assert sequences(OUTOFMINE, state, 1) == count(naive(state), 1)
    state = positions(Options(), HANGING_BAT)[2]
    assert sequences(OUTOFMINE, state, 2) == count(naive(state), 2)
