"""The castle: its plan, its passages, and the proof of LAB-1.4 over every rotation."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import msgspec
import pytest

from filon.games.contract import Seat
from filon.games.labyrinth import LABYRINTH
from filon.games.labyrinth.castle import (
    CASTLE,
    DESIGN,
    NAMES,
    SECRET_AT,
    SQUARE_OF,
    Castle,
    Rotation,
    read_castle,
)
from filon.games.labyrinth.model import FirstChange, Options
from filon.games.labyrinth.passages import EVERY_SQUARE, doorways, members, passages, regions
from filon.games.labyrinth.pieces import DIE, KIND, POSITIONS, SECRETS, Kind, Ring, Thing
from tests.games.labyrinth.castles import at, played, scene

ROTATIONS = [Rotation(*position) for position in product(range(12), range(12), range(6))]
CLOCKWISE = [
    (2, 0, 0),
    (0, 2, 0),
    (1, 1, 0),
    *((1, 0, by) for by in range(1, 6)),
    *((0, 1, by) for by in range(1, 6)),
]
"""What the two changes of a turn can come to, LAB-3.1: notches of the corridors, positions of the centre."""
EITHER = [
    *((outer, 0, 0) for outer in (-2, 0, 2)),
    *((0, inner, 0) for inner in (-2, 2)),
    *((outer, inner, 0) for outer in (-1, 1) for inner in (-1, 1)),
    *((outer, 0, by) for outer in (-1, 1) for by in range(1, 6)),
    *((0, inner, by) for inner in (-1, 1) for by in range(1, 6)),
]
"""The same where corridors turn either way, LAB-3.2: a notch on and a notch back is a turn, too."""


def joined(one: str, other: str, *rotation: int) -> bool:
    """Whether a passage leads directly from one square to the other."""
    pair = {at(one), at(other)}
    return any(set(passage) == pair for passage in passages(Rotation(*rotation)))


def test_six_zones_three_of_which_turn() -> None:
    """LAB-1.1, LAB-1.4."""
    assert [(zone.letter, zone.count, zone.ring) for zone in CASTLE.zones] == [
        ("A", 24, None),
        ("B", 24, Ring.OUTER),
        ("C", 24, None),
        ("D", 12, Ring.INNER),
        ("E", 12, None),
        ("F", 6, Ring.CENTRE),
    ]
    assert POSITIONS == {Ring.OUTER: 12, Ring.INNER: 12, Ring.CENTRE: 6}
    assert len(NAMES) == 102
    assert len(set(NAMES)) == 102


def test_secrets_lie_on_fixed_and_turning_zones_and_start_chambers_in_the_rim() -> None:
    """LAB-1.1, LAB-1.2."""
    zones = Counter(NAMES[square][0] for square in CASTLE.secrets)
    assert zones == {"A": 4, "B": 4, "C": 4, "D": 2, "E": 2, "F": 2}
    assert [NAMES[square] for square in CASTLE.starts] == ["A3", "A9", "A15", "A21"]
    assert not set(CASTLE.starts) & set(CASTLE.secrets)


def test_eighteen_cards_each_with_a_square_of_its_own() -> None:
    """LAB-1.2."""
    kinds = Counter(KIND[secret] for secret in SECRETS)
    assert kinds == {Kind.TREASURE: 7, Kind.GNOME: 7, Kind.ANIMAL: 4}
    assert len(set(CASTLE.secrets)) == 18
    assert all(SECRET_AT[SQUARE_OF[secret]] is secret for secret in SECRETS)


def test_the_die_and_the_things_of_a_duel() -> None:
    """LAB-1.3."""
    assert sorted(DIE) == [2, 2, 3, 3, 4, 4]
    assert {thing.value for thing in Thing} == {"stone", "scissors", "paper"}


def test_a_client_gets_the_whole_plan_as_plain_data() -> None:
    """LAB-1.4."""
    assert msgspec.json.decode(msgspec.json.encode(CASTLE), type=Castle) == CASTLE
    assert read_castle(DESIGN) == CASTLE
    for outer, inner in pairwise(CASTLE.zones):
        assert len(outer.inward) == len(inner.outward) == max(outer.count, inner.count)
    assert not CASTLE.zones[0].outward
    assert not CASTLE.zones[-1].inward


def test_a_ring_is_walked_where_no_wall_stands() -> None:
    """LAB-1.4: `A ring  ...|` joins A1 to A4 in a row, and not A4 to A5."""
    assert joined("A1", "A2", 0, 0, 0)
    assert joined("A3", "A4", 0, 0, 0)
    assert not joined("A4", "A5", 0, 0, 0)
    assert joined("C24", "C1", 0, 0, 0), "the last square lies beside the first"


def test_a_passage_needs_a_door_on_both_sides() -> None:
    """LAB-1.4: at rotation 0 `A in` begins ooo- and `B out` o--o: one passage, three doors before a wall."""
    first, second, third, fourth = doorways(CASTLE.zones[0], CASTLE.zones[1], Rotation(0, 0, 0))[:4]
    assert (first.outer_open, first.inner_open) == (True, True)
    assert joined("A1", "B1", 0, 0, 0)
    for way in (second, third):
        assert (way.outer_open, way.inner_open) == (True, False)
    assert not joined("A2", "B2", 0, 0, 0)
    assert (fourth.outer_open, fourth.inner_open) == (False, True)
    assert not joined("A4", "B4", 0, 0, 0)


def test_turning_a_corridor_makes_and_breaks_passages() -> None:
    """LAB-1.4: a notch of the outer corridor is two squares: B1 comes to lie inside A3, B23 inside A1."""
    assert not joined("A3", "B1", 0, 0, 0)
    assert joined("A3", "B1", 1, 0, 0)
    assert not joined("A1", "B1", 1, 0, 0)
    assert joined("A1", "B23", 1, 0, 0)
    assert joined("A1", "B1", 12 % 12, 0, 0)


def test_where_zones_differ_in_squares_a_large_square_has_two_doors() -> None:
    """LAB-1.4: C5 and C6 both have a door to D3, until the inner corridor takes it on to C7 and C8."""
    assert joined("C5", "D3", 0, 0, 0)
    assert joined("C6", "D3", 0, 0, 0)
    assert not joined("C5", "D3", 0, 1, 0)
    assert joined("C7", "D3", 0, 1, 0)
    assert joined("D2", "E2", 0, 0, 0)
    assert joined("D2", "E3", 0, 1, 0)
    assert joined("E11", "F6", 0, 0, 0)
    assert not joined("E11", "F6", 0, 0, 1)
    assert joined("E11", "F5", 0, 0, 1)


def test_regions_are_what_a_walk_along_passages_finds() -> None:
    """LAB-3.4, LAB-1.4."""
    for rotation in ROTATIONS[::97]:
        beside: dict[int, set[int]] = {square: set() for square in range(102)}
        for one, other in passages(rotation):
            beside[one].add(other)
            beside[other].add(one)
        for start in range(102):
            seen, edge = {start}, [start]
            while edge:
                new = beside[edge.pop()] - seen
                seen |= new
                edge += new
            assert set(members(regions(rotation)[start])) == seen


class Measures:
    """Turns that a player alone needs to each secret, from every square in every rotation."""

    def __init__(self, changes: list[tuple[int, int, int]]) -> None:
        self.parts = [sorted(set(regions(rotation))) for rotation in ROTATIONS]
        place = {rotation: place for place, rotation in enumerate(ROTATIONS)}
        self.after = [
            [
                place[Rotation((r.outer + o) % 12, (r.inner + i) % 12, (r.centre + c) % 6)]
                for o, i, c in changes
            ]
            for r in ROTATIONS
        ]
        self.late = [list(self._late(square)) for square in CASTLE.secrets]

    def _late(self, secret: int) -> Iterator[list[int]]:
        """For 1, 2, ... turns: by rotation, the squares from which these do not suffice."""
        goal = [next(part for part in parts if part >> secret & 1) for parts in self.parts]
        for _ in range(10):
            reached = []
            for after in self.after:
                mask = 0
                for there in after:
                    mask |= goal[there]
                reached.append(mask)
            yield [EVERY_SQUARE & ~mask for mask in reached]
            goal = [
                sum(part for part in parts if part & mask)
                for parts, mask in zip(self.parts, reached, strict=True)
            ]

    def mean_turns_from(self, square: int) -> float:
        late = sum(mask >> square & 1 for layers in self.late for layer in layers for mask in layer)
        return 1 + late / (len(ROTATIONS) * len(SECRETS))


@pytest.fixture(scope="module", params=[CLOCKWISE, EITHER], ids=["clockwise", "either"])
def measures(request: pytest.FixtureRequest) -> Measures:
    return Measures(request.param)


def test_every_secret_is_within_four_turns_from_everywhere(measures: Measures) -> None:
    """LAB-1.4."""
    assert all(not any(layers[3]) for layers in measures.late)


def test_a_typical_square_reaches_fifteen_to_forty_per_cent(measures: Measures) -> None:
    """LAB-1.4: the median over all squares in all rotations, and half of them near it."""
    sizes = sorted(
        size for parts in measures.parts for part in parts for size in [part.bit_count()] * part.bit_count()
    )
    quarter, median, three_quarters = (sizes[len(sizes) * part // 4] / 102 for part in (1, 2, 3))
    assert 0.15 < median < 0.40
    assert quarter > 0.10
    assert three_quarters < 0.40


def test_the_changes_measured_are_those_of_the_law() -> None:
    """LAB-3.1, LAB-3.2."""
    for options, changes in ((Options(), CLOCKWISE), (Options(corridors="either"), EITHER)):
        state = scene("A3 A15", phase=FirstChange(), options=options, rotation=(5, 5, 0))
        ends = set()
        for first in LABYRINTH.legal_actions(state, Seat(0)):
            middle, _ = played(state, (0, first))
            for second in LABYRINTH.legal_actions(middle, Seat(0)):
                ends.add(played(middle, (0, second))[0].rotation)
        assert ends == {Rotation(5 + outer, 5 + inner, centre) for outer, inner, centre in changes}
        assert len(ends) == len(changes)


def test_no_start_chamber_is_better_by_more_than_five_per_cent(measures: Measures) -> None:
    """LAB-1.4, LAB-2.2, LAB-3.2: over every rotation a game may begin with, and every secret."""
    means = [measures.mean_turns_from(start) for start in CASTLE.starts]
    assert max(means) <= 1.05 * min(means)
    assert 1.25 < min(means) < 1.7
