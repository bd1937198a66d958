"""Among three or four: the plans that look best are played out to the end of my next turn, again and again.

With two, what the other answers can be foreseen. With more, each of them answers the ones before, and
rounds that are played out (`kernel_rounds.py`) tell more than any rule.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from filon.bots.labyrinth.memory import KINDS
from filon.bots.labyrinth.plan import Plan
from filon.games.chance import shuffled
from filon.games.contract import Hidden, Random
from filon.games.labyrinth.castle import Square
from filon.games.labyrinth.model import Action, Challenge, Turn
from filon.games.labyrinth.pieces import KIND, SECRETS
from filon.kernels import COMPILED
from filon.kernels.labyrinth.bridge import LABYRINTH_BRIDGE, code_of
from filon.kernels.labyrinth.company import shares_of
from filon.kernels.labyrinth.kernel import LabyrinthKernel
from filon.kernels.labyrinth.kernel_choices import MOVE, STAY
from filon.kernels.labyrinth.kernel_rounds import Rounds
from filon.kernels.labyrinth.kernel_ways import NOWHERE

_HEATS: Final = ((24, 24), (8, 72), (4, 144)) if COMPILED else ((6, 24),)
"""How many plans go into each heat, and how many rounds each of them is played."""
_WORLDS: Final = 8
"""How often hidden hands are dealt anew, where something about them is uncertain."""
_ALIKE: Final = 5
"""How many ways to end a turn on the same square are worth a trial."""


class Candidate(NamedTuple):
    """`looks` is what it seems worth at first sight."""

    looks: float
    action: Action
    plan: list[int]


def changes_to_try(plan: Plan, legal: Sequence[Action]) -> list[Candidate]:
    """All ways to end this turn, each by its first change; of those to one square, the best few."""
    found: dict[tuple[int, Square], Candidate] = {}
    for turn in legal:
        if not isinstance(turn, Turn):
            continue
        for rotation in plan.after(turn):
            if (rotation, plan.own) in found:
                continue
            for looks, square in plan.ends(rotation):
                code = STAY if square == plan.own else MOVE + square
                found[rotation, square] = Candidate(looks, turn, [rotation, code])
    best = sorted(found.items(), key=lambda one: -one[1].looks)
    seen = Counter[Square]()
    chosen: list[Candidate] = []
    for (_, square), candidate in best:
        seen[square] += 1
        if seen[square] <= _ALIKE:
            chosen.append(candidate)
    return chosen


def done(action: Action) -> list[int]:
    """The plan to do this now."""
    return [NOWHERE, code_of(action)]


def tried(plan: Plan, candidates: Sequence[Candidate], random: Random) -> Action:
    """The best of them once they have been played out."""
    worlds = imagined(plan, random)
    rounds = Rounds(plan.ways, shares_of(len(plan.hands), plan.goal), plan.seat)
    rounds.turns = plan.by.turns
    rounds.closing = plan.by.closing
    seed = random.below(1 << 30)
    best_first = sorted(candidates, key=lambda one: -one.looks)
    totals = [0.0] * len(best_first)
    order = list(range(len(best_first)))
    played = 0
    for entrants, games in ((plan.by.wide * many, plan.by.deep * games) for many, games in _HEATS):
        order = order[:entrants]
        if len(order) == 1:
            break
        each = max(1, games // len(worlds))
        for at in order:
            for number, world in enumerate(worlds):
                first = played + number * each
                totals[at] += rounds.played(world, best_first[at].plan, seed, first, first + each)
            if isinstance(best_first[at].action, Challenge):
                totals[at] += plan.by.bold * each * len(worlds)
        played += games
        order.sort(key=lambda at: -totals[at])
    return best_first[order[0]].action


def imagined(plan: Plan, random: Random) -> list[LabyrinthKernel]:
    """The table with everybody's cards as they are remembered; once, where nothing of it is uncertain."""
    view = plan.view
    imaginer = LABYRINTH_BRIDGE.imaginer(view)
    pile = [SECRETS.index(card) for card in plan.pile]
    certain = len(pile) == view.pile
    pool = [card for card in imaginer.unseen if not (certain and card in pile)]
    sure = certain and all(count == int(count) for hand in plan.hands for count in hand)
    worlds: list[LabyrinthKernel] = []
    for _ in range(1 if sure else _WORLDS):
        world = imaginer.known.copy(imaginer.known.stream)
        hands, left = _dealt(plan, pool, random)
        for seat, cards in hands.items():
            world.exchange(seat, sum(1 << card for card in cards))
        world.pile = pile if certain else left
        worlds.append(world)
    return worlds


def _dealt(plan: Plan, pool: Sequence[int], random: Random) -> tuple[dict[int, list[int]], list[int]]:
    """Hidden hands out of these cards, and the cards left: first what is surely held, by lot what may be."""
    counts = plan.view.counts
    left = list(shuffled(pool, random))
    hidden = [seat for seat, hand in enumerate(plan.view.hands) if isinstance(hand, Hidden)]
    hands: dict[int, list[int]] = {seat: [] for seat in hidden}
    for seat, hand in hands.items():
        for kind, count in zip(KINDS, plan.hands[seat], strict=True):
            surely = max(0, min(int(count + 1e-6), counts[seat] - len(hand)))
            held = [card for card in left if KIND[SECRETS[card]] is kind][:surely]
            hand.extend(held)
            left = [card for card in left if card not in held]
    for seat, hand in hands.items():
        while len(hand) < counts[seat]:
            hand.append(left.pop())
    return hands, left
