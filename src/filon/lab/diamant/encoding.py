"""Diamant in arrays: cards, stones and chests as the numbers that they are."""

from collections.abc import Sequence
from typing import Any, Final

from filon.games.contract import AnyGame, Continue, Hidden, Seat
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Action, Choice, ExpeditionView, Options, View
from filon.games.diamant.pieces import CAVES, DECK, HAZARD_COPIES, Card, Danger, Gems, Hazard
from filon.lab.encoding import NOBODY_KNOWS, Field, Layout, Observation, clockwise

HAZARD: Final = 32
"""The code of the first hazard card; a gem card's code is its stones."""
ARTIFACT: Final = 64
MOST_CARDS: Final = len(DECK) + 1
MOST_STONES: Final = 1023
"""More than a chest can ever hold."""
GO_ON: Final = 0
LEAVE: Final = 1
_HAZARDS: Final = tuple(Hazard)
UNDECIDED, DECIDED, CHOSE_TO_GO_ON, CHOSE_TO_LEAVE = range(4)
_ACTIONS: Final = Layout(Field("choice", (2,), 0, 1, "0 goes on, 1 leaves (DIA-2.4)"))


def code_of(card: Card) -> int:
    match card:
        case Gems(stones):
            return stones
        case Danger(hazard):
            return HAZARD + _HAZARDS.index(hazard)
        case _:
            return ARTIFACT


def layout_of(seats: int) -> Layout:
    return Layout(
        Field("cave", (1,), 0, CAVES, "the cave being explored, from 1; 0 when the game is over"),
        Field("pile", (1,), 0, MOST_CARDS, "cards still face down"),
        Field("loot", (1,), 0, MOST_STONES, "what each explorer inside carries"),
        Field("inside", (seats,), 0, 1, "who is inside"),
        Field(
            "choices",
            (seats,),
            UNDECIDED,
            CHOSE_TO_LEAVE,
            "0 none yet or not inside, 1 chosen in secret, 2 own choice: goes on, 3 own choice: leaves",
        ),
        Field(
            "gallery",
            (MOST_CARDS, 2),
            0,
            MOST_STONES,
            "the cards turned, first turned first: its code (stones; 32 to 36 a hazard; 64 the artifact; "
            "0 none) and the stones still on it",
        ),
        Field("met", (len(Hazard),), 0, 1, "hazards in the gallery"),
        Field("removed", (len(Hazard),), 0, HAZARD_COPIES, "hazard cards that left the game"),
        Field("artifacts_turned", (1,), 0, CAVES, "artifacts turned up so far"),
        Field("chests", (seats,), NOBODY_KNOWS, MOST_STONES, "stones in the chests; -1 hidden (DIA-4.1)"),
        Field("takings", (CAVES, seats), 0, MOST_STONES, "by cave, what was carried home"),
    )


class DiamantEncoding:
    game: AnyGame = DIAMANT

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options: Any = options
        self.layout = layout_of(seats)
        self.actions = _ACTIONS

    def observe(self, view: View, out: Observation) -> None:
        out[:] = 0
        part = self.layout.split(out)
        seen_as = clockwise(self.seats, view.seat)
        if isinstance(view.phase, ExpeditionView):
            cave = view.phase
            part["cave"][:] = cave.cave
            part["pile"][:] = cave.pile
            part["loot"][:] = cave.loot
            for place, seat in enumerate(seen_as):
                part["inside"][place] = seat in cave.inside
                part["choices"][place] = _choice(cave.choices.get(seat))
            for place, turned in enumerate(cave.gallery):
                part["gallery"][place] = code_of(turned.card), turned.left
                if isinstance(turned.card, Danger):
                    part["met"][_HAZARDS.index(turned.card.hazard)] = 1
        for hazard in view.removed:
            part["removed"][_HAZARDS.index(hazard)] += 1
        part["artifacts_turned"][:] = view.artifacts_turned
        for place, seat in enumerate(seen_as):
            chest = view.chests[seat]
            part["chests"][place] = NOBODY_KNOWS if isinstance(chest, Hidden) else chest
            for cave_number, row in enumerate(view.takings):
                part["takings"][cave_number, place] = row[seat]

    def indices(self, seat: Seat, legal: Sequence[Action]) -> list[int]:  # noqa: ARG002 - the same for all
        return [_index(action) for action in legal]


ENCODING: Final = DiamantEncoding


def _index(action: Action) -> int:
    if isinstance(action, Continue):
        raise ValueError("the lab passes intermissions by itself")
    return LEAVE if action.choice is Choice.LEAVE else GO_ON


def _choice(choice: Choice | Hidden | None) -> int:
    if choice is None:
        return UNDECIDED
    if isinstance(choice, Hidden):
        return DECIDED
    return CHOSE_TO_LEAVE if choice is Choice.LEAVE else CHOSE_TO_GO_ON
