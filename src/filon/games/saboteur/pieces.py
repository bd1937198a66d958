"""Cards, roles, tools and numbers of Saboteur."""

from enum import Enum
from typing import Final

import msgspec


class Role(Enum):
    DIGGER = "digger"
    SABOTEUR = "saboteur"


class Tool(Enum):
    PICK = "pick"
    LAMP = "lamp"
    CART = "cart"


class Card(Enum):
    """Every kind of path and action card; equal cards cannot be told apart.

    A path card is named by its openings as it is drawn upright; `x` marks a dead end, whose openings do
    not meet.
    """

    NS = "NS"
    EW = "EW"
    SW = "SW"
    ES = "ES"
    NSW = "NSW"
    ESW = "ESW"
    NESW = "NESW"
    X_S = "xS"
    X_W = "xW"
    X_NS = "xNS"
    X_EW = "xEW"
    X_SW = "xSW"
    X_ES = "xES"
    X_NSW = "xNSW"
    X_ESW = "xESW"
    X_NESW = "xNESW"
    START = "start"
    TREASURE = "treasure"
    STONE_SW = "stone_SW"
    STONE_NW = "stone_NW"
    MAP = "map"
    ROCKFALL = "rockfall"
    BROKEN_PICK = "broken_pick"
    BROKEN_LAMP = "broken_lamp"
    BROKEN_CART = "broken_cart"
    REPAIR_PICK = "repair_pick"
    REPAIR_LAMP = "repair_lamp"
    REPAIR_CART = "repair_cart"
    REPAIR_PICK_LAMP = "repair_pick_lamp"
    REPAIR_PICK_CART = "repair_pick_cart"
    REPAIR_LAMP_CART = "repair_lamp_cart"

    # Enum hashes the name in Python code; members are single objects, and this is ten times as fast.
    __hash__ = object.__hash__


class Face(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A goal card as it lies, seen from its front."""

    card: Card
    turned: bool


SEATS: Final = range(3, 11)  # SAB-1.0
PATH_COUNTS: Final = {  # SAB-1.1
    Card.NS: 4,
    Card.EW: 3,
    Card.SW: 5,
    Card.ES: 4,
    Card.NSW: 5,
    Card.ESW: 5,
    Card.NESW: 5,
    Card.X_S: 1,
    Card.X_W: 1,
    Card.X_NS: 1,
    Card.X_EW: 1,
    Card.X_SW: 1,
    Card.X_ES: 1,
    Card.X_NSW: 1,
    Card.X_ESW: 1,
    Card.X_NESW: 1,
}
GOALS: Final = (Card.TREASURE, Card.STONE_SW, Card.STONE_NW)  # SAB-1.2
BROKEN: Final = {  # SAB-5.1
    Tool.PICK: Card.BROKEN_PICK,
    Tool.LAMP: Card.BROKEN_LAMP,
    Tool.CART: Card.BROKEN_CART,
}
BREAKS: Final = {card: tool for tool, card in BROKEN.items()}
REPAIRS: Final = {  # SAB-5.2
    Card.REPAIR_PICK: (Tool.PICK,),
    Card.REPAIR_LAMP: (Tool.LAMP,),
    Card.REPAIR_CART: (Tool.CART,),
    Card.REPAIR_PICK_LAMP: (Tool.PICK, Tool.LAMP),
    Card.REPAIR_PICK_CART: (Tool.PICK, Tool.CART),
    Card.REPAIR_LAMP_CART: (Tool.LAMP, Tool.CART),
}
ACTION_COUNTS: Final = {  # SAB-1.3
    Card.MAP: 6,
    Card.ROCKFALL: 3,
    Card.BROKEN_PICK: 3,
    Card.BROKEN_LAMP: 3,
    Card.BROKEN_CART: 3,
    Card.REPAIR_PICK: 2,
    Card.REPAIR_LAMP: 2,
    Card.REPAIR_CART: 2,
    Card.REPAIR_PICK_LAMP: 1,
    Card.REPAIR_PICK_CART: 1,
    Card.REPAIR_LAMP_CART: 1,
}
DECK: Final = tuple(
    card for counts in (PATH_COUNTS, ACTION_COUNTS) for card, count in counts.items() for _ in range(count)
)
GOLD_COUNTS: Final = {1: 16, 2: 8, 3: 4}  # SAB-1.4: cards by the nuggets on them
GOLD: Final = tuple(nuggets for nuggets, count in GOLD_COUNTS.items() for _ in range(count))
DWARVES: Final = {Role.SABOTEUR: 4, Role.DIGGER: 7}  # SAB-1.5
ROLE_POOL: Final = {  # SAB-2.1, by the number of players: saboteurs, diggers
    3: (1, 3),
    4: (1, 4),
    5: (2, 4),
    6: (2, 5),
    7: (3, 5),
    8: (3, 6),
    9: (3, 7),
    10: (DWARVES[Role.SABOTEUR], DWARVES[Role.DIGGER]),
}
HAND: Final = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}  # SAB-2.3, by the number of players
SHARED_AT_MOST: Final = 9  # SAB-7.1
BOUNTY: Final = {1: 4, 2: 3, 3: 3, 4: 2}  # SAB-7.4: nuggets for each, by the number of saboteurs
ROUNDS: Final = 3  # SAB-8.1


def role_pool(seats: int) -> tuple[Role, ...]:
    saboteurs, diggers = ROLE_POOL[seats]
    return (Role.SABOTEUR,) * saboteurs + (Role.DIGGER,) * diggers
