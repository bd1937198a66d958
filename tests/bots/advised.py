"""Positions of whole games, and the hint that is given in each."""

from collections.abc import Iterator

from filon.bots.arena.match import Decision
from filon.bots.hints import Hint, hint
from filon.games.chance import FastRandom
from filon.games.registry import GAMES
from tests.bots.matches import decisions, seated


def positions(game: str, seats: int, games: int) -> Iterator[tuple[Decision, Hint]]:
    """Every decision of some games, with the hint for it: by chance, by sensible players, and by both."""
    for seed in range(games):
        levels = (["random"] * seats, ["normal"] * seats, ["easy", "random"] * seats)[seed % 3][:seats]
        for number, step in enumerate(decisions(GAMES[game], seats, seated(*levels), seed)):
            if number == 500:
                break
            yield step, hint(GAMES[game], step.sight.view, step.sight.legal, FastRandom(number))
