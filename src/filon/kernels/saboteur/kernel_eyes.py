"""What the network that plays Saboteur goes by, in whole numbers. Compiled by mypyc.

What it is, and in which order, is that of `lab/jax/saboteur/features.py`, where it is learnt; the tests hold
both to the same numbers.
"""

from math import exp
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from filon.kernels.saboteur.deeds import MOST
from filon.kernels.saboteur.kernel_cards import COPIES, KINDS, MAP, SABOTEURS
from filon.kernels.saboteur.kernel_network import COLUMNS, ONE, PLANES, ROWS, SQUARES
from filon.kernels.saboteur.kernel_ways import FAR

DEEDS: Final[int] = 9
"""Kinds of deeds that are counted: paths that led nearer, farther and neither; dead ends; rocks that led
farther, and others; cards thrown away with tools in order; looks; cards thrown away with a broken tool."""

_ONE: Final[int] = 1024
_FINE: Final[int] = 1 << 20
"""A chance of this size is certain, and odds of this size are even."""
_SURE: Final[int] = MOST * _ONE // 100
_ODDS: Final[list[int]] = [round(exp(at / _ONE) * _FINE) for at in range(-_SURE, _SURE + 1)]
"""By the logarithm of the odds, of ONE, and _SURE. No machine's exp is so far off that this would differ."""
_GOALS: Final = vec[i64]([2 * COLUMNS + 10, 4 * COLUMNS + 10, 6 * COLUMNS + 10])
_START: Final[i64] = 4 * COLUMNS + 2
_SIDES: Final = vec[i64]([-COLUMNS, 1, COLUMNS, -1])
"""To the square in the north, east, south and west."""
_FARTHEST_DETOUR: Final[i64] = 6


class Seen(NamedTuple):
    """What a seat sees and remembers. Seats count from it clockwise, the own one first."""

    window: list[int]
    """By square: the shape of the card there, 32 more if the start leads to it; 0 where there is none."""
    hand: list[int]
    """How many of each kind, as in the three others by kind."""
    role: int
    """1 for a saboteur."""
    broken: list[list[int]]
    """By seat and tool."""
    hand_sizes: list[int]
    pile: int
    cards: list[int]
    """By goal: which goal card lies there, 0 for the treasure; -1 where that is not known."""
    face_up: list[int]
    seen_by: list[list[int]]
    """By goal and seat."""
    gone: list[int]
    """Face up on the discard pile."""
    down: list[int]
    """Own ones that lie face down."""
    downs: list[int]
    """By seat: how many lie face down."""
    motives: list[int]
    """By seat, what its deeds say against it; of ONE, as the next."""
    told: list[int]
    """By goal."""
    counts: list[list[int]]
    """By seat and kind of deed."""
    broke: list[list[int]]
    """By who did it and to whom: how many tools."""
    mended: list[list[int]]


class Features(NamedTuple):
    planes: vec[i64]
    """By square, PLANES each."""
    row: vec[i64]
    around: vec[i64]
    """By other seat, the next one first."""


def features(seen: Seen) -> Features:
    seats = len(seen.hand_sizes)
    doubts = _doubts(seen)
    aim = _aim(seen)
    ways = _ways(seen.window)
    missing = [int(ways[goal * SQUARES + _START]) for goal in range(3)]
    return Features(
        _planes(seen, aim, ways),
        vec[i64]([i64(number) for number in _row(seen, aim, missing, doubts)]),
        vec[i64]([i64(number) for other in range(1, seats) for number in _around(seen, doubts, other)]),
    )


class Doubts(NamedTuple):
    """By seat: how likely it is a saboteur, of _FINE."""

    public: list[int]
    """In the eyes of anybody."""
    own: list[int]
    """To the own seat, which knows its own role."""


def _doubts(seen: Seen) -> Doubts:
    odds = [_odds(motive) for motive in seen.motives]
    saboteurs = int(SABOTEURS[len(odds)])
    own = _suspicion(odds[1:], saboteurs - seen.role)
    return Doubts(_suspicion(odds, saboteurs), [seen.role * _FINE, *own])


def _odds(logarithm: int) -> int:
    return _ODDS[max(-_SURE, min(_SURE, logarithm)) + _SURE]


def _suspicion(odds: list[int], most: int) -> list[int]:
    """Each by its odds, where `most` or one fewer are saboteurs.

    One dwarf more than there are players is dealt from, so that both numbers can be dealt in as many ways.
    """
    sums = _sums(odds, most)
    total = _of(sums, most) + _FINE * _of(sums, most - 1)
    found: list[int] = []
    for at, each in enumerate(odds):
        rest = _sums(odds[:at] + odds[at + 1 :], most)
        guilty = each * (_of(rest, most - 1) + _FINE * _of(rest, most - 2))
        found.append(_rounded(guilty * _FINE, total))
    return found


def _sums(odds: list[int], most: int) -> list[int]:
    """By how many are guilty, up to `most`: the odds of all who may be, multiplied, over all such sets."""
    sums = [1, *[0] * most]
    for each in odds:
        for number in range(most, 0, -1):
            sums[number] += sums[number - 1] * each
    return sums


def _of(sums: list[int], number: int) -> int:
    return sums[number] if number >= 0 else 0


def _aim(seen: Seen) -> list[int]:
    """By goal: how likely the treasure lies there, of _FINE, in the light of who dug where."""
    if 0 in seen.cards:
        return _plain(seen)
    weights = [_odds(told) if card < 0 else 0 for card, told in zip(seen.cards, seen.told, strict=True)]
    return [_rounded(weight * _FINE, sum(weights)) for weight in weights]


def _plain(seen: Seen) -> list[int]:
    """By own looks alone."""
    if 0 in seen.cards:
        return [_FINE if card == 0 else 0 for card in seen.cards]
    hidden = sum(card < 0 for card in seen.cards)
    return [_rounded(_FINE, hidden) if card < 0 else 0 for card in seen.cards]


def _rounded(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def _part(number: int, by: int) -> int:
    """A feature: the number divided."""
    return _rounded(_ONE * number, by)


def _chance(fine: int) -> int:
    return _part(fine, _FINE)


def _row(seen: Seen, aim: list[int], missing: list[int], doubts: Doubts) -> list[int]:
    seats = len(seen.hand_sizes)
    left = seen.pile + sum(seen.hand_sizes)
    kinds = range(int(MAP), int(KINDS))
    unseen = [int(COPIES[kind]) - seen.hand[kind] - seen.gone[kind] - seen.down[kind] for kind in kinds]
    aimed = sum(chance * way for chance, way in zip(aim, missing, strict=True))
    return [
        _part(seen.role, 1),
        _part(1 - seen.role, 1),
        _part(seen.pile, 40),
        _part(left, 60),
        _part(left, 8 * seats),
        _part(int(0 in seen.cards), 1),
        *[_part(count, 2) for count in seen.hand],
        *[_part(int(seats == number), 1) for number in range(3, 11)],
        *[_part(broken, 1) for broken in seen.broken[0]],
        *[_part(sum(broken[tool] for broken in seen.broken), seats) for tool in range(3)],
        *[_chance(chance) for chance in aim],
        *[_chance(chance) for chance in _plain(seen)],
        *[_part(up, 1) for up in seen.face_up],
        *[_part(way, 8) for way in missing],
        _part(aimed, 8 * _FINE),
        _part(min(missing), 8),
        *[_part(lookers[0], 1) for lookers in seen.seen_by],
        *[_part(sum(lookers), seats) for lookers in seen.seen_by],
        *seen.told,
        *[_part(count, 4) for count in unseen],
        _rounded(seen.motives[0], 2),
        _chance(doubts.public[0]),
        *[_part(count, 4) for count in seen.counts[0]],
        _chance(max(doubts.own[1:])),
        _chance(min(doubts.own[1:])),
        _part(sum(broke[0] for broke in seen.broke), 2),
    ]


def _around(seen: Seen, doubts: Doubts, other: int) -> list[int]:
    seats = len(seen.hand_sizes)
    lame = sum(seen.broken[other])
    broke, mended = seen.broke[other], seen.mended[other]
    suffered = [by[other] for by in seen.broke]
    return [
        _part(other, seats),
        _ONE - _part(other, seats),
        _part(seen.hand_sizes[other], 6),
        _rounded(seen.motives[other], 2),
        _chance(doubts.public[other]),
        _chance(doubts.own[other]),
        _part(broke[0], 1),
        _part(suffered[0], 1),
        _part(mended[0], 1),
        _part(seen.mended[0][other], 1),
        _part(sum(broke), 1),
        _part(sum(suffered), 1),
        _against(broke, doubts),
        _against(mended, doubts),
        _against(suffered, doubts),
        _part(seen.downs[other], 4),
        *[_part(broken, 1) for broken in seen.broken[other]],
        *[_part(lookers[other], 1) for lookers in seen.seen_by],
        *[_part(count, 4) for count in seen.counts[other]],
        _part(seen.role, 1),
        seen.role * _chance(doubts.own[other]),
        _part(seen.role * lame, 1),
    ]


def _against(deeds: list[int], doubts: Doubts) -> int:
    """By seat, what was done to it or by it; more of it if that seat seems a saboteur."""
    return _part(
        sum(count * (doubt - _FINE // 2) for count, doubt in zip(deeds, doubts.own, strict=True)), _FINE
    )


def _ways(window: list[int]) -> vec[i64]:
    """By goal, and last for the start, and by square: how many cards are missing between the two.

    One for the square itself if it is empty, as in `kernel_ways.py`; but here all squares are looked at.
    """
    costs = vec[i64]([i64(0 if shape & 31 else 1) for shape in window])
    joins = _joins(window)
    ways = vec[i64]([FAR] * (4 * int(SQUARES)))
    for which in range(i64(4)):
        base: i64 = which * SQUARES
        ways[base + (_START if which == 3 else _GOALS[which])] = 0
        changed = True
        while changed:
            changed = False
            for square in range(SQUARES):
                best: i64 = ways[base + square]
                cost: i64 = costs[square]
                for side in range(i64(4)):
                    if joins[square] >> side & 1:
                        way: i64 = i64(ways[base + square + _SIDES[side]]) + cost
                        best = min(best, way)
                if best < ways[base + square]:
                    ways[base + square] = best
                    changed = True
    return ways


def _joins(window: list[int]) -> vec[i64]:
    """By square: the sides through which a way may come in; nothing leads into a goal that is face down."""
    joins = vec[i64]([i64(0)] * int(SQUARES))
    for square in range(SQUARES):
        into: i64 = _open(window, square)
        if window[square] & 31 == 0 and _is_goal(square):
            into = 0
        for side in range(i64(4)):
            y: i64 = square // COLUMNS + (side - 1 if side in (0, 2) else 0)
            x: i64 = square % COLUMNS + (2 - side if side in (1, 3) else 0)
            if not (into >> side & 1 and 0 <= y < ROWS and 0 <= x < COLUMNS):
                continue
            if _open(window, y * COLUMNS + x) >> (side ^ 2) & 1:
                joins[square] = i64(joins[square]) | 1 << side
    return joins


def _open(window: list[int], square: i64) -> i64:
    """The sides at which a way may leave: of a dead end none."""
    shape: i64 = i64(window[square]) & 31
    if shape == 0:
        return 15
    return shape & 15 if shape & 16 else 0


def _is_goal(square: i64) -> bool:
    return square == _GOALS[0] or square == _GOALS[1] or square == _GOALS[2]


def _planes(seen: Seen, aim: list[int], ways: vec[i64]) -> vec[i64]:
    planes = vec[i64]([i64(0)] * int(SQUARES * PLANES))
    chances = vec[i64]([i64(chance) for chance in aim])
    window = seen.window
    for square in range(SQUARES):
        at: i64 = square * PLANES
        shape: i64 = i64(window[square])
        for bit in range(i64(6)):
            planes[at + bit] = (shape >> bit & 1) * ONE
        planes[at + 6] = ONE if shape & 31 else 0
        row: i64 = square // COLUMNS
        column: i64 = square % COLUMNS
        planes[at + 19] = ONE if row in (0, ROWS - 1) or column in (0, COLUMNS - 1) else 0
        _write_ways(planes, at, ways, square, chances)
    for goal in range(3):
        at = i64(_GOALS[goal]) * PLANES
        planes[at + 7] = ONE
        planes[at + 8] = i64(_chance(aim[goal]))
        planes[at + 9] = i64(seen.cards[goal]) * ONE
    return planes


def _write_ways(planes: vec[i64], at: i64, ways: vec[i64], square: i64, chances: vec[i64]) -> None:
    """To each goal and to the one aimed at, from the start, and by how much a way through here is longer."""
    start: i64 = ways[3 * SQUARES + square]
    expected: i64 = 0
    detour: i64 = 0
    for goal in range(i64(3)):
        way: i64 = ways[goal * SQUARES + square]
        longer: i64 = way + start - i64(ways[goal * SQUARES + _START])
        longer = min(longer, _FARTHEST_DETOUR)
        planes[at + 10 + goal] = way * (ONE // 8)
        planes[at + 15 + goal] = longer * (ONE // 4)
        expected += chances[goal] * way
        detour += chances[goal] * longer
    planes[at + 13] = i64(_part(int(expected), 8 * _FINE))
    planes[at + 14] = start * (ONE // 8)
    planes[at + 18] = i64(_part(int(detour), 4 * _FINE))
