"""`filon` on a machine whose wall clock is wrong by FILON_TEST_STEP_S seconds, and by as much again whenever
SIGUSR2 comes: `python -m tests.server.stepped serve`.

What measures durations (`time.monotonic`, the event loop) goes on, as it does where somebody sets a clock.
"""

import os
import signal
import sys
import time

real_time, real_time_ns = time.time, time.time_ns
step_s = int(os.environ.pop("FILON_TEST_STEP_S", "0"))
offset_s = step_s if os.environ.pop("FILON_TEST_STEP_FIRST", "") else 0


def step(*_: object) -> None:
    global offset_s  # noqa: PLW0603 - there is one wall clock
    offset_s += step_s
    os.write(2, b'{"event": "stepped"}\n')


if __name__ == "__main__":
    time.time = lambda: real_time() + offset_s
    time.time_ns = lambda: real_time_ns() + offset_s * 1_000_000_000
    signal.signal(signal.SIGUSR2, step)

    from filon.server.cli import app

    app(sys.argv[1:])
