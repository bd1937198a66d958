"""The quick way to a duel or a swap: two people who play over HTTP until one of them can walk onto the sought
secret's square where the other stands, challenge, or play an animal. What follows is for the browser.
"""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from filon.games.labyrinth.castle import Rotation, Square
from filon.games.labyrinth.model import (
    Action,
    Challenge,
    Decline,
    DuelView,
    End,
    Fetch,
    FirstChange,
    ForCards,
    Move,
    Moving,
    Place,
    SecondChange,
    Stay,
    Swap,
    Throw,
    Turn,
    View,
)
from filon.games.labyrinth.passages import regions
from filon.games.labyrinth.pieces import POSITIONS, Ring, Thing
from tests.web.house import Visitor

_LOOK = "async (path) => (await fetch(path)).text()"


class _Game(msgspec.Struct):
    view: View
    legal: list[Action] = []


class _Seen(msgspec.Struct):
    sequence: int
    seat: int
    game: _Game


class Seated:
    """Somebody at a table, who looks and acts over HTTP."""

    def __init__(self, visitor: Visitor, table: dict[str, Any]) -> None:
        self.visitor = visitor
        self.path = f"/api/tables/{table['id']}"
        self.count = 0
        self.look()

    def look(self) -> None:
        seen = msgspec.json.decode(self.visitor.page.evaluate(_LOOK, f"{self.path}/view"), type=_Seen)
        self.sequence, self.seat = seen.sequence, seen.seat
        self.view, self.legal = seen.game.view, seen.game.legal

    def act(self, action: Action) -> None:
        self.count += 1
        command = {"type": "Act", "action": msgspec.to_builtins(action), "on": self.sequence}
        body = {"id": f"{self.seat}.{self.count}", "command": command}
        answer = self.visitor.fetch("POST", f"{self.path}/commands", body)
        assert answer["type"] == "Accepted", answer


def to_a_defended_secret(one: Seated, other: Seated) -> tuple[Seated, Seated]:
    """Plays until somebody can walk onto the sought square where the other stands; then these two.

    Whoever is challenged wins, is next, and puts the loser onto the sought secret's square.
    """
    chance = random.Random(1)
    for _ in range(1_000):
        for seated, rival in ((one, other), (other, one)):
            seated.look()
            if not seated.legal:
                continue
            here = seated.view.square
            if here == seated.view.pawns[rival.seat] and Move(Square(here or 0)) in seated.legal:
                return seated, rival
            seated.act(_chosen(seated, rival.seat, chance))
    raise AssertionError("nobody came to a defended secret")


def to_a_challenge(one: Seated, other: Seated) -> tuple[Seated, Seated]:
    """Plays until somebody may challenge the other; then these two."""
    chance = random.Random(1)
    return _played(one, other, Challenge, lambda seated, rival: _chosen(seated, rival.seat, chance))


def to_a_swap(one: Seated, other: Seated) -> tuple[Seated, Seated]:
    """Both seek until somebody may play an animal; then this one and the other."""
    chance = random.Random(1)
    return _played(one, other, Swap, lambda seated, _: _seeking(seated, chance))


def _played(
    one: Seated, other: Seated, wanted: type[Action], choose: Callable[[Seated, Seated], Action]
) -> tuple[Seated, Seated]:
    for _ in range(1_000):
        for seated, rival in ((one, other), (other, one)):
            seated.look()
            if any(isinstance(action, wanted) for action in seated.legal):
                return seated, rival
            if seated.legal:
                seated.act(choose(seated, rival))
    raise AssertionError(f"nobody came to a {wanted.__name__}")


def _seeking(seated: Seated, chance: random.Random) -> Action:
    """Towards the sought secret by the shortest way, and straight to every animal."""
    view, legal = seated.view, seated.legal
    goal = Square(view.square or 0)
    mine = view.pawns[seated.seat]
    changes = [turn for turn in legal if isinstance(turn, Turn) and _may_reach(turn, view, mine, goal)]
    wished = [act for act in legal if isinstance(act, Fetch) or act == Move(goal)]
    return next(iter([*wished, *changes]), None) or (End() if End() in legal else chance.choice(legal))


def _chosen(seated: Seated, rival: int, chance: random.Random) -> Action:
    view, legal = seated.view, seated.legal
    match view.phase:
        case FirstChange() | SecondChange():
            mine, theirs = view.pawns[seated.seat], view.pawns[rival]
            changes = [turn for turn in legal if isinstance(turn, Turn)]
            return next(
                (turn for turn in changes if _may_reach(turn, view, mine, theirs)), chance.choice(changes)
            )
        case Moving():
            towards = Move(view.pawns[rival])
            wandering = [move for move in legal if isinstance(move, Move) and move.to != view.square]
            return towards if towards in legal else chance.choice(wandering) if wandering else Stay()
        case DuelView(prize=ForCards(), duellists=(_, challenged)):
            return Throw(Thing.STONE if challenged == seated.seat else Thing.SCISSORS)
        case _:
            onto_the_secret = Place(Square(view.square or 0))
            wished = [act for act in legal if isinstance(act, Challenge | Decline) or act == onto_the_secret]
            return wished[0] if wished else End() if End() in legal else chance.choice(legal)


def _may_reach(turn: Turn, view: View, start: Square, goal: Square) -> bool:
    """Whether the way is open after this change, or, when it is the first one, after another one."""
    turned = _turned(view.rotation, turn)
    if isinstance(view.phase, SecondChange):
        return _open(turned, start, goal)
    further = [Turn(ring, steps) for ring in (Ring.OUTER, Ring.INNER) for steps in (1, -1)]
    if turn.ring is not Ring.CENTRE:
        further += [Turn(Ring.CENTRE, steps) for steps in range(1, POSITIONS[Ring.CENTRE])]
    return any(_open(_turned(turned, other), start, goal) for other in further)


def _turned(rotation: Rotation, turn: Turn) -> Rotation:
    position = (rotation.of(turn.ring) + turn.steps) % POSITIONS[turn.ring]
    return msgspec.structs.replace(rotation, **{turn.ring.value: position})


def _open(rotation: Rotation, start: Square, goal: Square) -> bool:
    return bool(regions(rotation)[start] >> goal & 1)
