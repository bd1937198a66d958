"""How far a turn leads: two changes of the paths and a walk, LAB-3.1, LAB-3.4. Rotations are numbered."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_castle import CENTRE, CORRIDOR, HALLS, Standing, standing

NOWHERE: Final[i64] = -1
_UNKNOWN: Final[i64] = -1
_TURNS: Final[i64] = 9


def number_of(outer: i64, inner: i64, centre: i64) -> i64:
    return (outer * CORRIDOR + inner) * CENTRE + centre


def turned(rotation: i64, code: i64) -> i64:
    """`code` as in the kernel: outer +1 -1, inner +1 -1, centre 1 to 5."""
    centre: i64 = rotation % CENTRE
    inner: i64 = rotation // CENTRE % CORRIDOR
    outer: i64 = rotation // (CENTRE * CORRIDOR)
    if code >= 4:
        centre = (centre + code - 3) % CENTRE
    else:
        notch: i64 = CORRIDOR - 1 if code & 1 else 1
        if code < 2:
            outer = (outer + notch) % CORRIDOR
        else:
            inner = (inner + notch) % CORRIDOR
    return number_of(outer, inner, centre)


def castle(rotation: i64) -> Standing:
    return standing(rotation // (CENTRE * CORRIDOR), rotation // CENTRE % CORRIDOR, rotation % CENTRE)


@mypyc_attr(allow_interpreted_subclasses=False)
class Ways:
    """What two changes can lead to; worked out when asked for, and kept."""

    def __init__(self, *, either_way: bool) -> None:
        self.either_way: bool = either_way
        self._ends: list[list[i64] | None] = [None] * (CORRIDOR * CORRIDOR * CENTRE)
        self._reach: list[i64] = [_UNKNOWN] * (CORRIDOR * CORRIDOR * CENTRE * HALLS)

    def changes(self) -> list[i64]:
        return [code for code in range(_TURNS) if self.either_way or code >= 4 or code % 2 == 0]

    def ends(self, rotation: i64) -> list[i64]:
        """Every rotation that two changes can lead to, once."""
        known = self._ends[rotation]
        if known is not None:
            return known
        found: list[i64] = []
        for first in self.changes():
            middle: i64 = turned(rotation, first)
            for second in self.changes():
                if first >= 4 and second >= 4:
                    continue
                end: i64 = turned(middle, second)
                if end not in found:
                    found.append(end)
        self._ends[rotation] = found
        return found

    def reach(self, rotation: i64, hall: i64) -> i64:
        """The mask of halls that somebody there can get to in a turn that begins with this rotation."""
        at: i64 = rotation * HALLS + hall
        mask: i64 = self._reach[at]
        if mask == _UNKNOWN:
            mask = 0
            for end in self.ends(rotation):
                mask |= castle(end).reach[hall]
            self._reach[at] = mask
        return mask
