"""How long one filling takes, by the law's solver and by the compiled one: random faces and cards, out of the
full stock or a plundered one.

python bench/solver.py [--pairs 5000] [--pentominoes]
"""

import argparse
from time import process_time

from filon.games.chance import FastRandom, pick
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.geometry import drawn
from filon.games.outofmine.packing import allowance
from filon.games.outofmine.packing import packer as law_packer
from filon.games.outofmine.pieces import COLOURS, FIGURES, Colour, Shape, Side
from filon.kernels import COMPILED
from filon.kernels.outofmine.kernel_packing import Packer
from filon.kernels.outofmine.packing import ALL_TILES, packer


def report(what: str, seconds: list[float]) -> None:
    seconds.sort()
    median, p90, worst = (
        1e6 * seconds[min(int(len(seconds) * share), len(seconds) - 1)] for share in (0.5, 0.9, 1)
    )
    print(f"{what:<42} median {median:9.1f} us   p90 {p90:9.1f} us   max {worst:9.1f} us   n {len(seconds)}")


def random_pairs(pairs: int) -> None:
    for name, solver_of in (("law", law_packer), ("compiled" if COMPILED else "interpreted", packer)):
        for board in ALL_BOARDS:
            for side in Side:
                solver_of(board, side)
        random = FastRandom(1)
        full: list[float] = []
        plundered: list[float] = []
        for _ in range(pairs):
            solver = solver_of(pick(ALL_BOARDS, random), pick(tuple(Side), random))
            granted = allowance(TREASURES[pick(tuple(TREASURES), random)])
            before = process_time()
            solver.fill_one(granted, ALL_TILES)
            full.append(process_time() - before)
            left = [random.below(count + 1) for count in ALL_TILES]
            before = process_time()
            solver.best_partial(granted, left)
            plundered.append(process_time() - before)
        report(f"{name}: one filling, full stock", full)
        report(f"{name}: best partial, plundered stock", plundered)


def pentominoes() -> None:
    white = [FIGURES[shape] for shape in Shape if COLOURS[shape] is Colour.WHITE]
    shapes = [*white, drawn("#.. ##. .##"), drawn(".#. ### .#.")]
    region = [(row, column) for row in range(6) for column in range(10)]
    solver = Packer(region, shapes, [0] * 12, [1] * 12)
    before = process_time()
    found = len(solver.fill_all([12], [1] * 12))
    print(f"12 pentominoes in 6 by 10: {found} fillings in {process_time() - before:.2f} s")


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
