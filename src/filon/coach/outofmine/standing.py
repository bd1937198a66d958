"""How far somebody's mine is: the motions still to be made, and the empty squares, as the solver finds them.

Every face has as many squares as every card grants: a full filling takes all tiles of the card. So the
motions left are known as soon as it is known which of the tiles that lie there have to go.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from filon.bots.outofmine.digging import Digging, digging
from filon.coach.outofmine.fitted import FILLINGS
from filon.games.outofmine.boards import GALLERIES
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.legal import held
from filon.games.outofmine.model import Mine, MineView, Options
from filon.games.outofmine.pieces import COLOURS, BoardId, CardId, Heap, Side
from filon.games.outofmine.scoring import count

PER_TILE: Final = 2
"""Motions: a tile is taken, and laid."""
_PER_LIFTED: Final = PER_TILE + 1
"""One that is in the way is taken off before."""
_WAITING: Final = 12
"""What it counts, in motions, that others hold what is needed and would have to give it back."""
_TRIED: Final = 2
"""So many tiles are lifted on trial; if that does not help, all are."""
_PER_TENTH: Final = 0.5
"""What it costs, in motions, that there are only a tenth as many fillings: one has to look longer."""
_USUAL: Final = 4.0
"""Of ten thousand fillings nobody takes notice."""


class Standing(NamedTuple):
    motions: float
    """To a full gallery without a wrong tile, the call not counted."""
    empty: int
    """Squares, as the count would find them now."""
    extra: int = 0
    """Points of elves and finds, as the count would find them now."""
    stopped: bool = False
    """Gave up: nothing changes any more."""


@lru_cache(maxsize=4096)
def outlook(options: Options, mine: Mine, stock: tuple[Heap, ...]) -> Standing:
    """Without how far the hands have come, but with every detour that now lies ahead.

    Each motion is a step ahead of all others, and so is each of theirs: that is pace, and no decision.
    """
    own = digging(seen(mine), stock)
    if mine.given_up:
        return standing(options, mine, stock)
    whole = PER_TILE * sum(own.card.tiles.values()) + hardness(mine.board, mine.side, mine.card)
    return Standing(whole + detour(own), len(own.squares))


@lru_cache(maxsize=4096)
def before_signal(board: BoardId, sides: tuple[Side, ...], cards: frozenset[CardId]) -> Standing:
    """With nothing laid yet: the mean over the cards that may come, and over the faces that may be chosen."""
    ahead = [
        PER_TILE * sum(TREASURES[card].tiles.values()) + hardness(board, side, card)
        for card in sorted(cards)
        for side in sides
    ]
    return Standing(sum(ahead) / len(ahead), len(GALLERIES[board][sides[0]].squares))


def hardness(board: BoardId, side: Side, card: CardId) -> float:
    """Motions more, or less, that it takes to fill this face with this card: there are few ways, or many."""
    return _PER_TENTH * (_USUAL - FILLINGS[board, side, card])


def _undone(own: Digging) -> float:
    return missing(own) / sum(own.card.tiles.values())


def seen(mine: Mine) -> MineView:
    return MineView(mine, GALLERIES[mine.board][mine.side], TREASURES[mine.card])


@lru_cache(maxsize=4096)
def standing(options: Options, mine: Mine, stock: tuple[Heap, ...]) -> Standing:
    own = digging(seen(mine), stock)
    counted = count(options, mine, called=False)
    return Standing(
        motions=max(0.0, motions(own) + hardness(mine.board, mine.side, mine.card) * _undone(own)),
        empty=counted.empty,
        extra=counted.elves + counted.finds,
        stopped=mine.given_up,
    )


def missing(own: Digging) -> int:
    """Tiles of the card that do not lie right on the board yet."""
    return sum(own.card.tiles.values()) - len(own.right)


def motions(own: Digging) -> int:
    granted = dict(own.card.tiles)
    for placed in own.right:
        granted[COLOURS[placed.tile.shape]] -= 1
    useful = sum(granted.get(COLOURS[tile.shape], 0) > 0 for _, tile in held(own.mine))
    return PER_TILE * missing(own) - useful + detour(own)


def detour(own: Digging) -> int:
    """Motions beside those that every tile of the card needs: what is wrong or in the way goes first."""
    in_the_way = lifted(own)
    if in_the_way is None:
        return len(own.wrong) + _PER_LIFTED * len(own.right) + _WAITING
    return len(own.wrong) + _PER_LIFTED * in_the_way


def lifted(own: Digging) -> int | None:
    """How many right tiles have to go so that the rest can be filled; None: not even an empty board can."""
    for number in range(min(_TRIED, len(own.right)) + 1):
        if any(own.can_be_filled(tiles) for tiles in combinations(own.right, number)):
            return number
    return len(own.right) if own.can_be_filled(own.right) else None
