"""Make the castle of Le Labyrinthe Secret anew: openings by hill climbing on the measures of LAB-1.4.

`python bench/design_castle.py` prints the very text that `filon/games/labyrinth/castle.py` keeps, after some
three minutes; another seed as argument gives another castle. Nothing here is used by the game, and the
tests measure the castle again with the game's own passages.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

SEED = 2
STEPS = 500
COUNTS = (24, 24, 24, 12, 12, 6)
FIRST = (0, 24, 48, 72, 84, 96)
LETTERS = "ABCDEF"
DOORS = {
    **dict.fromkeys(("A in", "B out", "B in", "C out", "C in", "D out"), 24),
    **dict.fromkeys(("D in", "E out", "E in", "F out"), 12),
}
STARTS = (2, 8, 14, 20)
SECRETS_IN_ZONE = (4, 4, 4, 2, 2, 2)
NAMES = (
    *("crown", "goblet", "sceptre", "mirror", "lamp", "harp", "hourglass"),
    *("miller", "piper", "smith", "baker", "tailor", "lookout", "sleeper"),
    *("dragon", "unicorn", "griffin", "phoenix"),
)
TURNS = [(2, 0, 0), (0, 2, 0), (1, 1, 0)] + [turn for by in range(1, 6) for turn in ((1, 0, by), (0, 1, by))]
POSITIONS = list(product(range(12), range(12), range(6)))
INDEX = {position: at for at, position in enumerate(POSITIONS)}
AFTER = [
    [INDEX[(outer + o) % 12, (inner + i) % 12, (centre + c) % 6] for o, i, c in TURNS]
    for outer, inner, centre in POSITIONS
]


@dataclass(frozen=True)
class Design:
    """Open sides as tuples of 0 and 1: between a square and the next clockwise, and along each border."""

    rings: tuple[tuple[int, ...], ...]
    doors: dict[str, tuple[int, ...]]
    secrets: tuple[int, ...]
    cost: float = field(default=0.0, compare=False)
    figures: str = ""


def links(design: Design, outer: int, inner: int, centre: int) -> Iterator[tuple[int, int]]:
    """The pairs of squares between which a passage is open."""
    doors = design.doors
    for first, ring in zip(FIRST, design.rings, strict=True):
        for at, is_open in enumerate(ring):
            if is_open:
                yield first + at, first + (at + 1) % len(ring)
    for angle in range(24):
        on_outer, on_inner = (angle - 2 * outer) % 24, (angle - 2 * inner) % 24
        if doors["A in"][angle] and doors["B out"][on_outer]:
            yield FIRST[0] + angle, FIRST[1] + on_outer
        if doors["B in"][on_outer] and doors["C out"][angle]:
            yield FIRST[1] + on_outer, FIRST[2] + angle
        if doors["C in"][angle] and doors["D out"][on_inner]:
            yield FIRST[2] + angle, FIRST[3] + on_inner // 2
    for angle in range(12):
        on_inner, on_centre = (angle - inner) % 12, (angle - 2 * centre) % 12
        if doors["D in"][on_inner] and doors["E out"][angle]:
            yield FIRST[3] + on_inner, FIRST[4] + angle
        if doors["E in"][angle] and doors["F out"][on_centre]:
            yield FIRST[4] + angle, FIRST[5] + on_centre // 2


def regions(design: Design, position: tuple[int, int, int]) -> list[int]:
    """The connected parts of the castle in one position, as masks of squares."""
    beside = [0] * 102
    for one, other in links(design, *position):
        beside[one] |= 1 << other
        beside[other] |= 1 << one
    left, parts = (1 << 102) - 1, []
    while left:
        part = edge = left & -left
        while edge:
            square = edge & -edge
            edge ^= square
            new = beside[square.bit_length() - 1] & ~part
            part |= new
            edge |= new
        parts.append(part)
        left &= ~part
    return parts


def turns_to(secret: int, parts: list[list[int]], limit: int = 6) -> list[list[int]]:
    """For each number of turns up to the one that suffices everywhere: by position, who can be there."""
    near = [next(mask for mask in masks if mask >> secret & 1) for masks in parts]
    layers: list[list[int]] = []
    while True:
        layer = []
        for after in AFTER:
            mask = 0
            for at in after:
                mask |= near[at]
            layer.append(mask)
        layers.append(layer)
        if len(layers) == limit or all(mask == (1 << 102) - 1 for mask in layer):
            return layers
        near = [sum(mask for mask in masks if mask & layer[at]) for at, masks in enumerate(parts)]


def measured(design: Design) -> Design:
    parts = [regions(design, position) for position in POSITIONS]
    reach = sorted(mask.bit_count() for masks in parts for mask in masks for _ in range(mask.bit_count()))
    low, median, high = (reach[len(reach) * part // 100] / 102 for part in (25, 50, 75))
    total, longest = 0, 0
    from_start = [0] * 4
    for secret in design.secrets:
        layers = turns_to(secret, parts)
        longest = max(longest, len(layers))
        total += 864 * 102
        for layer in layers:
            missing = [(1 << 102) - 1 & ~mask for mask in layer]
            total += sum(mask.bit_count() for mask in missing)
            for at, start in enumerate(STARTS):
                from_start[at] += sum(mask >> start & 1 for mask in missing)
    mean = total / (864 * 102 * 18)
    starts = [1 + late / (864 * 18) for late in from_start]
    unfair = max(starts) / min(starts) - 1
    closed = sum(1 for square in range(102) if sides_open(design, square) < 2)
    cost = (
        8 * max(0, longest - 4)
        + 40 * max(0.0, unfair - 0.01)
        + 6 * abs(mean - 1.6)
        + 10 * abs(median - 0.27)
        + 5 * (max(0.0, 0.15 - low) + max(0.0, high - 0.40))
        + 0.3 * closed
    )
    figures = (
        f"reach: quarter {low:.0%}, median {median:.0%}, three quarters {high:.0%}; turns to a secret: "
        f"mean {mean:.3f}, longest {longest}; start chambers {', '.join(f'{turns:.3f}' for turns in starts)} "
        f"(best to worst {unfair:.1%}); {closed} squares with one opening or none"
    )
    return replace(design, cost=cost, figures=figures)


def sides_open(design: Design, square: int) -> int:
    zone = _zone_of(square)
    at, ring = square - FIRST[zone], design.rings[zone]
    count = ring[at] + ring[at - 1]
    for side in ("out", "in"):
        row = design.doors.get(f"{LETTERS[zone]} {side}", ())
        width = len(row) // COUNTS[zone]
        count += sum(row[at * width : (at + 1) * width])
    return count


def scattered(rng: random.Random) -> Design:
    """A castle by chance, with secrets spread evenly over each zone and none in a start chamber."""
    rings = tuple(tuple(int(rng.random() < 0.62) for _ in range(count)) for count in COUNTS)
    doors = {name: tuple(int(rng.random() < 0.58) for _ in range(count)) for name, count in DOORS.items()}
    squares = []
    for zone, count in enumerate(SECRETS_IN_ZONE):
        step = COUNTS[zone] // count
        turn = rng.randrange(step)
        squares += [FIRST[zone] + (turn + step * at) % COUNTS[zone] for at in range(count)]
    return Design(rings, doors, tuple(square if square not in STARTS else square + 1 for square in squares))


def varied(design: Design, rng: random.Random) -> Design:
    """A wall opened or closed, or a secret moved by a square."""
    roll = rng.random()
    if roll < 0.35:
        zone = rng.randrange(6)
        rings = list(design.rings)
        rings[zone] = _flipped(rings[zone], rng)
        return replace(design, rings=tuple(rings))
    if roll < 0.9:
        name = rng.choice(list(DOORS))
        return replace(design, doors={**design.doors, name: _flipped(design.doors[name], rng)})
    at = rng.randrange(18)
    square = design.secrets[at]
    zone = _zone_of(square)
    moved = FIRST[zone] + (square - FIRST[zone] + rng.choice((1, -1))) % COUNTS[zone]
    if moved in STARTS or moved in design.secrets:
        return design
    return replace(design, secrets=(*design.secrets[:at], moved, *design.secrets[at + 1 :]))


def _flipped(row: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    at = rng.randrange(len(row))
    return (*row[:at], 1 - row[at], *row[at + 1 :])


def climbed(rng: random.Random, steps: int) -> Design:
    best = min((measured(scattered(rng)) for _ in range(12)), key=lambda design: design.cost)
    for step in range(steps):
        candidate = varied(best, rng)
        for _ in range(rng.randrange(3)):
            candidate = varied(candidate, rng)
        candidate = measured(candidate)
        if candidate.cost < best.cost:
            best = candidate
            print(f"{step:4} {best.cost:.3f} {best.figures}", file=sys.stderr)
    return best


def written(design: Design) -> str:
    """The design as the text that castle.py reads."""
    zones = []
    for letter, ring in zip(LETTERS, design.rings, strict=True):
        rows = {
            f"{letter} out": design.doors.get(f"{letter} out"),
            f"{letter} in": design.doors.get(f"{letter} in"),
        }
        lines = [f"{name:8}{''.join('-o'[is_open] for is_open in row)}" for name, row in rows.items() if row]
        lines.insert(
            0 if letter == "A" else 1, f"{letter} ring  {''.join('|.'[is_open] for is_open in ring)}"
        )
        zones.append("\n".join(lines))
    return "\n\n".join([*zones, "\n".join(placed(design))])


def placed(design: Design) -> list[str]:
    """The secrets' squares, in such an order that no zone is rich in one kind."""
    names = [NAMES[at * 7 % 18] for at in range(18)]
    squares = dict(zip(names, sorted(design.secrets), strict=True))
    lines = [f"{name:10}{_named(squares[name])}" for name in NAMES]
    return [*lines, f"{'start':10}{' '.join(_named(start) for start in STARTS)}"]


def _named(square: int) -> str:
    zone = _zone_of(square)
    return f"{LETTERS[zone]}{square - FIRST[zone] + 1}"


def _zone_of(square: int) -> int:
    return max(zone for zone in range(6) if FIRST[zone] <= square)


if __name__ == "__main__":
    found = climbed(random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else SEED), STEPS)
    print(written(found))
    print(found.figures, file=sys.stderr)
