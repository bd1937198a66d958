"""The numbers by which playouts go, by place; they were found by climbing, and what won more was kept.

Those of saboteurs: a card more for the diggers to lay is 100. Three in a row are for five cards or more that
are missing, for three or four, for less. PLAIN won most against diggers of the normal level; WATCHED and the
diggers' TRUSTING were climbed in turn, each against the other, over thousands of rounds among four, five and
seven for each change.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NARROWER: Final[i64] = 0
"""For each point that a way is narrower."""
DEAD_END_SPENT: Final[i64] = 3
PASSAGE_SPENT: Final[i64] = 6
ROCKS_SPENT: Final[i64] = 9
STOP: Final[i64] = 12
STOP_AGAIN: Final[i64] = 15
"""Somebody whose tools are broken already."""
LOOKING: Final[i64] = 18
MENDING: Final[i64] = 21
THROW_AWAY: Final[i64] = 24
DIG_ALONG: Final[i64] = 27
"""To lay a passage that leads nearer, while nobody suspects it."""
HIDE: Final[i64] = 30
"""What a dead end or rocks cost more, while nobody suspects it."""
LATER: Final[i64] = 33
"""For each seat that comes before the one that is stopped."""
MENDER: Final[i64] = 34
"""For each card that may still mend it."""
NEAR: Final[i64] = 35
"""Rocks wait until the diggers are so near, in cards."""
PASSAGE_WORTH: Final[i64] = 36
"""By openings, two to four: what it is worth to keep, as in those that follow."""
DEAD_END_WORTH: Final[i64] = 39
MAP_WORTH: Final[i64] = 40
READ_MAP_WORTH: Final[i64] = 41
ROCKS_WORTH: Final[i64] = 42
BROKEN_WORTH: Final[i64] = 43
REPAIR_WORTH: Final[i64] = 44
BAR: Final[i64] = 45
"""Who looks worse than this has nothing left to hide, in hundredths as in `kernel_trust.py`."""
BLAMED: Final[i64] = 46
"""For each unit by which deeds speak against the one that is stopped."""
PLAIN: Final = vec[i64](
    [
        number
        for row in (
            [18, 2, 12],  # NARROWER
            [120, 117, 21],  # DEAD_END_SPENT
            [149, 156, 136],  # PASSAGE_SPENT
            [344, 144, 111],  # ROCKS_SPENT
            [242, 163, 197],  # STOP
            [187, -27, -39],  # STOP_AGAIN
            [-48, 29, -8],  # LOOKING
            [-5, 58, 5],  # MENDING
            [-34, 10, -25],  # THROW_AWAY
            [-9999, -9999, -9999],  # DIG_ALONG
            [0, 0, 0],  # HIDE
            [38],  # LATER
            [-6],  # MENDER
            [7],  # NEAR
            [13, 9, 24],  # PASSAGE_WORTH
            [337],  # DEAD_END_WORTH
            [254],  # MAP_WORTH
            [33],  # READ_MAP_WORTH
            [458],  # ROCKS_WORTH
            [98],  # BROKEN_WORTH
            [35],  # REPAIR_WORTH
            [0],  # BAR
            [0],  # BLAMED
        )
        for number in row
    ]
)
WATCHED: Final = vec[i64](
    [
        number
        for row in (
            [0, 13, 30],  # NARROWER
            [-79, 117, 21],  # DEAD_END_SPENT
            [149, 159, 136],  # PASSAGE_SPENT
            [344, 69, 13],  # ROCKS_SPENT
            [208, 163, 329],  # STOP
            [67, -190, -39],  # STOP_AGAIN
            [-122, 12, 46],  # LOOKING
            [-5, 58, -17],  # MENDING
            [-11, 15, -51],  # THROW_AWAY
            [60, 142, -327],  # DIG_ALONG
            [80, 40, 12],  # HIDE
            [38],  # LATER
            [-6],  # MENDER
            [6],  # NEAR
            [16, 36, 20],  # PASSAGE_WORTH
            [267],  # DEAD_END_WORTH
            [240],  # MAP_WORTH
            [33],  # READ_MAP_WORTH
            [446],  # ROCKS_WORTH
            [98],  # BROKEN_WORTH
            [71],  # REPAIR_WORTH
            [-86],  # BAR
            [21],  # BLAMED
        )
        for number in row
    ]
)

BREAK_BAR: Final[i64] = 0
"""Somebody is stopped when deeds say more against it; the scale as in `kernel_digger.py`."""
BREAK_FIRST: Final[i64] = 1
BREAK_AGAIN: Final[i64] = 2
BREAK_MORE: Final[i64] = 3
"""For each hundredth above the bar."""
LATER_TURN: Final[i64] = 4
MEND_BAR: Final[i64] = 5
"""Nobody is mended against whom deeds say more."""
MEND_FRIEND: Final[i64] = 6
MEND_MORE: Final[i64] = 7
LAST_TOOL: Final[i64] = 8
TRUSTING: Final = vec[i64]([39, 3515, -11957, 61, 861, 50, 19063, 4, -176])
