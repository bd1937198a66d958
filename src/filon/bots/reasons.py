"""Every reason a hint can give, in English. Clients have the same keys in their languages."""

from filon.bots.advice import Why
from filon.bots.played_out import REASONS as OF_NO_GAME
from filon.bots.registry import bots_of
from filon.games.registry import GAMES


def all_reasons() -> dict[str, str]:
    """Of all games, and of the bots that play any."""
    found = dict(OF_NO_GAME)
    for game in GAMES:
        found |= bots_of(game).reasons
    return found


def tell(why: Why) -> str:
    return all_reasons()[why.key].format(**why.values)
