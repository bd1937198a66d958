"""Two hard players of Out of Mine! at full speed: does each fill its gallery, and how long does it think?

Every face with every card against another face and card, both working at once from one stock. Who has
finished gives up instead of calling, so that the other can finish too.

python bench/digging.py [--every 1] [--expert]
python bench/digging.py --paced hard,normal [--games 200] [--expert]

With `--paced` whole games by the clock, each level at the pace that it has at a table: `filon arena` gives
everybody as many motions as anybody else.
"""

import argparse
from collections.abc import Sequence
from time import process_time

from filon.bots import level
from filon.bots.arena.standings import share_of
from filon.bots.outofmine.hard import choose_hard
from filon.bots.pace import pause_ms
from filon.bots.sight import Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import TABLE, Seat, play
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.model import Call, GiveUp, Mine, Options, Placing, State
from filon.games.outofmine.pieces import PILE, STOCKS, Side
from filon.games.outofmine.scoring import count

MOST_MOTIONS = 400
PAUSE = 800
"""A table's own, in milliseconds."""


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


def week(levels: Sequence[str], options: Options, number: int) -> float:
    """What part of a game's win goes to the first level, seat by seat in the order given."""
    random = FastRandom(number)
    state = OUTOFMINE.deal(len(levels), options, random)
    due = dict.fromkeys((Seat(seat) for seat in range(len(levels))), 0)
    sequence = now = 0
    while (outcome := OUTOFMINE.outcome(state)) is None:
        waiting = OUTOFMINE.to_act(state)
        table = OUTOFMINE.legal_actions(state, TABLE)
        if not waiting:
            state, _ = play(OUTOFMINE, state, TABLE, table[0], random)
            continue
        seat = min(waiting, key=lambda seat: (due[seat], seat))
        now = max(now, due[seat])
        sight = Sight(OUTOFMINE, OUTOFMINE.view(state, seat), OUTOFMINE.legal_actions(state, seat))
        action = level(levels[seat]).choose(sight, FastRandom(random.below(1 << 32)))
        state, _ = play(OUTOFMINE, state, seat, action, random)
        sequence += 1
        due[seat] = now + pause_ms("outofmine", levels[seat], PAUSE, seat, number * 10_000 + sequence)
    first = [seat for seat in outcome.winners if levels[seat] == levels[0]]
    return len(first) / len(outcome.winners)


def paced(levels: Sequence[str], options: Options, games: int) -> None:
    won = 0.0
    for number in range(games):
        order = levels if number % 2 == 0 else [*reversed(levels)]
        part = week(order, options, number // 2)
        won += part if number % 2 == 0 else 1 - part
    share = share_of(won, games)
    print(f"{levels[0]} wins {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {games} by the clock")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only one pair in so many")
    parser.add_argument("--expert", action="store_true", help="with elves and finds")
    parser.add_argument("--paced", default="", help="two levels: whole games, each at its own pace")
    parser.add_argument("--games", type=int, default=200, help="how many of them")
    arguments = parser.parse_args()
    options = Options(elves="on", finds="on") if arguments.expert else Options()
    if arguments.paced:
        paced(arguments.paced.split(","), options, arguments.games)
        return
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
