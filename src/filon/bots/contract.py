"""What a game brings along for its bots: one record, `BOTS`, in the game's folder of bots.

All of it may be left out. A level without a player of the game's own is played by `played_out.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from filon.bots.advice import Adviser
from filon.bots.sides import Sides
from filon.bots.sight import Sight
from filon.games.contract import Random


class Player(Protocol):
    """Stateless: one instance of a level plays at all tables."""

    remembers: bool
    """Whether it goes by `sight.past`; who does not is spared the trouble of being told."""

    def choose(self, sight: Sight, random: Random, /) -> Any:
        """One of `sight.legal`: the same for the same sight and the same chance."""
        ...


Easy: TypeAlias = Callable[[Any, Sequence[Any], Random], Any]
"""(view, legal actions, chance) -> one of the actions; the legal actions are never none."""
Hard: TypeAlias = Callable[[Sight, Random], Any]
"""(sight, chance) -> one of `sight.legal`."""
Doubt: TypeAlias = Callable[[Any, Sequence[Any], Any, Random], Any]
"""(view, legal actions, what would be chosen, chance) -> that, or what is done instead."""


def _usual_paces() -> dict[str, float]:
    return {"easy": 2.0, "normal": 2.0, "hard": 2.0}


class GameBots(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a game, and in what manner."""

    easy: Easy | None = None
    advise: Adviser | None = None
    """The normal level, and what hints say."""
    slips: Doubt | None = None
    """What the normal level does in place of a hint, now and then: people's mistakes, in the arena too."""
    hard: Hard | None = None
    looks_back: bool = True
    """Whether a level that remembers has use for the past in this game: where everything lies open and the
    log is long, reading it would only make a bot late.
    """
    strategies: Mapping[str, Player] = {}
    """Habits that people have, by name, to measure others by: they play this game only, in the arena."""
    reasons: Mapping[str, str] = {}
    """Every reason a hint can give, in English, by its key, which begins with the game's name. Seats are
    numbers from 0, and whatever else has a name is called as in the views.
    """
    sides: Sides | None = None
    """Where players have sides."""

    paces: Mapping[str, float] = msgspec.field(default_factory=_usual_paces)
    """By level: how long a bot seems to think, in pauses of the table. One without keeps to the pause."""
    tempo: float = 0.0
    """By what part of its pace a bot is slower or quicker for a while: many motions even out any swing."""
    great_moments: Mapping[str, float] = {}
    """By event, in pauses of the table: bots wait until people have seen it."""
    doubts: Mapping[str, Doubt] = {}
    """By level: second thoughts at a table where people watch. Manner, not skill."""
