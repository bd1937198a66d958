"""Writes the numbers of the coach of Out of Mine!: the worth of a point, and the ways to fill each face.

    python tools/outofmine_value.py > src/filon/coach/outofmine/fitted.py

Games are played by bots of all levels, mixed by lot. For each number of seats and of rounds to be played,
Newton's method finds the weight of a point under which the winners were likeliest to win, everybody's odds
being the exponential of their weighted points. The solver counts the fillings of each face with each card.
"""

from math import exp, log10
from typing import Final

from filon.coach.played import played_game
from filon.coach.replay import moments
from filon.games.chance import FastRandom, pick
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import TREASURES
from filon.games.outofmine.packing import allowance
from filon.games.outofmine.pieces import ROUNDS, SEATS, Side
from filon.kernels.outofmine.packing import ALL_TILES, packer

GAMES: Final = 400
LEVELS: Final = ("easy", "normal", "normal", "hard")
MOST_FILLINGS: Final = 200_000
"""Nobody takes notice of more."""
_STEPS: Final = 12


def ends(seats: int) -> list[tuple[list[tuple[int, ...]], tuple[float, ...]]]:
    """By game: the totals after each round, and each seat's share of the win."""
    random = FastRandom(seats)
    found: list[tuple[list[tuple[int, ...]], tuple[float, ...]]] = []
    for number in range(GAMES):
        file = played_game(OUTOFMINE, [pick(LEVELS, random) for _ in range(seats)], number)
        rounds = moments(file)[-1].after.points
        totals = [tuple(sum(one) for one in zip(*rounds[: at + 1], strict=True)) for at in range(ROUNDS)]
        winners = file.outcome.winners
        found.append((totals, tuple((seat in winners) / len(winners) for seat in range(seats))))
    return found


def weight(games: list[tuple[tuple[int, ...], tuple[float, ...]]]) -> float:
    found = 0.0
    for _ in range(_STEPS):
        slope = bend = 0.0
        for totals, shares in games:
            odds = [exp(found * (total - max(totals))) for total in totals]
            chances = [one / sum(odds) for one in odds]
            mean = sum(chance * total for chance, total in zip(chances, totals, strict=True))
            slope += sum(share * (total - mean) for share, total in zip(shares, totals, strict=True))
            bend += sum(chance * (total - mean) ** 2 for chance, total in zip(chances, totals, strict=True))
        found += slope / bend
    return found


def main() -> None:
    print('"""What tools/outofmine_value.py found: the worth of a point, and the ways to fill each face."""')
    print()
    print("from collections.abc import Mapping")
    print("from typing import Final")
    print()
    print("from filon.games.outofmine.boards import ALL_BOARDS")
    print("from filon.games.outofmine.cards import ALL_CARDS")
    print("from filon.games.outofmine.pieces import BoardId, CardId, Side")
    print()
    print("WEIGHTS: Final[Mapping[int, tuple[float, ...]]] = {")
    for seats in SEATS:
        games = ends(seats)
        weights = [
            weight([(totals[ROUNDS - 1 - to_play], shares) for totals, shares in games])
            for to_play in range(1, ROUNDS)
        ]
        print(f"    {seats}: ({', '.join(f'{one:.3f}' for one in weights)}),")
    print("}")
    print('"""By seats, with one round to be played, with two, and so on."""')
    print()
    print('_LOGARITHMS: Final = """')
    for board in ALL_BOARDS:
        for side in Side:
            counts = [
                len(packer(board, side).fill_all(allowance(card), ALL_TILES, 0, MOST_FILLINGS))
                for card in TREASURES.values()
            ]
            print("    " + "".join(f"{10 * log10(count):02.0f}" for count in counts))
    print('"""')
    print('"""Ten times those of the numbers of fillings: a line for each face, two digits for each card."""')
    print()
    print("FILLINGS: Final[Mapping[tuple[BoardId, Side, CardId], float]] = {")
    print("    (board, side, card): int(line[2 * at : 2 * at + 2]) / 10")
    print("    for (board, side), line in zip(")
    print("        ((board, side) for board in ALL_BOARDS for side in Side),")
    print("        _LOGARITHMS.split(),")
    print("        strict=True,")
    print("    )")
    print("    for at, card in enumerate(ALL_CARDS)")
    print("}")
    print(
        '"""By face and card: the logarithm of the number of fillings from the whole stock, to base ten."""'
    )


if __name__ == "__main__":
    main()
