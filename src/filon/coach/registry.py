"""The coaches: of those games that have one (games/registry.py)."""

from functools import cache
from typing import cast

from filon.coach.contract import Coach
from filon.games.contract import FilonError
from filon.games.registry import game_named, has_part, part
from filon.games.validate import require_part


class NoCoach(FilonError):  # noqa: N818 - it reads as what it says
    """The game can be played and replayed, and nobody weighs its decisions."""


def require_coach(game: str) -> None:
    """Malformed where there is no such game, NoCoach where it has none; nothing of a coach is imported."""
    if not has_part(game, "coach"):
        raise NoCoach(f"{game_named(game).title} has no coach: its games can be replayed, not analysed")


@cache
def coach_of(game: str) -> Coach:
    """As `require_coach`; imports the coach when it is first asked for."""
    require_coach(game)
    found = part(game, "coach")
    require_part(game, "coach", found, Coach)
    return cast("Coach", found)
