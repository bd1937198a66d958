"""The castle of LAB-1.1 and LAB-1.4: our own design, as a text that a person can read and draw.

Six zones, from the rim inwards A to F, have 24, 24, 24, 12, 12 and 6 squares, numbered clockwise from the
top when every ring stands at position 0. A square keeps its name when its zone turns, and so pawns and
secrets ride along (LAB-3.3): turning a ring changes which squares lie side by side, nothing else.

For each zone the text gives
- `ring`: after each square, whether the way to the next one clockwise is open (`.`) or walled (`|`);
- `out` and `in`: along its outer and its inner border, doorway by doorway clockwise, open (`o`) or walled
  (`-`). A border has as many doorways as the zone with more squares, so that D and F have two to a square
  on their outer side. A passage leads through where both zones are open at that angle.
Then come the squares of the secrets and the start chambers. `bench/design_castle.py` found all of it.
"""

from typing import Final, NewType

import msgspec

from filon.games.labyrinth.pieces import POSITIONS, SECRETS, Ring, Secret

DESIGN: Final = """
A ring  ...|..|.|..||..|....|..|
A in    ooo--o-o-o-ooo-o-oo--ooo

B out   o--o-ooooo-o----oo--o-oo
B ring  ..|.|.|.|...|..||..||...
B in    -o-oooooo-oo-o-oo-oooo--

C out   ooo-o-oo-o-ooooo--oooooo
C ring  |.|.|.|.....|.|....|....
C in    --ooooo---o--o-oo-o-----

D out   ----ooooo-ooooo-o-o-o---
D ring  .|..||.||.|.
D in    -o-oooo-o-o-

E out   ooooo-oooo--
E ring  |.|...||.|..
E in    ---o---o--o-

F out   -oo-----o-o-
F ring  |....|

crown     A8
goblet    D12
sceptre   C1
mirror    A24
lamp      F1
harp      C19
hourglass B14
miller    A11
piper     E4
smith     C7
baker     B2
tailor    F4
lookout   D6
sleeper   B20
dragon    A17
unicorn   E10
griffin   C13
phoenix   B7
start     A3 A9 A15 A21
"""

LETTERS: Final = "ABCDEF"
TURNS: Final = {"B": Ring.OUTER, "D": Ring.INNER, "F": Ring.CENTRE}  # LAB-1.1

Square = NewType("Square", int)
"""A square of the castle, counted clockwise from the rim inwards: A1 is 0, F6 is 101."""


class Rotation(msgspec.Struct, frozen=True, gc=False):
    """Where the rings stand: notches of 30 degrees clockwise, 60 for the centre (LAB-1.4)."""

    outer: int
    inner: int
    centre: int

    def of(self, ring: Ring) -> int:
        match ring:
            case Ring.OUTER:
                return self.outer
            case Ring.INNER:
                return self.inner
            case _:
                return self.centre


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A ring of squares between two circles. The square at index i spans the i-th of `count` equal angles.

    `clockwise` is by square, `outward` and `inward` by doorway of the border; a border that leads nowhere
    (outside the rim, inside the centre) has none.
    """

    letter: str
    first: Square
    count: int
    ring: Ring | None
    """What turns it; None: it is fixed."""
    clockwise: tuple[bool, ...]
    outward: tuple[bool, ...]
    inward: tuple[bool, ...]


class Castle(msgspec.Struct, frozen=True, gc=False):
    """`secrets` are the squares of the secrets in their order, `starts` the start chambers clockwise."""

    zones: tuple[Zone, ...]
    secrets: tuple[Square, ...]
    starts: tuple[Square, ...]


def read_castle(design: str) -> Castle:
    zones: list[Zone] = []
    rows = {name.strip(): row for name, _, row in (line.rpartition(" ") for line in design.splitlines())}
    for letter in LETTERS:
        ring = rows[f"{letter} ring"]
        zones.append(
            Zone(
                letter=letter,
                first=Square(zones[-1].first + zones[-1].count if zones else 0),
                count=len(ring),
                ring=TURNS.get(letter),
                clockwise=tuple(mark == "." for mark in ring),
                outward=tuple(mark == "o" for mark in rows.get(f"{letter} out", "")),
                inward=tuple(mark == "o" for mark in rows.get(f"{letter} in", "")),
            )
        )
    named = {f"{zone.letter}{at + 1}": Square(zone.first + at) for zone in zones for at in range(zone.count)}
    starts = next(line.split()[1:] for line in design.splitlines() if line.startswith("start"))
    return Castle(
        zones=tuple(zones),
        secrets=tuple(named[rows[secret.value]] for secret in SECRETS),
        starts=tuple(named[name] for name in starts),
    )


CASTLE: Final = read_castle(DESIGN)
NAMES: Final = tuple(f"{zone.letter}{at + 1}" for zone in CASTLE.zones for at in range(zone.count))
"""What players call the squares, by square."""
SQUARES: Final = {name: Square(at) for at, name in enumerate(NAMES)}
SQUARE_OF: Final[dict[Secret, Square]] = dict(zip(SECRETS, CASTLE.secrets, strict=True))  # LAB-1.2
SECRET_AT: Final[dict[Square, Secret]] = {square: secret for secret, square in SQUARE_OF.items()}
CHAMBERS: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""LAB-2.1: which of the start chambers the seats take; two players sit opposite each other."""


def turned_by(zone: Zone, rotation: Rotation, parts: int) -> int:
    """How far the zone is turned, in parts of the circle, of which its border or its ring has so many."""
    return 0 if zone.ring is None else rotation.of(zone.ring) * parts // POSITIONS[zone.ring]
