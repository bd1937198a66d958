"""Two hard players of Out of Mine! at full speed: does each fill its gallery, and how long does it think?

Every face with every card against another face and card, both working at once from one stock. Who has
finished gives up instead of calling, so that the other can finish too.

python bench/digging.py [--every 1] [--expert]
python bench/digging.py --paced hard,normal [--games 200] [--expert]
python bench/digging.py --times [--games 20] [--expert]

With `--paced` whole games by the clock, each level at the pace that it has at a table, second thoughts
included: `filon arena` gives everybody as many motions as anybody else. With `--times` how long a round lasts
among bots of one level: seconds from the signal to the call, on average and from the tenth to the ninetieth
of a hundred rounds.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import mean, quantiles
from time import process_time
from typing import Any, NamedTuple

from filon.bots.arena.standings import share_of
from filon.bots.outofmine.hard import choose_hard
from filon.bots.pace import LEAST_BEAT_MS, begin_ms, leave_ms, pause_ms
from filon.bots.second_thoughts import choose_at_table
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
SEAT_COUNTS = OUTOFMINE.seats


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


class Motion(NamedTuple):
    """What somebody did, and how long after the signal, in milliseconds."""

    seat: Seat
    after_ms: int
    action: Any
    state: State


def by_the_clock(levels: Sequence[str], options: Options, number: int) -> Iterator[Motion]:
    """A game as at a table that is never late: each level at its own pace, second thoughts included."""
    random = FastRandom(number)
    state = OUTOFMINE.deal(len(levels), options, random)
    due = dict.fromkeys((Seat(seat) for seat in range(len(levels))), 0)
    sequence = number * 10_000
    now = signal = 0

    def pause(seat: Seat) -> int:
        wait = pause_ms("outofmine", levels[seat], PAUSE, seat, sequence)
        begun = begin_ms(PAUSE, wait)
        return leave_ms(PAUSE, wait, LEAST_BEAT_MS, started_ms=begun, spent_ms=0)

    while OUTOFMINE.outcome(state) is None:
        waiting = OUTOFMINE.to_act(state)
        sequence += 1
        if not waiting:
            state, _ = play(OUTOFMINE, state, TABLE, OUTOFMINE.legal_actions(state, TABLE)[0], random)
            signal = now
            due = {seat: now + pause(seat) for seat in due}
            continue
        seat = min(waiting, key=lambda seat: (due[seat], seat))
        now = max(now, due[seat])
        sight = Sight(OUTOFMINE, OUTOFMINE.view(state, seat), OUTOFMINE.legal_actions(state, seat))
        action = choose_at_table(levels[seat], sight, FastRandom(random.below(1 << 32)))
        state, _ = play(OUTOFMINE, state, seat, action, random)
        yield Motion(seat, now - signal, action, state)
        due[seat] = now + pause(seat)


def week(levels: Sequence[str], options: Options, number: int) -> float:
    """What part of a game's win goes to the first level, seat by seat in the order given."""
    for motion in by_the_clock(levels, options, number):
        outcome = OUTOFMINE.outcome(motion.state)
    assert outcome is not None
    first = [seat for seat in outcome.winners if levels[seat] == levels[0]]
    return len(first) / len(outcome.winners)


def calls(levels: Sequence[str], options: Options, games: int) -> list[float]:
    """Seconds from the signal to the call, round by round."""
    return [
        motion.after_ms / 1000
        for number in range(games)
        for motion in by_the_clock(levels, options, number)
        if motion.action == Call()
    ]


def times(options: Options, games: int) -> None:
    print("| | " + " | ".join(f"{seats} players" for seats in SEAT_COUNTS) + " |")
    print("|---" * (len(SEAT_COUNTS) + 1) + "|")
    for name in ("easy", "normal", "hard"):
        cells = []
        for seats in SEAT_COUNTS:
            seconds = calls([name] * seats, options, games)
            tenths = quantiles(seconds, n=10)
            cells.append(f"{mean(seconds):.0f} ({tenths[0]:.0f} to {tenths[-1]:.0f})")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


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
    parser.add_argument("--times", action="store_true", help="how long rounds last, by level and players")
    parser.add_argument("--games", type=int, default=200, help="how many of them")
    arguments = parser.parse_args()
    options = Options(elves="on", finds="on") if arguments.expert else Options()
    if arguments.times:
        times(options, arguments.games)
        return
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
