"""Out of Mine! as fast as hands can be: the best filling under the real stock, the contested tile first.

Everybody's board, card and hand lie open, so that the solver can be asked for the others too: which of the
rare tiles could they still use, and how badly? Of two fillings the better one is worth more points (elves,
finds) and takes from the others what they need; of two tiles the one that may be gone first is taken first,
then the one that would count more if somebody called. It never calls falsely: that pays nothing
(bench/race.py).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from filon.bots.advice import chance
from filon.bots.outofmine.digging import Digging, digging
from filon.bots.outofmine.weights import WEIGHTS, Weights
from filon.bots.sight import Sight
from filon.games.contract import Random, Seat
from filon.games.outofmine.grid import square
from filon.games.outofmine.legal import free_hand, held
from filon.games.outofmine.model import (
    Action,
    Call,
    ChooseFace,
    ChoosingView,
    GiveUp,
    Mine,
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
from filon.games.outofmine.pieces import COLOURS, Colour, Heap, Shape, Square, Tile
from filon.games.outofmine.solver import Filling
from filon.kernels import COMPILED
from filon.kernels.outofmine.kernel_packing import Packer, Worth
from filon.kernels.outofmine.packing import GROUPS, SHAPE_NUMBERS, SHAPES, packer

_STEPS: Final = 30_000 if COMPILED else 3_000
"""Of the solver, in search of a better filling than the first: some ten milliseconds at most."""
_LARGE: Final = 4
"""Tiles of so many squares are few, and hard to place."""
_RARE: Final = frozenset(shape for shape in Shape if tuple(Colour).index(COLOURS[shape]) + 1 >= _LARGE)
_RESTLESS: Final = 0.04
"""How often somebody who can lay nothing better stops hoping for a tile to come back."""


def choose_hard(sight: Sight, random: Random) -> Any:
    return choose_by(WEIGHTS, sight, random)


def choose_by(weights: Weights, sight: Sight, random: Random) -> Any:
    """As the hard level would, went it by these figures."""
    view: View = sight.view
    assert view.seat is not None, "spectators dig nowhere"
    match view.phase:
        case ChoosingView() as choosing:
            return _face(choosing, view.seat, sight.legal)
        case PlacingView() as placing:
            return _dig(_look(weights, view, view.seat, placing), sight.legal, random)
        case _:
            raise AssertionError("between the phases there is nothing to choose")


def _face(choosing: ChoosingView, seat: Seat, legal: Sequence[Action]) -> Action:
    """The face on which the rare tiles can lie in more ways: others will have taken some of them."""
    faces = [action for action in legal if isinstance(action, ChooseFace)]
    board = choosing.boards[seat].board
    return max(faces, key=lambda face: _ways(packer(board, face.side)))


def _ways(face: Packer) -> int:
    return sum(len(cells) >= _LARGE for _, cells in face.lays)


class Outlook(NamedTuple):
    """What lies before the player, and what the others may be after."""

    weights: Weights
    own: Digging
    heaps: tuple[Heap, ...]
    elves: list[int]
    """By colour: the cells beside which they stand."""
    contested: Counter[int]
    """By shape: how much it would hurt the others to be without."""
    company: bool
    """Whether somebody else still digs."""

    def worth(self, lifted: Sequence[Placed]) -> Worth:
        """What makes a filling good once these tiles are off: of each shape the best tile comes first."""
        own = self.own
        near = [placed.tile for placed in (*own.wrong, *lifted)]
        near += [tile for _, tile in held(own.mine)]
        worths: list[list[int]] = [[] for _ in SHAPES]
        for tile in (*near, *(heap.tile for heap in self.heaps for _ in range(heap.left))):
            worths[SHAPE_NUMBERS[tile.shape]].append(self.weights.point * own.card.finds.get(tile.find, 0))
        for row in worths:
            row.sort(reverse=True)
        for shape, count in Counter(SHAPE_NUMBERS[tile.shape] for tile in near).items():
            for at in range(count):
                worths[shape][at] += self.weights.near
        for shape, hurt in self.contested.items():
            if worths[shape]:
                worths[shape][0] += hurt
        return Worth(worths, GROUPS, self.elves, self.weights.point)

    def pleased(self, lay: tuple[Shape, Sequence[Square]]) -> int:
        """Elves, by a tile that lies so."""
        shape, squares = lay
        return (self.own.bits(squares) & self.elves[GROUPS[SHAPE_NUMBERS[shape]]]).bit_count()


def _look(weights: Weights, view: View, seat: Seat, placing: PlacingView) -> Outlook:
    own = digging(placing.mines[seat], placing.stock)
    others = [
        digging(shown, placing.stock)
        for at, shown in enumerate(placing.mines)
        if at != seat and not shown.mine.given_up
    ]
    contested = Counter[int]()
    for other in others:
        contested.update(_needs(other, weights, left=len(others) + weights.few))
    elves = [0] * len(Colour)
    if view.options.elves == "on":
        for elf in placing.mines[seat].gallery.elves:
            elves[tuple(Colour).index(elf.colour)] |= own.bits((elf.square,))
    return Outlook(weights, own, placing.stock, elves, contested, company=bool(others))


def _needs(other: Digging, weights: Weights, *, left: int) -> dict[int, int]:
    """The rare shapes that somebody could finish with: the fewer there are to choose from, the more each
    of them counts.
    """
    rare = [shape for shape, its in enumerate(other.stock) if 0 < its <= left and SHAPES[shape] in _RARE]
    usable = [shape for shape in rare if other.can_use(shape)]
    granted, _, _ = other.question()
    needs: dict[int, int] = {}
    for shape in usable:
        choice = sum(GROUPS[also] == GROUPS[shape] for also in usable)
        needs[shape] = weights.contested // max(1, choice - granted[GROUPS[shape]] + 1)
    return needs


def _dig(outlook: Outlook, legal: Sequence[Action], random: Random) -> Action:
    own = outlook.own
    if not own.wrong and not own.empty():
        return Call()
    for count in range(len(own.right) + 1):
        ways = [
            (own.solver.best_worth(), filling, lifted)
            for lifted in combinations(reversed(own.right), count)
            if (filling := own.filling(outlook.worth(lifted), _STEPS, lifted)) is not None
        ]
        if ways:
            _, filling, lifted = max(ways, key=lambda way: way[0])
            return _towards(outlook, filling, lifted, legal)
    lifted, partial = _as_far_as_it_goes(own)
    if partial or lifted or own.wrong:
        return _towards(outlook, partial, lifted, legal)
    return _wait(outlook, legal, random)


def _as_far_as_it_goes(own: Digging) -> tuple[tuple[Placed, ...], Filling]:
    """The fewest tiles to take off for as few empty squares as can be had at all, and the way there."""
    fewest = _left_empty(own, own.right)
    for count in range(len(own.right)):
        for lifted in combinations(reversed(own.right), count):
            if _left_empty(own, lifted) == fewest:
                return lifted, own.best_partial(lifted)
    return own.right, own.best_partial(own.right)


def _left_empty(own: Digging, lifted: Sequence[Placed]) -> int:
    freed = sum(len(placed.squares) for placed in lifted)
    return own.empty() + freed - sum(len(cells) for _, cells in own.best_partial(lifted))


def _towards(outlook: Outlook, filling: Filling, lifted: Sequence[Placed], legal: Sequence[Action]) -> Action:
    """One motion nearer to this filling, for which these tiles and all wrong ones have to go."""
    own = outlook.own
    unwanted = (*own.wrong, *lifted)
    hand = own.mine.hand
    lays = [(SHAPES[shape], tuple(sorted(square(at) for at in cells))) for shape, cells in filling]
    lays.sort(key=outlook.pleased, reverse=True)
    needed = Counter(shape for shape, _ in lays)
    for which, tile in held(own.mine):
        for shape, squares in lays:
            if shape is tile.shape:
                blocking = _blocking(own, unwanted, tile, squares)
                return _made_room(own.mine, needed, blocking) if blocking else Place(squares, which)
    if own.mine.second is not None:
        return PutBack("second")
    wanted = _most_wanted(outlook, lays, unwanted, legal)
    nothing_urgent = wanted is None or not outlook.contested[SHAPE_NUMBERS[wanted.shape]]
    if hand is None and nothing_urgent:
        for placed in unwanted:
            if needed[placed.tile.shape]:
                return PickUp(placed.squares[0])
    if wanted is not None:
        return Take(wanted) if hand is None else Swap(wanted)
    if unwanted:
        return TakeOff(unwanted[0].squares[0])
    return PutBack()


def _made_room(mine: Mine, needed: Counter[Shape], blocking: Placed) -> Action:
    """Whoever needs that tile elsewhere keeps it in the other hand: a motion less, and no rival gets it."""
    others = needed - Counter(tile.shape for _, tile in held(mine))
    if free_hand(mine) is not None and others[blocking.tile.shape]:
        return PickUp(blocking.squares[0])
    return TakeOff(blocking.squares[0])


def _blocking(
    own: Digging, unwanted: Sequence[Placed], tile: Tile, squares: Sequence[Square]
) -> Placed | None:
    """What has to go before the tile can lie there and be right: something under it, or, where the card
    grants no more of its colour, one of those.
    """
    colour = COLOURS[tile.shape]
    used = sum(COLOURS[placed.tile.shape] is colour for placed in own.right)
    full = used >= own.card.tiles.get(colour, 0)
    for placed in unwanted:
        surplus = full and placed in own.right and COLOURS[placed.tile.shape] is colour
        if surplus or not set(squares).isdisjoint(placed.squares):
            return placed
    return None


def _most_wanted(
    outlook: Outlook,
    lays: Sequence[tuple[Shape, Sequence[Square]]],
    unwanted: Sequence[Placed],
    legal: Sequence[Action],
) -> Tile | None:
    """What may be gone, and what counts most should somebody call: contested tiles, then large ones, then
    those that are few. Of the lays of a shape the one that pleases most elves comes first.
    """
    weights = outlook.weights
    pleased = {shape: outlook.pleased((shape, squares)) for shape, squares in reversed(lays)}
    missing = Counter(shape for shape, _ in lays) - Counter(placed.tile.shape for placed in unwanted)
    takeable = {action.tile for action in legal if isinstance(action, Take | Swap)}
    left = Counter[Shape]()
    for heap in outlook.heaps:
        left[heap.tile.shape] += heap.left
    worth = outlook.own.card.finds
    return max(
        (tile for tile in takeable if missing[tile.shape]),
        key=lambda tile: (
            weights.dispute * outlook.contested[SHAPE_NUMBERS[tile.shape]]
            + weights.size * GROUPS[SHAPE_NUMBERS[tile.shape]]
            + weights.gain * (worth.get(tile.find, 0) + pleased[tile.shape]),
            -left[tile.shape],
            -SHAPE_NUMBERS[tile.shape],
            worth.get(tile.find, 0),
            tile.find.value,
        ),
        default=None,
    )


def _wait(outlook: Outlook, legal: Sequence[Action], random: Random) -> Action:
    """Nothing can be added until a tile comes back: the board stays as it is, and the hand keeps busy with
    what the others would like best.
    """
    own = outlook.own
    for which, _ in held(own.mine):
        return PutBack(which)
    if not outlook.company or chance(random, _RESTLESS):
        return GiveUp()
    takes = [action for action in legal if isinstance(action, Take)]
    if takes:
        return max(takes, key=lambda take: outlook.contested[SHAPE_NUMBERS[take.tile.shape]])
    if own.right:
        return PickUp(own.right[-1].squares[0])
    return GiveUp()
