"""How long one filling takes: random faces and cards, out of the full stock or a plundered one.

python bench/solver.py [--pairs 5000] [--pentominoes]
"""

import argparse
from time import perf_counter

from filon.games.chance import FastRandom, pick
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.geometry import drawn
from filon.games.outofmine.packing import allowance, at_hand, packer
from filon.games.outofmine.pieces import COLOURS, FIGURES, STOCKS, Colour, Shape, Side
from filon.games.outofmine.solver import Packer

FULL = at_hand(STOCKS["off"])


def report(what: str, seconds: list[float]) -> None:
    seconds.sort()
    median, p90, worst = (
        1e6 * seconds[min(int(len(seconds) * share), len(seconds) - 1)] for share in (0.5, 0.9, 1)
    )
    print(f"{what:<36} median {median:9.1f} us   p90 {p90:9.1f} us   max {worst:9.1f} us   n {len(seconds)}")


def random_pairs(pairs: int) -> None:
    random = FastRandom(1)
    for board in ALL_BOARDS:
        for side in Side:
            packer(board, side)
    full: list[float] = []
    plundered: list[float] = []
    for _ in range(pairs):
        solver = packer(pick(ALL_BOARDS, random), pick(tuple(Side), random))
        granted = allowance(TREASURES[pick(tuple(TREASURES), random)])
        before = perf_counter()
        solver.fill_one(granted, FULL)
        full.append(perf_counter() - before)
        left = [random.below(count + 1) for count in FULL]
        before = perf_counter()
        solver.best_partial(granted, left)
        plundered.append(perf_counter() - before)
    report("one filling, full stock", full)
    report("best partial filling, plundered stock", plundered)


def pentominoes() -> None:
    white = [FIGURES[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE]
    shapes = [*white, drawn("#.. ##. .##"), drawn(".#. ### .#.")]
    solver = Packer([(row, column) for row in range(6) for column in range(10)], shapes, [0] * len(shapes))
    before = perf_counter()
    found = sum(1 for _ in solver.fill_all([len(shapes)], [1] * len(shapes)))
    print(f"12 pentominoes in 6 by 10: {found} fillings in {perf_counter() - before:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--pentominoes", action="store_true", help="also fill 6 by 10 in all ways")
    arguments = parser.parse_args()
    random_pairs(arguments.pairs)
    if arguments.pentominoes:
        pentominoes()


if __name__ == "__main__":
    main()
