"""A child among easy bots: how often does it win?

    python -m bench.easy [GAME...] [--games 200] [--others easy] [--seats 3]

The children are in bench/children.py. Everybody sits everywhere as often. In Saboteur what counts are the
rounds in which the child digs and somebody at the table does not; Out of Mine! is played by the clock, each
at its own pace.
"""

import argparse
from collections.abc import Mapping
from typing import Any, Final

from bench.children import CastleChild, DiamantChild, MineChild, SaboteurChild
from filon.bots import Player, Sight, level
from filon.bots.arena.match import decisions
from filon.bots.arena.standings import share_of
from filon.bots.pace import LEAST_BEAT_MS, begin_ms, leave_ms, pause_ms
from filon.games.chance import FastRandom
from filon.games.contract import TABLE, Seat, play
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.model import TimeUp
from filon.games.registry import GAMES
from filon.games.saboteur.model import Winner
from filon.games.saboteur.pieces import Role

CHILDREN: Final[Mapping[str, Player]] = {
    "diamant": DiamantChild(),
    "labyrinth": CastleChild(),
    "outofmine": MineChild(),
    "saboteur": SaboteurChild(),
}
PAUSE: Final = 800
"""A table's own, in milliseconds."""
CHILDS_PACE: Final = 8_600
"""Milliseconds from one motion of a child's hand to the next, on average: half of its galleries are full
within 155 seconds.
"""


def won_by_child(game: str, others: str, seats: int, games: int) -> tuple[float, int]:
    """What the child won, and of how much."""
    if game == "outofmine":
        return sum(by_the_clock(others, seats, number) for number in range(games)), games
    won, played = 0.0, 0
    for number in range(games):
        own = Seat(number % seats)
        end = _end(game, others, seats, own, number)
        if game == "saboteur":
            results = [
                result
                for result in end.results
                if result.roles[own] is Role.DIGGER and Role.SABOTEUR in result.roles
            ]
            won += sum(result.winner is Winner.DIGGERS for result in results)
            played += len(results)
        else:
            outcome = GAMES[game].outcome(end)
            assert outcome is not None, "the game stopped before its end"
            won += (own in outcome.winners) / len(outcome.winners)
            played += 1
    return won, played


def _end(game: str, others: str, seats: int, own: Seat, number: int) -> Any:
    bots = {own: CHILDREN[game]}
    state = None
    for step in decisions(
        GAMES[game], seats, GAMES[game].simulation, lambda _, seat: bots.get(seat, level(others)), number
    ):
        assert step.action in step.sight.legal, f"{step.action} at {step.seat}"
        state = step.after
    return state


def by_the_clock(others: str, seats: int, number: int) -> float:
    """What part of a game's win goes to the child. A round ends after `round_limit` seconds, OOM-3.6."""
    random = FastRandom(number)
    own = Seat(number % seats)
    state = OUTOFMINE.deal(seats, OUTOFMINE.simulation, random)
    limit = 1000 * (state.options.round_limit or 0)
    due = dict.fromkeys((Seat(seat) for seat in range(seats)), 0)
    now = began = sequence = 0
    while (outcome := OUTOFMINE.outcome(state)) is None:
        waiting = OUTOFMINE.to_act(state)
        table = OUTOFMINE.legal_actions(state, TABLE)
        if not waiting:
            state, _ = play(OUTOFMINE, state, TABLE, table[0], random)
            began = now
            continue
        seat = min(waiting, key=lambda seat: (due[seat], seat))
        now = max(now, due[seat])
        if TimeUp() in table and now - began > limit:
            state, _ = play(OUTOFMINE, state, TABLE, TimeUp(), random)
            continue
        player = CHILDREN["outofmine"] if seat == own else level(others)
        sight = Sight(OUTOFMINE, OUTOFMINE.view(state, seat), OUTOFMINE.legal_actions(state, seat))
        action = player.choose(sight, FastRandom(random.below(1 << 32)))
        state, _ = play(OUTOFMINE, state, seat, action, random)
        sequence += 1
        if seat == own:
            pause = CHILDS_PACE * (600 + random.below(800)) // 1000
        else:
            waits = pause_ms("outofmine", others, PAUSE, seat, number * 10_000 + sequence)
            pause = leave_ms(PAUSE, waits, LEAST_BEAT_MS, started_ms=begin_ms(PAUSE, waits), spent_ms=0)
        due[seat] = now + pause
    return (own in outcome.winners) / len(outcome.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", default=[*CHILDREN], help="of these: " + ", ".join(CHILDREN))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--others", default="easy", help="the level of everybody else")
    parser.add_argument("--seats", type=int, default=3)
    asked = parser.parse_args()
    for game in asked.game:
        share = share_of(*won_by_child(game, asked.others, asked.seats, asked.games))
        what = "rounds as a digger" if game == "saboteur" else "games"
        print(
            f"{game}: a child wins {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of {share.played} "
            f"{what} among {asked.seats - 1} {asked.others}",
            flush=True,
        )


if __name__ == "__main__":
    main()
