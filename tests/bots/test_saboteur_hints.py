"""Saboteur: what a hint says about ways is so, counted again with the passages of the law."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from filon.bots.hints import Hint, hint
from filon.games.chance import FastRandom
from filon.games.contract import Hidden, Seat
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.maze import GOAL_CELLS, JOINED, SHAPES, Cell, Shape, arrivals, cell_of
from filon.games.saboteur.model import DiggingView, DropRocks, PlacePath, State
from filon.games.saboteur.pieces import Card, Role
from tests.bots.advised import positions
from tests.games.saboteur.mines import mine

CROSSROADS: Shape = JOINED | 15
TOO_FAR = 16
"""Nobody counts so many cards: as good as out of reach."""


def missing(maze: Mapping[Cell, Shape]) -> list[int]:
    """By goal: how many crossroads have to be laid until the law says that a passage arrives there."""
    grown = dict(maze)
    found = {goal: 0 for goal in GOAL_CELLS if goal in maze}
    for cards in range(TOO_FAR):
        ends = arrivals(grown)
        for goal in GOAL_CELLS:
            if goal in ends:
                found.setdefault(goal, cards)
        if len(found) == len(GOAL_CELLS):
            break
        grown.update({cell: CROSSROADS for cell in ends if cell not in GOAL_CELLS})
    return [found.get(goal, TOO_FAR) for goal in GOAL_CELLS]


def after(maze: Mapping[Cell, Shape], action: PlacePath | DropRocks) -> dict[Cell, Shape]:
    cell = cell_of(action.at)
    assert cell is not None
    rest = {at: shape for at, shape in maze.items() if at != cell}
    return {**rest, cell: SHAPES[action.card][action.turned]} if isinstance(action, PlacePath) else rest


def check_saboteur(state: State, seat: Seat, given: Hint) -> None:
    """All that is said about ways, by the maze as the law has it; `aims` are where the treasure may lie."""
    key = given.why.key.partition(".")[2]
    says: dict[str, Any] = given.why.values
    view = SABOTEUR.view(state, seat)
    faces = [goal.face for goal in view.round.goals]
    sure = [not isinstance(face, Hidden) and face.card is Card.TREASURE for face in faces]
    aims = [
        goal for goal, face in enumerate(faces) if sure[goal] or (not any(sure) and isinstance(face, Hidden))
    ]
    maze = state.round.maze
    before = missing(maze)

    def shortened(path: PlacePath | DropRocks) -> list[int]:
        ways = missing(after(maze, path))
        return [goal for goal in aims if ways[goal] < before[goal]]

    if key == "nothing_nearer":
        paths = [each for each in SABOTEUR.legal_actions(state, seat) if isinstance(each, PlacePath)]
        assert not any(map(shortened, paths)), "something does lead nearer"
    if not isinstance(given.action, PlacePath | DropRocks):
        return
    ways = missing(after(maze, given.action))
    digger = state.round.roles[seat] is Role.DIGGER
    goal = int(says["goal"]) if "goal" in says else aims[0]
    if "goal" in says:
        assert goal in aims
        assert len(aims) > 1, "it can lie nowhere else"
    elif key in {"nearer", "clear", "reaches", "detour", "block", "cut"}:
        assert len(aims) == 1, "the seat cannot know where the treasure is"
    match key:
        case "reaches" | "reaches_goal":
            assert ways[goal] == 0 < before[goal]
        case "nearer" | "nearer_goal":
            assert before[goal] - ways[goal] == says["cards"] > 0
            assert ways[goal] == says["left"] > 0
        case "clear" | "clear_goal":
            assert before[goal] - ways[goal] == says["cards"] > 0
        case "reopens":
            assert min(ways[goal] for goal in aims) == says["left"] < TOO_FAR
            assert any(before[goal] == TOO_FAR > ways[goal] for goal in aims)
        case "another_way" | "no_nearer":
            assert digger
            assert not shortened(given.action)
            assert min(ways[goal] for goal in aims) == says["left"] < TOO_FAR
        case "no_way":
            assert all(ways[goal] == before[goal] == TOO_FAR for goal in aims)
        case "farther":
            assert any(ways[goal] > before[goal] for goal in aims)
        case "dead_end":
            assert not SHAPES[given.action.card][0] & JOINED  # type: ignore[union-attr]
        case "harmless":
            assert not digger
            assert all(ways[goal] == before[goal] for goal in aims)
        case "helps_them" | "dig_along":
            assert shortened(given.action)
        case "detour" | "block" | "cut" | "away_goal":
            assert ways[goal] - before[goal] == says["cards"] > 0
            assert ways[goal] < TOO_FAR
        case "cut_off":
            assert all(ways[goal] == TOO_FAR for goal in aims)
        case "cut_goal":
            assert ways[goal] == TOO_FAR > before[goal]
        case _:
            raise AssertionError(f"a reason without a way: {key}")


@pytest.mark.parametrize("seats", [3, 5])
def test_saboteurs_hints_say_nearer_only_where_it_is_nearer(seats: int) -> None:
    said = Counter[str]()
    for step, given in positions("saboteur", seats, 3):
        if isinstance(step.sight.view.phase, DiggingView):
            check_saboteur(step.before, step.seat, given)
            said[given.why.key.partition(".")[2]] += 1
    assert {"nearer", "nearer_goal", "no_nearer", "nothing_nearer", "away_goal"} <= said.keys()


SIX_STEPS = "start ESW ESW ESW EW EW ESW"


def known(picture: str, hand: str) -> State:
    """The treasure is in the middle, and who has the turn has seen it."""
    state = mine(picture, hand=hand, goals="oSW $ oNW")
    north, middle, south = state.round.goals
    goals = (north, replace(middle, seen_by=(Seat(0),)), south)
    return replace(state, round=replace(state.round, goals=goals))


@pytest.mark.parametrize(
    ("picture", "hand", "key", "left"),
    [
        (SIX_STEPS, "EW NS", "reaches", None),
        ("start ESW ESW ESW EW EW", "EW NS", "nearer", 1),
        (SIX_STEPS, "NS NS", "no_nearer", 1),
        (SIX_STEPS, "xS NS", "nothing_nearer", None),
        (f"{SIX_STEPS} xEW", "rockfall NS", "clear", None),
    ],
)
def test_a_hint_that_does_not_help_says_so(picture: str, hand: str, key: str, left: int | None) -> None:
    """One card from the gold and nothing in the hand that fits: a card that leads away is not praised."""
    state = known(picture, hand)
    view, legal = SABOTEUR.view(state, Seat(0)), SABOTEUR.legal_actions(state, Seat(0))
    given = hint(SABOTEUR, view, legal, FastRandom(0))
    assert given.why.key == f"saboteur.{key}"
    assert given.why.values.get("left") == left
    check_saboteur(state, Seat(0), given)
