"""What the numbers of Saboteur's observations and actions mean, field by field.

The batch kernel writes the same fields to the same places (`kernels/saboteur/kernel_offsets.py`).
"""

from enum import IntEnum
from typing import Final

from filon.games.saboteur.maze import ALL_SIDES, JOINED
from filon.games.saboteur.pieces import DECK, GOALS, GOLD, GOLD_COUNTS, HAND, REPAIRS, ROUNDS, Tool
from filon.kernels.saboteur.kernel_cards import CARDS, FARTHEST, WAY
from filon.kernels.saboteur.kernel_window import COLUMNS, MOST_ELSEWHERE, MOST_OUTSIDE, ROWS
from filon.lab.encoding import NOBODY_KNOWS, Field, Layout


class Phase(IntEnum):
    DIGGING = 0
    SHARING = 1
    FINISHED = 2
    ROUND_OVER = 3
    """An intermission, which the lab passes by itself; a table on a server waits in it."""


class Won(IntEnum):
    NOT_YET = 0
    DIGGERS = 1
    SABOTEURS = 2
    NOBODY = 3


REACHED: Final = 32
"""Added to the shape of a card in the maze: passages from the start lead through it."""
MOST_IN_A_SQUARE: Final = ALL_SIDES + JOINED + REACHED
KINDS: Final = len(CARDS)
TOOLS: Final = len(Tool)
MOST_OF_A_KIND: Final = max(DECK.count(card) for card in CARDS)
MOST_OWED: Final = 12
"""More than three rounds can leave owed to anybody."""


def observation_layout(seats: int) -> Layout:
    hand = HAND[seats]
    gold = len(GOLD)
    return Layout(
        Field("phase", (1,), 0, len(Phase) - 1, "0 digging, 1 sharing gold, 2 finished, 3 between rounds"),
        Field("round", (1,), 1, ROUNDS, "the round"),
        Field("turn", (1,), NOBODY_KNOWS, seats - 1, "who decides, clockwise from oneself; -1 nobody"),
        Field("starter", (1,), 0, seats - 1, "who began the round, clockwise from oneself"),
        Field("pile", (1,), 0, len(DECK), "cards to draw"),
        Field("gold_deck", (1,), 0, gold, "gold cards in the deck"),
        Field(
            "maze",
            (ROWS, COLUMNS),
            0,
            MOST_IN_A_SQUARE,
            "the window: face-up cards by y and x; 0 none, else open sides (1 north, 2 east, 4 south, "
            "8 west), 16 if they meet, 32 if the start leads through it",
        ),
        Field(
            "outside",
            (MOST_OUTSIDE, 3),
            -FARTHEST,
            MOST_IN_A_SQUARE,
            "face-up cards outside the window by y and x: x, y and what `maze` would say; then rows of 0",
        ),
        Field(
            "goals",
            (len(GOALS), 3),
            NOBODY_KNOWS,
            len(GOALS) - 1,
            "from the north: card (0 treasure, 1 stone SW, 2 stone NW), whether it lies turned (both -1 if "
            "hidden), whether it is face up",
        ),
        Field("seen_by", (len(GOALS), seats), 0, 1, "by goal, who looked at it with a map"),
        Field("role", (1,), NOBODY_KNOWS, 1, "one's own: 0 digger, 1 saboteur"),
        Field("roles", (seats,), NOBODY_KNOWS, 1, "everybody's; -1 hidden until the round is over"),
        Field("broken", (seats, TOOLS), 0, 1, "broken tools: pick, lamp, cart"),
        Field("hand", (KINDS,), 0, MOST_OF_A_KIND, "one's own cards by kind"),
        Field("hand_sizes", (seats,), 0, hand, "cards in hand"),
        Field(
            "discards",
            (seats, KINDS),
            0,
            MOST_OF_A_KIND,
            "face-up cards on the discard pile by who put them there, and kind",
        ),
        Field(
            "face_down", (seats,), 0, len(DECK), "face-down cards on the discard pile by who put them there"
        ),
        Field("own_face_down", (KINDS,), 0, MOST_OF_A_KIND, "one's own of these by kind"),
        Field("gold", (len(GOLD_COUNTS),), 0, gold, "one's own gold cards of 1, 2 and 3 nuggets"),
        Field("gold_cards", (seats,), 0, gold, "how many gold cards everybody has"),
        Field("owed", (seats,), 0, MOST_OWED, "nuggets written down as owed"),
        Field("on_offer", (1,), 0, gold, "gold cards being shared"),
        Field(
            "offer",
            (len(GOLD_COUNTS),),
            NOBODY_KNOWS,
            gold,
            "those of 1, 2 and 3 nuggets, for who has or just had them in hand; -1 for others",
        ),
        Field(
            "winners", (ROUNDS,), 0, len(Won) - 1, "by round: 0 not over, 1 diggers, 2 saboteurs, 3 nobody"
        ),
        Field("past_roles", (ROUNDS, seats), NOBODY_KNOWS, 1, "by round that is over, the roles; else -1"),
        Field("scores", (seats,), NOBODY_KNOWS, 3 * gold, "nuggets, when the game is over; else -1"),
    )


def action_layout(seats: int) -> Layout:
    return Layout(
        Field("place", (len(WAY), ROWS, COLUMNS), 0, 1, "lay a path card: way, then where in the window"),
        Field("rocks", (ROWS, COLUMNS), 0, 1, "a rockfall in the window"),
        Field("break", (TOOLS, seats), 0, 1, "break a tool: pick, lamp, cart; whose, clockwise from oneself"),
        Field("repair", (len(REPAIRS), seats, TOOLS), 0, 1, "the repair card, whose tool, which tool"),
        Field("look", (len(GOALS),), 0, 1, "a map: the goal in the north, middle, south"),
        Field("discard", (KINDS,), 0, 1, "discard a card of this kind"),
        Field("pass", (1,), 0, 1, "pass with an empty hand"),
        Field("take", (len(GOLD_COUNTS),), 0, 1, "take a gold card of 1, 2 or 3 nuggets"),
        Field(
            "elsewhere",
            (MOST_ELSEWHERE[seats],),
            0,
            1,
            "the legal placements (by y, x, way), then rockfalls (by y, x), outside the window: counted off",
        ),
    )
