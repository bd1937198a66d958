"""Secrets, rings, duelling things and numbers of Le Labyrinthe Secret. The castle itself is in castle.py."""

from collections.abc import Iterable
from enum import Enum
from typing import Final


class Kind(Enum):
    TREASURE = "treasure"
    GNOME = "gnome"
    ANIMAL = "animal"


class Secret(Enum):
    """LAB-1.2: one card each, and one square of the castle each."""

    CROWN = "crown"
    GOBLET = "goblet"
    SCEPTRE = "sceptre"
    MIRROR = "mirror"
    LAMP = "lamp"
    HARP = "harp"
    HOURGLASS = "hourglass"
    MILLER = "miller"
    PIPER = "piper"
    SMITH = "smith"
    BAKER = "baker"
    TAILOR = "tailor"
    LOOKOUT = "lookout"
    SLEEPER = "sleeper"
    DRAGON = "dragon"
    UNICORN = "unicorn"
    GRIFFIN = "griffin"
    PHOENIX = "phoenix"


class Ring(Enum):
    """What can be turned, LAB-1.1."""

    OUTER = "outer"
    INNER = "inner"
    CENTRE = "centre"


class Thing(Enum):
    """What a duellist shows, LAB-1.3."""

    STONE = "stone"
    SCISSORS = "scissors"
    PAPER = "paper"


class Stake(Enum):
    """LAB-5.2: one card, or as many as the die says."""

    ONE = "one"
    DIE = "die"


SEATS: Final = range(2, 5)  # LAB-1.0
SECRETS: Final = tuple(Secret)
KIND: Final = dict(
    zip(SECRETS, (Kind.TREASURE,) * 7 + (Kind.GNOME,) * 7 + (Kind.ANIMAL,) * 4, strict=True)
)  # LAB-1.2
SET_KINDS: Final = (Kind.TREASURE, Kind.GNOME)  # LAB-4.3: animals make no set
ANIMALS: Final = 4  # LAB-1.2
POSITIONS: Final = {Ring.OUTER: 12, Ring.INNER: 12, Ring.CENTRE: 6}  # LAB-1.4
DIE: Final = (2, 2, 3, 3, 4, 4)  # LAB-1.3
DRAWN_BY_SWAP: Final = 2  # LAB-4.2
CROWD: Final = 4  # LAB-5.6: with so many pawns on its square, a new secret goes under the pile
BEATS: Final = {
    Thing.STONE: Thing.SCISSORS,
    Thing.SCISSORS: Thing.PAPER,
    Thing.PAPER: Thing.STONE,
}  # LAB-5.3
_PLACE: Final = {secret: place for place, secret in enumerate(SECRETS)}


def in_order(cards: Iterable[Secret]) -> tuple[Secret, ...]:
    """Cards as a hand holds them: sorted, so that their order says nothing about how they came."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def of_kind(cards: Iterable[Secret], kind: Kind) -> tuple[Secret, ...]:
    return tuple(card for card in cards if KIND[card] is kind)


def largest_set(cards: Iterable[Secret]) -> int:
    """How many cards of one kind are there, animals not counted: LAB-4.3, LAB-6.2."""
    kinds = [KIND[card] for card in cards]
    return max(kinds.count(kind) for kind in SET_KINDS)
