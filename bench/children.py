"""Children of about eight at the table: small scripts to measure the easy level by, one for each game.

Each does what such a child can be seen doing and nothing that takes arithmetic, memory or looking ahead.
`bench/easy.py` seats one of them among easy bots; anybody may seat them elsewhere, as
`filon arena diamant --bots bench.children:DiamantChild,normal`.
"""

from cmath import rect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import tau
from typing import Any, Final, TypeVar

from filon.bots.diamant.cave import GO_ON, LEAVE
from filon.bots.labyrinth.ways import reach, turned
from filon.bots.outofmine.normal import bench
from filon.bots.sight import Sight
from filon.games.chance import pick
from filon.games.contract import Hidden, Random
from filon.games.labyrinth import model as castle
from filon.games.labyrinth.castle import CASTLE, NAMES, Rotation
from filon.games.labyrinth.castle import Square as CastleSquare
from filon.games.labyrinth.pieces import POSITIONS, Stake
from filon.games.outofmine import model as mine
from filon.games.outofmine.grid import LAYS, square
from filon.games.outofmine.pieces import BOARD_SPAN, COLOURS, FIGURES, Shape, Square, Tile
from filon.games.outofmine.solver import Filling
from filon.games.saboteur import model as saboteur
from filon.games.saboteur.maze import EAST, JOINED, NORTH, SHAPES, SOUTH, WEST, Place
from filon.games.saboteur.pieces import PATH_COUNTS, REPAIRS, Card, Face, Role

T = TypeVar("T")

_TREASURE: Final = Face(Card.TREASURE, turned=False)
_STEPS: Final = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}

_FEW: Final = 12
"""So many squares of a gallery are seen at a glance: three tiles or four."""


class DiamantChild:
    """Goes on until it has eight gems to show, whatever lies there, and then runs."""

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:  # noqa: ARG002
        return LEAVE if sight.view.phase.loot >= 8 else GO_ON


class CastleChild:
    """Turns what brings the pawn nearest to the secret as the crow flies, one change at a time, and walks.

    It tries out every single change, as the screen lets anybody do, and never thinks of two at once. An
    animal is swapped at once, and whoever is met is challenged.
    """

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, legal = sight.view, sight.legal
        match view.phase:
            case castle.FirstChange() | castle.SecondChange() if view.square is not None:
                return _nearest(legal, lambda turn: _within_reach(view, turn), random)
            case castle.Moving():
                return _walk(view, legal, random)
            case castle.AnimalTurned():
                return castle.Fetch()
            case castle.Arrived() | castle.Fetched():
                return _quarrel(view, legal, random)
            case _:
                return pick(legal, random)


def _within_reach(view: castle.View, turn: castle.Turn) -> float:
    """How near to the secret one could walk after this change."""
    assert view.seat is not None
    assert view.square is not None
    return _as_near(turned(view.rotation, turn), view.pawns[view.seat], view.square)


@cache
def _as_near(rotation: Rotation, pawn: CastleSquare, secret: CastleSquare) -> float:
    mask = reach(rotation, pawn)
    return min(_far(rotation, CastleSquare(at), secret) for at in range(len(NAMES)) if mask >> at & 1)


def _walk(view: castle.View, legal: Sequence[Any], random: Random) -> Any:
    assert view.seat is not None
    own, secret = view.pawns[view.seat], view.square
    steps = [step for step in legal if isinstance(step, castle.Move | castle.Stay)]
    if secret is None:
        met = [step for step in steps if isinstance(step, castle.Move) and step.to in view.pawns]
        return pick(met or steps, random)
    return _nearest(steps, lambda step: _far(view.rotation, getattr(step, "to", own), secret), random)


def _quarrel(view: castle.View, legal: Sequence[Any], random: Random) -> Any:
    swaps = [one for one in legal if isinstance(one, castle.Swap) and view.counts[one.opponent] > 1]
    late = view.sought is None and not view.pile
    duels = [
        one
        for one in legal
        if isinstance(one, castle.Challenge)
        and view.counts[one.opponent]
        and (late or one.stake is Stake.ONE)
    ]
    return pick(swaps or duels or [castle.End()], random)


def _far(rotation: Rotation, one: CastleSquare, other: CastleSquare) -> float:
    return abs(_spot(rotation, one) - _spot(rotation, other))


@cache
def _spot(rotation: Rotation, at: CastleSquare) -> complex:
    """Where the square lies on the table, the castle's middle being 0."""
    depth, zone = next(
        (depth, zone) for depth, zone in enumerate(CASTLE.zones) if at < zone.first + zone.count
    )
    turn = rotation.of(zone.ring) / POSITIONS[zone.ring] if zone.ring is not None else 0.0
    return rect(len(CASTLE.zones) - depth - 0.5, tau * ((at - zone.first + 0.5) / zone.count + turn))


def _nearest(choices: Sequence[T], far: Callable[[T], float], random: Random) -> T:
    """One of the nearest, each of them as likely."""
    ways = [far(choice) for choice in choices]
    return pick([choice for choice, way in zip(choices, ways, strict=True) if way < min(ways) + 1e-9], random)


class MineChild:
    """Lays the largest tile that the card grants, as snugly as it goes, and looks no farther than that.

    With few squares left it sees whether they can be filled and how, as anybody does; if they cannot, it
    takes off one of the last three tiles and tries something else.
    """

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, legal = sight.view, sight.legal
        phase = view.phase
        if isinstance(phase, mine.ChoosingView):
            return pick(legal, random)
        assert isinstance(phase, mine.PlacingView)
        table = bench(view, phase)
        if table.wrong:
            return mine.TakeOff(table.wrong[0].squares[0])
        if not table.empty():
            return mine.Call()
        free = table.gallery.difference(*(placed.squares for placed in table.right))
        granted = Counter(table.card.tiles)
        granted.subtract(COLOURS[placed.tile.shape] for placed in table.right)
        hand = table.mine.hand
        if len(free) <= _FEW:
            ending = table.filling()
            if ending is not None:
                return _towards(hand, ending, legal)
            if hand is None:
                return mine.TakeOff(pick(table.right[-3:], random).squares[0])
        if hand is not None:
            return _snug(free, legal, random) if granted[COLOURS[hand.shape]] > 0 else mine.PutBack()
        takes = [
            action
            for action in legal
            if isinstance(action, mine.Take)
            and granted[COLOURS[action.tile.shape]] > 0
            and any(free.issuperset(squares) for squares in LAYS[action.tile.shape])
        ]
        if not takes:
            return mine.TakeOff(pick(table.right[-3:], random).squares[0])
        largest = max(len(FIGURES[take.tile.shape]) for take in takes)
        return pick([take for take in takes if len(FIGURES[take.tile.shape]) == largest], random)


def _towards(hand: Tile | None, ending: Filling, legal: Sequence[Any]) -> Any:
    shapes = tuple(Shape)
    if hand is None:
        wanted = {shapes[shape] for shape, _ in ending}
        return next(
            action for action in legal if isinstance(action, mine.Take) and action.tile.shape in wanted
        )
    for shape, cells in ending:
        if shapes[shape] is hand.shape:
            return mine.Place(tuple(sorted(square(at) for at in cells)))
    return mine.PutBack()


def _snug(free: frozenset[Square], legal: Sequence[Any], random: Random) -> Any:
    """Where the tile has as few free squares beside it as can be."""
    places = [
        action
        for action in legal
        if isinstance(action, mine.Place) and action.hand == "first" and free.issuperset(action.squares)
    ]
    if not places:
        return mine.PutBack()

    def beside(place: mine.Place) -> int:
        rest = free.difference(place.squares)
        return sum(at + step in rest for at in place.squares for step in (-1, 1, -BOARD_SPAN, BOARD_SPAN))

    fewest = min(map(beside, places))
    return pick([place for place in places if beside(place) == fewest], random)


class SaboteurChild:
    """As a digger mends its own tools, looks under a goal, lays what leads nearer to the goals as the crow
    flies, throws away what it cannot use, and accuses nobody. As a saboteur breaks tools and lays dead ends.
    """

    remembers = False

    def choose(self, sight: Sight, random: Random, /) -> Any:
        view, legal = sight.view, sight.legal
        gold = [action for action in legal if isinstance(action, saboteur.TakeGold)]
        if gold:
            return max(gold, key=lambda action: action.nuggets)
        if view.round.roles[view.seat] is Role.SABOTEUR:
            return _mischief(legal, random)
        return _digging(view, legal, random)


def _digging(view: saboteur.View, legal: Sequence[Any], random: Random) -> Any:
    table = view.round
    own = [one for one in legal if isinstance(one, saboteur.RepairTool) and one.target == view.seat]
    if own:
        return pick(own, random)
    found = [goal.at for goal in table.goals if goal.face == _TREASURE]
    aims = found or [goal.at for goal in table.goals if isinstance(goal.face, Hidden)]
    maps = [one for one in legal if isinstance(one, saboteur.ReadMap) and one.at in aims]
    if maps and not found:
        return pick(maps, random)
    laid = {tile.at for tile in table.maze}

    def ends(path: saboteur.PlacePath) -> int:
        """How far from a goal the nearest way out of this card is; a dead end has none."""
        shape = SHAPES[path.card][path.turned]
        out = [(path.at[0] + x, path.at[1] + y) for side, (x, y) in _STEPS.items() if shape & side]
        free = [at for at in out if at not in laid]
        return min((_apart(at, aim) for at in free for aim in aims), default=99) if shape & JOINED else 99

    nearest = min((_apart(at, aim) for at in laid for aim in aims), default=99) - 1
    paths = [one for one in legal if isinstance(one, saboteur.PlacePath) and ends(one) <= nearest]
    if paths:
        best = min(map(ends, paths))
        return pick([path for path in paths if ends(path) == best], random)
    useless = [one for one in legal if isinstance(one, saboteur.Discard) and not _digs(one.card)]
    return pick(
        useless or [one for one in legal if isinstance(one, saboteur.Discard | saboteur.Pass)], random
    )


def _digs(card: Card) -> bool:
    return card in REPAIRS or (card in PATH_COUNTS and bool(SHAPES[card][0] & JOINED))


def _mischief(legal: Sequence[Any], random: Random) -> Any:
    breaks = [one for one in legal if isinstance(one, saboteur.BreakTool)]
    walls = [one for one in legal if isinstance(one, saboteur.PlacePath) and not SHAPES[one.card][0] & JOINED]
    useful = [one for one in legal if isinstance(one, saboteur.Discard) and _digs(one.card)]
    rest = [one for one in legal if isinstance(one, saboteur.Discard | saboteur.Pass)]
    return pick(breaks or walls or useful or rest, random)


def _apart(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
