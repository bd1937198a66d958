"""What a bot weighed, in a form that any language can tell: an action, and a reason with its figures."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from filon.games.contract import Random

Value: TypeAlias = int | float | str


class Why(msgspec.Struct, frozen=True):
    """`key` names a sentence that clients have in their languages; `values` are the figures it speaks of."""

    key: str
    values: dict[str, Value] = {}


class Hint(msgspec.Struct, frozen=True):
    """What a fair player would do here, knowing only the view it was asked about."""

    action: Any
    why: Why


def because(action: Any, key: str, **values: Value) -> Hint:
    return Hint(action, Why(key, values))


Adviser: TypeAlias = Callable[[Any, Sequence[Any], Random], Hint]
"""(view, legal actions, chance) -> one of the actions and why; the legal actions are never none."""

PARTS = 1 << 20


def chance(random: Random, probability: float) -> bool:
    """True with this probability."""
    return random.below(PARTS) < probability * PARTS
