"""Normal beats easy, easy beats random: small matches with fixed seeds, the bars set far below the usual."""

import pytest

from filon.games.contract import AnyGame, Seat
from filon.games.registry import GAMES
from filon.games.saboteur.model import State, Winner
from filon.games.saboteur.pieces import Role
from tests.bots.matches import final, share_of_wins


@pytest.mark.parametrize(
    ("game", "one", "others", "seats", "games", "at_least"),
    [
        ("diamant", "normal", "random", 5, 30, 0.60),
        ("diamant", "easy", "random", 5, 60, 0.50),
        ("diamant", "normal", "easy", 4, 32, 0.40),
        ("diamant", "hard", "normal", 5, 10, 0.40),
        ("labyrinth", "normal", "random", 2, 6, 0.99),
        ("labyrinth", "easy", "random", 3, 6, 0.80),
        ("labyrinth", "normal", "easy", 2, 10, 0.80),
        ("outofmine", "normal", "random", 2, 2, 0.99),
        ("outofmine", "easy", "random", 2, 2, 0.99),
        ("outofmine", "normal", "easy", 2, 10, 0.65),
    ],
)
def test_a_better_level_wins_clearly(
    game: str, one: str, others: str, *, seats: int, games: int, at_least: float
) -> None:
    assert share_of_wins(GAMES[game], one, others, seats=seats, games=games) >= at_least


def rounds_won_by_diggers(diggers: str, saboteurs: str, seats: int, games: int) -> float:
    """Levels go with the role of the round; rounds without a saboteur at the table do not count."""

    def who(state: State, seat: Seat) -> str:
        return diggers if state.round.roles[seat] is Role.DIGGER else saboteurs

    game: AnyGame = GAMES["saboteur"]
    results = [
        result
        for number in range(games)
        for result in final(game, seats, who, number)[1].results
        if Role.SABOTEUR in result.roles
    ]
    return sum(result.winner is Winner.DIGGERS for result in results) / len(results)


def test_normal_diggers_find_the_treasure_and_random_ones_never() -> None:
    assert rounds_won_by_diggers("normal", "random", 4, 4) >= 0.8
    assert rounds_won_by_diggers("random", "random", 4, 4) <= 0.2


def test_easy_diggers_find_it_less_often() -> None:
    normal = rounds_won_by_diggers("normal", "normal", 4, 8)
    easy = rounds_won_by_diggers("easy", "normal", 4, 8)
    assert 0 < easy < normal < 1


def test_normal_saboteurs_are_worth_their_gold() -> None:
    """Alone among four one wins a good part of the rounds; at random hardly any."""
    normal = rounds_won_by_diggers("normal", "normal", 4, 12)
    random = rounds_won_by_diggers("normal", "random", 4, 12)
    assert 0.35 <= normal <= 0.8
    assert random >= normal + 0.15
