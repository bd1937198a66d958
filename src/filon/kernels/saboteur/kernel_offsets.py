"""Where the fields of observations and actions begin, in the order of `filon.lab.saboteur.layout`."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel_cards import GOAL_COUNT, KINDS, LAST_ROUND, REPAIR
from filon.kernels.saboteur.kernel_window import MOST_ELSEWHERE, MOST_OUTSIDE, SQUARES

WAYS: Final[i64] = 26
TOOLS: Final[i64] = 3
REPAIRS: Final[i64] = KINDS - REPAIR
GOLD_KINDS: Final[i64] = 3


@mypyc_attr(allow_interpreted_subclasses=False)
class RowOffsets:
    """Of the fields of an observation, and its size."""

    def __init__(self, seats: i64) -> None:
        self.phase: i64 = 0
        self.round: i64 = 1
        self.turn: i64 = 2
        self.starter: i64 = 3
        self.pile: i64 = 4
        self.gold_deck: i64 = 5
        self.maze: i64 = 6
        self.outside: i64 = self.maze + SQUARES
        self.goals: i64 = self.outside + 3 * MOST_OUTSIDE
        self.seen_by: i64 = self.goals + 3 * GOAL_COUNT
        self.role: i64 = self.seen_by + GOAL_COUNT * seats
        self.roles: i64 = self.role + 1
        self.broken: i64 = self.roles + seats
        self.hand: i64 = self.broken + seats * TOOLS
        self.hand_sizes: i64 = self.hand + KINDS
        self.discards: i64 = self.hand_sizes + seats
        self.face_down: i64 = self.discards + seats * KINDS
        self.own_face_down: i64 = self.face_down + seats
        self.gold: i64 = self.own_face_down + KINDS
        self.gold_cards: i64 = self.gold + GOLD_KINDS
        self.owed: i64 = self.gold_cards + seats
        self.on_offer: i64 = self.owed + seats
        self.offer: i64 = self.on_offer + 1
        self.winners: i64 = self.offer + GOLD_KINDS
        self.past_roles: i64 = self.winners + LAST_ROUND
        self.scores: i64 = self.past_roles + LAST_ROUND * seats
        self.size: i64 = self.scores + seats


@mypyc_attr(allow_interpreted_subclasses=False)
class ActionOffsets:
    """Of the fields of the actions, and their number."""

    def __init__(self, seats: i64) -> None:
        self.place: i64 = 0
        self.rocks: i64 = WAYS * SQUARES
        self.breaking: i64 = self.rocks + SQUARES
        self.repair: i64 = self.breaking + TOOLS * seats
        self.look: i64 = self.repair + REPAIRS * seats * TOOLS
        self.discard: i64 = self.look + GOAL_COUNT
        self.passing: i64 = self.discard + KINDS
        self.take: i64 = self.passing + 1
        self.elsewhere: i64 = self.take + GOLD_KINDS
        self.size: i64 = self.elsewhere + i64(MOST_ELSEWHERE[seats])
