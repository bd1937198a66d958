"""Two hard players of Out of Mine! at full speed: does each fill its gallery, and how long does it think?

Every face with every card against another face and card, both working at once from one stock. Who has
finished gives up instead of calling, so that the other can finish too.

python bench/digging.py [--every 1] [--expert]
"""

import argparse
from time import process_time

from filon.bots.outofmine.hard import choose_hard
from filon.bots.sight import Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat, play
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.model import Call, GiveUp, Mine, Options, Placing, State
from filon.games.outofmine.pieces import PILE, STOCKS, Side
from filon.games.outofmine.scoring import count

MOST_MOTIONS = 400


def start(options: Options, own: Mine, other: Mine) -> State:
    rest = tuple(board for board in ALL_BOARDS if board not in {own.board, other.board})
    return State(
        options=options,
        round=1,
        scores=(0, 0),
        boards=(own.board, other.board),
        phase=Placing((own, other), STOCKS[options.finds]),
        board_pile=rest[:PILE],
        box=rest[PILE:],
        card_pile=tuple(card for card in ALL_CARDS if card not in {own.card, other.card}),
    )


def race(state: State, random: FastRandom, seconds: list[float]) -> int:
    """How many of the two filled their galleries."""
    full = 0
    for _ in range(MOST_MOTIONS):
        waiting = sorted(OUTOFMINE.to_act(state))
        seat = pick(waiting, random)
        sight = Sight(OUTOFMINE, OUTOFMINE.view(state, seat), OUTOFMINE.legal_actions(state, seat))
        before = process_time()
        action = choose_hard(sight, FastRandom(random.below(1 << 32)))
        seconds.append(process_time() - before)
        if action == Call():
            assert isinstance(state.phase, Placing)
            assert count(state.options, state.phase.mines[seat], called=True).call > 0, "a false call"
            full += 1
            action = GiveUp()
        if action == GiveUp() and waiting == [seat]:
            return full
        state, _ = play(OUTOFMINE, state, Seat(seat), action, random)
    return full


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only one pair in so many")
    parser.add_argument("--expert", action="store_true", help="with elves and finds")
    arguments = parser.parse_args()
    options = Options(elves="on", finds="on") if arguments.expert else Options()
    random = FastRandom(1)
    seconds: list[float] = []
    galleries = filled = 0
    pairs = [(board, side, card) for board in ALL_BOARDS for side in Side for card in ALL_CARDS]
    for board, side, card in pairs[:: arguments.every]:
        other = Mine(
            pick([one for one in ALL_BOARDS if one != board], random),
            pick(tuple(Side), random),
            pick([one for one in ALL_CARDS if one != card], random),
        )
        filled += race(start(options, Mine(board, side, card), other), random, seconds)
        galleries += 2
    seconds.sort()
    median, p90, longest = (
        1e3 * seconds[min(int(len(seconds) * part), len(seconds) - 1)] for part in (0.5, 0.9, 1)
    )
    print(f"{filled} of {galleries} galleries filled; {len(seconds)} decisions")
    print(f"thinking: median {median:.2f} ms, p90 {p90:.2f} ms, longest {longest:.1f} ms")


if __name__ == "__main__":
    main()
