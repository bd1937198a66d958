"""How long a `filon` command takes to answer, beside Python that does nothing: `python -m bench.start`.

The best of several runs each, taking turns: the machine has other work. Seconds of the wall are what a person
waits; seconds of the processor do not grow with what others do.
"""

import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final, NamedTuple

RUNS: Final = 10
WANTED_S: Final = 0.3
COMMANDS: Final = {
    "python -c pass": ("-c", "pass"),
    "filon --version": ("-m", "filon", "--version"),
    "filon --help": ("-m", "filon", "--help"),
    "filon games": ("-m", "filon", "games"),
    "filon games --json": ("-m", "filon", "games", "--json"),
    "filon serve --help": ("-m", "filon", "serve", "--help"),
    "filon arena --help": ("-m", "filon", "arena", "--help"),
    "filon play": ("-m", "filon", "play"),
    "filon simulate diamant --games 1": ("-m", "filon", "simulate", "diamant", "--games", "1"),
}


class Run(NamedTuple):
    wall_s: float
    processor_s: float


def run(words: tuple[str, ...]) -> Run:
    before, began = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(  # noqa: S603 - our own commands
        [sys.executable, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True
    )
    ended, after = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(ended - began, spent)


def main() -> None:
    runs: dict[str, list[Run]] = {name: [] for name in COMMANDS}
    for _ in range(RUNS):
        for name, words in COMMANDS.items():
            runs[name].append(run(words))
    nothing = min(one.processor_s for one in runs["python -c pass"])
    print(f"{'command':34} {'wall s':>8} {'processor s':>12} {'times python -c pass':>21}")
    for name, found in runs.items():
        wall, spent = min(one.wall_s for one in found), min(one.processor_s for one in found)
        late = f"  asked for: under {WANTED_S} s" if wall >= WANTED_S else ""
        print(f"{name:34} {wall:8.3f} {spent:12.3f} {spent / nothing:21.1f}{late}")


if __name__ == "__main__":
    main()
