"""Text for actions, events and positions."""

from typing import assert_never

from filon.games.contract import CONTINUE, Continue, Continued, Hidden, Malformed, Seat
from filon.games.diamant.model import (
    Action,
    CardTurned,
    CaveEntered,
    CaveFled,
    CaveLeft,
    CaveOverView,
    Choice,
    ChoicesShown,
    Choose,
    Chose,
    Event,
    ExpeditionView,
    GameEnded,
    Returned,
    Turned,
    View,
)
from filon.games.diamant.pieces import CAVES, Artifact, Danger, as_stones, card_name

_WORDS = {Choice.GO_ON: "go", Choice.LEAVE: "leave"}
_CHOICES = {word: choice for choice, word in _WORDS.items()}


def write(action: Action) -> str:
    return "continue" if isinstance(action, Continue) else _WORDS[action.choice]


def read(text: str) -> Action:
    word = text.strip().lower()
    if word == "continue":
        return CONTINUE
    choice = _CHOICES.get(word)
    if choice is None:
        raise Malformed("notation", "say 'go', 'leave' or, between two caves, 'continue'")
    return Choose(choice)


def tell(event: Event) -> str:
    match event:
        case Chose(seat, choice):
            return f"{seat} has chosen" + ("" if isinstance(choice, Hidden) else f" to {_WORDS[choice]}")
        case ChoicesShown(choices):
            return "shown: " + ", ".join(f"{seat} {_WORDS[choice]}" for seat, choice in choices.items())
        case Returned(seats, banked, left):
            return f"{_listed(seats)} back at the camp with {banked} each; left on the cards: {_listed(left)}"
        case CardTurned(card, share, left):
            return f"turned {card_name(card)}: {share} each, {left} left"
        case CaveLeft(cave):
            return f"cave {cave} is empty"
        case CaveFled(cave, hazard):
            return f"cave {cave} fled: {hazard.value} again, one of them leaves the game"
        case Continued(seat):
            return f"{seat} is ready to go on"
        case CaveEntered(cave, pile):
            order = (
                "hidden" if isinstance(pile, Hidden) else " ".join(card_name(card) for card in reversed(pile))
            )
            return f"cave {cave} entered, pile: {order}"
        case GameEnded(chests):
            return f"chests: {_listed(chests)}"
        case _:
            assert_never(event)


def draw(view: View) -> str:
    lines = [
        f"seat {seat}{' (you)' if seat == view.seat else ''}: {_standing(view, Seat(seat))}"
        for seat in range(len(view.chests))
    ]
    match view.phase:
        case ExpeditionView() as cave:
            lines = [
                f"cave {cave.cave} of {CAVES}, {cave.pile} cards to come",
                "gallery: " + " - ".join(_card(turned) for turned in cave.gallery),
                *lines,
            ]
        case CaveOverView() as over:
            lost = ", ".join(f"{seat} loses {_stones(loot)}" for seat, loot in over.lost.items())
            lines = [
                f"cave {over.cave} of {CAVES} is done",
                "gallery: " + " - ".join(_card(turned) for turned in over.gallery),
                *([lost] if lost else []),
                *lines,
            ]
        case _:
            lines = ["all caves explored", *lines]
    if view.removed:
        lines.append("out of the game: " + ", ".join(hazard.value for hazard in view.removed))
    return "\n".join(lines)


def _standing(view: View, seat: Seat) -> str:
    chest = view.chests[seat]
    words = ["chest ?" if isinstance(chest, Hidden) else f"chest {_stones(chest)}"]
    if isinstance(view.phase, ExpeditionView):
        if seat in view.phase.inside:
            words.append(f"in the cave with {_stones(view.phase.loot)}")
            match view.phase.choices.get(seat):
                case Hidden():
                    words.append("has chosen")
                case Choice() as choice:
                    words.append(f"has chosen to {_WORDS[choice]}")
                case _:
                    words.append("thinking")
        else:
            words.append("at the camp")
    return ", ".join(words)


def _card(turned: Turned) -> str:
    match turned.card:
        case Danger(hazard):
            return f"!{hazard.value}"
        case Artifact():
            return f"artifact({turned.left})"
        case gems:
            return f"{gems.stones}({turned.left})"


def _stones(value: int) -> str:
    diamonds, rubies = as_stones(value)
    return f"{value} ({diamonds}d {rubies}r)"


def _listed(items: tuple[int, ...]) -> str:
    return " ".join(str(item) for item in items)
