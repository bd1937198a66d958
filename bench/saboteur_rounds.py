"""python -m bench.saboteur_rounds: how many rounds of Saboteur the saboteurs win, by the number of players.

Whole games of three rounds by the law, among bots by name. A round counts if there is a saboteur among the
players; with three or four there may be none. `--kernel` plays first rounds of normal players in the kernel
instead, where they choose card for card as on the table: thousands a second where it is compiled.
"""

import argparse
from itertools import count

from filon.bots.arena.contest import Contest, one_game
from filon.bots.arena.standings import Share, share_of
from filon.games.registry import GAMES
from filon.games.saboteur.pieces import SEATS
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_codes import PASS, THWARTERS
from filon.kernels.saboteur.kernel_digger import Digger
from filon.kernels.saboteur.kernel_hider import Hider
from filon.kernels.saboteur.kernel_ways import Ways
from filon.kernels.stream import Stream


def by_the_law(seats: int, rounds: int, seed: int, saboteurs: str, diggers: str) -> Share:
    """The share of so many rounds that the saboteurs win."""
    cast = {"saboteur": saboteurs, "digger": diggers}
    contest = Contest("saboteur", seats, GAMES["saboteur"].simulation, seed, cast=cast)
    contest.check()
    won: list[bool] = []
    for number in count():
        played = one_game(contest, number).rounds
        won += [one.winner == "saboteur" for one in played if one.contested]
        if len(won) >= rounds:
            return share_of(sum(won[:rounds]), rounds)
    raise AssertionError


def in_the_kernel(seats: int, rounds: int, seed: int) -> Share:
    """As `by_the_law`, all of them normal, first rounds alone."""
    ways = Ways()
    digger = Digger(ways, Ways())
    hider = Hider(digger)
    won = played = 0
    for number in count():
        kernel = SaboteurKernel(seats, Stream(seed, number), adjacent=False, random_starter=True)
        kernel.make_room()
        kernel.deal()
        roles = kernel.roles
        if not roles:
            continue
        ways.forget()
        while not kernel.result[0]:
            if not kernel.hand[kernel.turn]:
                kernel.do(PASS)
            else:
                kernel.do((hider if roles >> kernel.turn & 1 else digger).choose(kernel))
        won += int(kernel.result[0] & 3 == THWARTERS)
        played += 1
        if played == rounds:
            break
    return share_of(won, played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000, help="for each number of players")
    parser.add_argument("--seats", default=",".join(map(str, SEATS)), help="numbers of players: 3,4,5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--saboteurs", default="normal", help="who plays them")
    parser.add_argument("--diggers", default="normal", help="a level, accuser, module:attribute")
    parser.add_argument("--kernel", action="store_true")
    asked = parser.parse_args()
    print("| players | rounds | won by saboteurs | 95 % |\n|---|---|---|---|")
    for seats in map(int, asked.seats.split(",")):
        if asked.kernel:
            share = in_the_kernel(seats, asked.rounds, asked.seed)
        else:
            share = by_the_law(seats, asked.rounds, asked.seed, asked.saboteurs, asked.diggers)
        sure = f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
        print(f"| {seats} | {share.played:,} | {100 * share.share:.1f} % | {sure} |", flush=True)


if __name__ == "__main__":
    main()
