"""The easy level is made for children: one of them wins about half of what it plays among easy bots."""

import pytest

from bench.easy import won_by_child
from filon.bots import Sight, level
from filon.games.chance import FastRandom
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import JOINED, SHAPES
from filon.games.saboteur.model import Action, BreakTool, DropRocks, PlacePath, RepairTool, State
from filon.games.saboteur.pieces import Role
from tests.bots.matches import decisions, seated
from tests.games.saboteur.mines import mine, waiting


@pytest.mark.parametrize(
    ("game", "games"), [("diamant", 60), ("labyrinth", 36), ("outofmine", 24), ("saboteur", 24)]
)
def test_a_child_wins_about_half_among_two_easy_bots(game: str, games: int) -> None:
    """`python -m bench.easy` plays more of them; docs/bots.md has the figures."""
    won, played = won_by_child(game, "easy", 3, games)
    assert 0.3 < won / played < 0.7


def chosen(state: State, seed: int = 0) -> Action:
    seat = waiting(state)
    sight = Sight(SABOTEUR, SABOTEUR.view(state, seat), SABOTEUR.legal_actions(state, seat))
    action: Action = level("easy").choose(sight, FastRandom(seed))
    return action


def test_an_easy_digger_lays_no_dead_end_and_buries_no_passage() -> None:
    laid = 0
    for seed in range(3):
        for step in decisions(SABOTEUR, 5, seated(*["easy"] * 5), seed):
            if step.before.round.roles[step.seat] is Role.DIGGER:
                if isinstance(step.action, PlacePath):
                    assert SHAPES[step.action.card][0] & JOINED
                    laid += 1
                if isinstance(step.action, DropRocks):
                    buried = next(t for t in step.sight.view.round.maze if t.at == step.action.at)
                    assert not SHAPES[buried.card][0] & JOINED
    assert laid > 40


def test_an_easy_digger_mends_the_own_tools_first() -> None:
    action = chosen(mine("start", hand="repair_pick NESW map xS", broken={0: "pick", 1: "pick"}))
    assert isinstance(action, RepairTool)
    assert action.target == 0


def test_an_easy_digger_digs_towards_the_goals() -> None:
    """Nearly always: now and then it dreams, or swings a hammer for the fun of it."""
    state = mine("start EW EW", hand="EW NS broken_pick xEW")
    done = [chosen(state, seed) for seed in range(60)]
    dug = [action for action in done if isinstance(action, PlacePath) and action.at == (3, 0)]
    assert len(dug) > 45
    assert any(isinstance(action, BreakTool) for action in done)


def test_an_easy_saboteur_cannot_wait_and_is_no_machine() -> None:
    """Harm is done at once about every other time, long before the diggers are near."""
    state = mine("start EW", hand="xEW broken_pick NS", saboteurs=[0], seats=3)
    harm = [
        action
        for action in (chosen(state, seed) for seed in range(60))
        if isinstance(action, BreakTool) or (isinstance(action, PlacePath) and action.card.value[0] == "x")
    ]
    assert 15 < len(harm) < 45
