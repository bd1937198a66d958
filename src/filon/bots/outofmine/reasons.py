"""Out of Mine!: every reason a hint can give. Tiles are named as in the views."""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "outofmine.roomier": "The {side} has {room} blocks of two by two: more room to turn a tile.",
    "outofmine.either_face": "Both faces have {room} blocks of two by two: take the {side}.",
    "outofmine.only_face": "It has to be the {side} this time.",
    "outofmine.take": "A {tile} belongs into a way to fill your gallery; {left} are left.",
    "outofmine.take_partly": "Nothing fills the gallery now, but a {tile} covers more; {left} are left.",
    "outofmine.scarce": "Only one {tile} is left, and it belongs into a way to fill your gallery.",
    "outofmine.place": "Laid from {at} on, the rest can still be filled: {left} squares to go.",
    "outofmine.place_partly": "Nothing fills the gallery now; laid from {at} on it leaves {left} empty.",
    "outofmine.not_needed": "Your gallery can be filled without this {tile}.",
    "outofmine.not_needed_partly": "Nothing fills the gallery now, and this {tile} covers no more of it.",
    "outofmine.wrong_tile": "The {tile} at {at} would be taken off in the count.",
    "outofmine.in_the_way": "With the {tile} at {at} nothing fills the rest; without it something does.",
    "outofmine.several_in_the_way": "Nothing fills the rest: several have to go, the {tile} at {at} first.",
    "outofmine.full": "Your gallery is full: call!",
    "outofmine.nothing_better": "With what is left, {empty} squares stay empty.",
    "outofmine.try_again": "Others hold what you need: {empty} squares stay empty until a tile comes back.",
}
