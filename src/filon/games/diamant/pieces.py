"""Cards, caves and numbers of Diamant."""

from enum import Enum
from typing import Final, TypeAlias

import msgspec


class Hazard(Enum):
    SNAKES = "snakes"
    SCORPIONS = "scorpions"
    ROCKS = "rocks"
    GAS = "gas"
    EXPLOSION = "explosion"


class Gems(msgspec.Struct, frozen=True, gc=False, tag=True):
    stones: int


class Danger(msgspec.Struct, frozen=True, gc=False, tag=True):
    hazard: Hazard


class Artifact(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Worth what its place in the order of turning up says, DIA-4.3."""


Card: TypeAlias = Gems | Danger | Artifact

SEATS: Final = range(3, 9)  # DIA-1.0
GEM_VALUES: Final = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)  # DIA-1.1
HAZARD_COPIES: Final = 3  # DIA-1.1
CAVES: Final = 5  # DIA-1.1
DIAMOND: Final = 5  # DIA-1.2: a diamond changes for five rubies
ARTIFACT_WORTH: Final = (5, 7, 8, 10, 12)  # DIA-4.3, in the order they are turned up
ARTIFACT: Final = Artifact()
DECK: Final[tuple[Card, ...]] = (
    *(Gems(stones) for stones in GEM_VALUES),
    *(Danger(hazard) for hazard in Hazard for _ in range(HAZARD_COPIES)),
)


def as_stones(value: int) -> tuple[int, int]:
    """Diamonds and rubies that make up a value, DIA-1.2."""
    return divmod(value, DIAMOND)


def card_name(card: Card) -> str:
    match card:
        case Gems(stones):
            return str(stones)
        case Danger(hazard):
            return hazard.value
        case _:
            return "artifact"
