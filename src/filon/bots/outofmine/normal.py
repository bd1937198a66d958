"""Out of Mine!: one tile after the other towards a filling that the stock still allows.

A bot keeps no plan between two decisions. It looks at its board as it lies and asks the solver for a way to
finish it from there; while nobody takes what that way needs, the answer stays the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple

from filon.bots.advice import Hint, because, chance
from filon.games.chance import pick
from filon.games.contract import Random, Seat
from filon.games.outofmine.cards import Card
from filon.games.outofmine.geometry import Cell
from filon.games.outofmine.grid import cell, square, square_name
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import (
    Action,
    Call,
    ChooseFace,
    ChoosingView,
    GiveUp,
    Mine,
    MineView,
    PickUp,
    Place,
    Placed,
    PlacingView,
    PutBack,
    Swap,
    Take,
    TakeOff,
    View,
)
from filon.games.outofmine.packing import allowance, at_hand, packer
from filon.games.outofmine.pieces import COLOURS, FIGURES, Colour, Heap, Shape, Side, Square, Tile
from filon.games.outofmine.scoring import checked
from filon.games.outofmine.solver import Filling

_SHAPES: Final = tuple(Shape)
_COLOURS: Final = tuple(Colour)
_LOOKED_AT: Final = 40
"""Fillings compared for the sake of elves."""
_RESTLESS: Final = 0.15
"""How often somebody who can lay nothing better stops hoping for a tile to come back."""


class Bench(NamedTuple):
    """What lies before the player: the own mine, the stock, and what of the board is right."""

    mine: Mine
    card: Card
    gallery: frozenset[Square]
    elves: dict[Square, Colour]
    stock: tuple[Heap, ...]
    wrong: tuple[Placed, ...]
    right: tuple[Placed, ...]

    def filling(self, *, without: Iterable[Placed] = ()) -> Filling | None:
        """A way to finish, with what the card still grants and what is left to take, the hands included."""
        lifted = tuple(without)
        kept = [placed for placed in self.right if placed not in lifted]
        granted = list(allowance(self.card))
        for placed in kept:
            granted[_COLOURS.index(COLOURS[placed.tile.shape])] -= 1
        stock = list(at_hand(self.stock))
        for tile in (*(placed.tile for placed in lifted), *(tile for _, tile in held(self.mine))):
            stock[_SHAPES.index(tile.shape)] += 1
        covered = [cell(at) for placed in kept for at in placed.squares]
        solver = packer(self.mine.board, self.mine.side)
        if not self.elves:
            return solver.fill_one(granted, stock, covered)
        fillings = islice(solver.fill_all(granted, stock, covered), _LOOKED_AT)
        return max(fillings, key=self._elves_pleased, default=None)

    def _elves_pleased(self, filling: Filling) -> int:
        return sum(
            self.elves.get(square(at)) is COLOURS[_SHAPES[shape]] for shape, cells in filling for at in cells
        )

    def empty(self) -> int:
        return len(self.gallery) - sum(len(placed.squares) for placed in self.right)


def bench(view: View, phase: PlacingView) -> Bench:
    assert view.seat is not None, "spectators place nothing"
    own: MineView = phase.mines[view.seat]
    removed, kept = checked(own.mine, own.card)
    elves = own.gallery.elves if view.options.elves == "on" else ()
    return Bench(
        mine=own.mine,
        card=own.card,
        gallery=frozenset(own.gallery.squares),
        elves={elf.square: elf.colour for elf in elves},
        stock=phase.stock,
        wrong=tuple(fault.placed for fault in removed),
        right=kept,
    )


def advise(view: View, legal: Sequence[Action], random: Random) -> Hint:
    """The normal player: no detours, and never a false call."""
    match view.phase:
        case ChoosingView() as choosing:
            return _face(choosing, view.seat, legal)
        case PlacingView() as placing:
            return work(bench(view, placing), legal, random)
        case _:
            raise AssertionError("between the phases there is nothing to choose")


def _face(choosing: ChoosingView, seat: Seat | None, legal: Sequence[Action]) -> Hint:
    """The face with more room to turn a tile; every face can be filled with every card (OOM-1.6)."""
    assert seat is not None, "spectators choose nothing"
    board = choosing.boards[seat]
    room = {Side.FRONT: _room(board.front.squares), Side.BACK: _room(board.back.squares)}
    faces = [action for action in legal if isinstance(action, ChooseFace)]
    best = max(faces, key=lambda face: room[face.side])
    key = "outofmine.only_face" if len(faces) == 1 else "outofmine.roomier"
    if len(faces) > 1 and len(set(room.values())) == 1:
        key = "outofmine.either_face"
    return because(best, key, side=best.side.value, room=room[best.side])


def _room(squares: Iterable[Square]) -> int:
    """Blocks of two by two: the more there are, the more ways a tile can lie."""
    cells = {cell(at) for at in squares}
    return sum(
        all((row + down, column + right) in cells for down in (0, 1) for right in (0, 1))
        for row, column in cells
    )


def work(table: Bench, legal: Sequence[Action], random: Random) -> Hint:
    for placed in table.wrong:
        return because(
            TakeOff(placed.squares[0]),
            "outofmine.wrong_tile",
            tile=placed.tile.shape.value,
            **_at(placed.squares),
        )
    if not table.empty() and not held(table.mine):
        return because(Call(), "outofmine.full")
    filling = table.filling()
    if filling is not None:
        return _towards(table, filling, legal, "")
    lifted = _in_the_way(table)
    if lifted:
        return because(
            TakeOff(lifted[0].squares[0]),
            "outofmine.in_the_way" if len(lifted) == 1 else "outofmine.several_in_the_way",
            tile=lifted[0].tile.shape.value,
            **_at(lifted[0].squares),
        )
    return _as_far_as_it_goes(table, legal, random)


def _towards(table: Bench, filling: Filling, legal: Sequence[Action], partly: Literal["", "_partly"]) -> Hint:
    """One motion nearer to this filling, whole or partly."""
    for which, tile in held(table.mine):
        for shape, cells in filling:
            if _SHAPES[shape] is tile.shape:
                squares = _squares(cells)
                left = table.empty() - len(squares)
                return because(
                    Place(squares, which),
                    f"outofmine.place{partly}",
                    tile=tile.shape.value,
                    left=left,
                    **_at(squares),
                )
    if table.mine.second is not None:
        return because(PutBack("second"), f"outofmine.not_needed{partly}", tile=table.mine.second.shape.value)
    hand = table.mine.hand
    wanted = _most_wanted(table, filling, legal)
    if wanted is None:
        return because(PutBack(), f"outofmine.not_needed{partly}", tile=hand.shape.value if hand else "")
    tile, left = wanted
    key = "outofmine.scarce" if left == 1 and not partly else f"outofmine.take{partly}"
    values = {"tile": tile.shape.value, "colour": COLOURS[tile.shape].value, "left": left}
    return because(Take(tile) if hand is None else Swap(tile), key, **values)


def _most_wanted(table: Bench, filling: Filling, legal: Sequence[Action]) -> tuple[Tile, int] | None:
    """What others could take away first: the rarest tile of the filling, the largest of those."""
    shapes = {_SHAPES[shape] for shape, _ in filling}
    takeable = {action.tile for action in legal if isinstance(action, Take | Swap)}
    heaps = [heap for heap in table.stock if heap.tile.shape in shapes and heap.tile in takeable]
    if not heaps:
        return None
    left = Counter[Shape]()
    for heap in heaps:
        left[heap.tile.shape] += heap.left
    worth = table.card.finds
    best = min(
        heaps,
        key=lambda heap: (
            left[heap.tile.shape],
            -len(FIGURES[heap.tile.shape]),
            -worth.get(heap.tile.find, 0),
        ),
    )
    return best.tile, left[best.tile.shape]


def _in_the_way(table: Bench) -> tuple[Placed, ...]:
    """The tiles that have to go before the rest can be filled: as few as possible, the latest first."""
    latest_first = tuple(reversed(table.right))
    for count in (1, 2):
        for lifted in combinations(latest_first, count):
            if table.filling(without=lifted) is not None:
                return lifted
    return latest_first if latest_first and table.filling(without=latest_first) is not None else ()


def _as_far_as_it_goes(table: Bench, legal: Sequence[Action], random: Random) -> Hint:
    """Others hold what a full gallery would need: as few empty squares as can be, and then patience."""
    granted = list(allowance(table.card))
    for placed in table.right:
        granted[_COLOURS.index(COLOURS[placed.tile.shape])] -= 1
    stock = list(at_hand(table.stock))
    for _, tile in held(table.mine):
        stock[_SHAPES.index(tile.shape)] += 1
    covered = [cell(at) for placed in table.right for at in placed.squares]
    partial = packer(table.mine.board, table.mine.side).best_partial(granted, stock, covered)
    if partial:
        return _towards(table, partial, legal, "_partly")
    for which, tile in held(table.mine):
        return because(PutBack(which), "outofmine.not_needed_partly", tile=tile.shape.value)
    if not table.right or chance(random, _RESTLESS):
        return because(GiveUp(), "outofmine.nothing_better", empty=table.empty())
    turned = pick(table.right, random)
    return because(
        PickUp(turned.squares[0]), "outofmine.try_again", tile=turned.tile.shape.value, empty=table.empty()
    )


def _squares(cells: Iterable[Cell]) -> tuple[Square, ...]:
    return tuple(sorted(square(at) for at in cells))


def _at(squares: Sequence[Square]) -> dict[str, str]:
    return {"at": square_name(squares[0])}
