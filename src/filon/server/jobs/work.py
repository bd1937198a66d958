"""What runs in the process that analyses: jobs in slices, each given up for the other after a moment.

The server imports this file to name its functions, and nothing of the coach with it.
"""

# ruff: noqa: PLC0415 - only the process that works loads what it works with

import contextlib
import os
import time
import traceback
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from filon.games.contract import FilonError

_NICEST_SESSION: Final = 10
_PUZZLE_S: Final = 45.0
"""Of this core, after which the best puzzle found so far is taken."""


class Made(NamedTuple):
    """`digests`: by seat, what the record of who sat there keeps."""

    result: bytes
    digests: tuple[bytes, ...] = ()


class Forgotten(Exception):  # noqa: N818
    """This process was started anew since the job began."""


class Unworkable(Exception):  # noqa: N818
    """Nothing will come of this job, however often it is tried."""


class Broken(Exception):  # noqa: N818
    """A mistake of ours; not every exception finds its way from one process to another."""


Work: TypeAlias = Generator[float, None, Made]

_under_way: dict[str, Work] = {}


def ready(niceness: int) -> int:
    """Steps behind everybody else.

    Where Linux shares a processor among sessions first (autogroup), niceness counts within one alone: a busy
    process would make the whole session of the server wait for those of others. So this one has a session
    of its own, nice as well, but not so nice that on a busy machine it would never be done.
    """
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(niceness)
    with contextlib.suppress(AttributeError, OSError):
        os.setsid()
        session = str(min(niceness, _NICEST_SESSION))
        Path("/proc/self/autogroup").write_text(session, encoding="ascii")
    return os.getpid()


def begin(name: str, kind: str, data: bytes) -> None:
    _under_way[name] = _KINDS[kind](data)


def advance(name: str, for_s: float) -> float | Made:
    """How far it is after so long, or what came of it. What it raises is the end of it."""
    work = _under_way.pop(name, None)
    if work is None:
        raise Forgotten(name)
    until = time.monotonic() + for_s
    progress = 0.0
    try:
        while time.monotonic() < until:
            progress = next(work)
    except StopIteration as end:
        made: Made = end.value
        return made
    except FilonError as error:
        raise Unworkable(str(error)) from None
    except Exception as error:  # noqa: BLE001 - it reaches the server, which tells its log
        raise Broken("".join(traceback.format_exception(error))) from None
    _under_way[name] = work
    return progress


def drop(name: str) -> None:
    _under_way.pop(name, None)


def _analysis(data: bytes) -> Work:
    """`data` is an exported game."""
    import msgspec

    from filon.coach.analysis import analysing
    from filon.coach.record_model import digest_of
    from filon.coach.rounds import rounds_of
    from filon.tables.export import read_game

    file = read_game(data)
    analysis = yield from analysing(file)
    rounds = rounds_of(file)
    digests = [msgspec.json.encode(digest_of(analysis, seat, played)) for seat, played in enumerate(rounds)]
    return Made(msgspec.json.encode(analysis), tuple(digests))


def _daily(data: bytes) -> Work:
    """`data` is the day and the game."""
    import msgspec

    from filon.coach.puzzle import searching

    day, game = data.decode().split()
    began = time.process_time()
    found: Any = yield from searching(game, day, enough=lambda: time.process_time() - began > _PUZZLE_S)
    return Made(msgspec.json.encode(found))


_KINDS: Final[dict[str, Callable[[bytes], Work]]] = {"analysis": _analysis, "daily": _daily}
