"""Text for actions and events. A place is written x,y and a seat by its number."""

import re
from collections.abc import Iterable
from typing import Final, assert_never

from filon.games.contract import CONTINUE, Continue, Continued, Hidden, Malformed, Seat
from filon.games.saboteur.maze import GOAL_PLACES, Place
from filon.games.saboteur.model import (
    Action,
    BreakTool,
    CardDiscarded,
    CardDrawn,
    Discard,
    DropRocks,
    Event,
    GameEnded,
    GoalRevealed,
    GoalSeen,
    GoldDrawn,
    GoldPaid,
    GoldPassed,
    GoldRecord,
    GoldShuffled,
    GoldTaken,
    Paid,
    Pass,
    Passed,
    PathPlaced,
    Payment,
    PlacePath,
    ReadMap,
    RepairTool,
    RocksFell,
    RoundDealt,
    RoundEnded,
    Shared,
    TakeGold,
    ToolBroken,
    ToolRepaired,
    TurnBegan,
)
from filon.games.saboteur.pieces import PATH_COUNTS, Card, Face, Role, Tool

_CARDS: Final = {card.value.lower(): card for card in Card}
_INTEGER: Final = "-?[0-9]{1,4000}"
_AT: Final = rf"(?P<x>{_INTEGER})\s*,\s*(?P<y>{_INTEGER})"
_TOOL: Final = "(?P<tool>pick|lamp|cart)"
_SEAT: Final = rf"(?P<seat>{_INTEGER})"
_PLACE: Final = re.compile(rf"(?:lay\s+)?(?P<card>[a-z_]+)\s+{_AT}(?P<turned>\s+turned)?")
_BREAK: Final = re.compile(rf"break\s+{_TOOL}\s+{_SEAT}")
_REPAIR: Final = re.compile(rf"repair\s+{_TOOL}\s+{_SEAT}(?:\s+with\s+(?P<card>[a-z_]+))?")
_ROCKFALL: Final = re.compile(rf"rockfall\s+{_AT}")
_MAP: Final = re.compile(rf"map\s+{_AT}")
_DISCARD: Final = re.compile(r"discard\s+(?P<card>[a-z_ ]+)")
_TAKE: Final = re.compile(rf"take\s+(?P<nuggets>{_INTEGER})")
_SAMPLES: Final = (
    "say 'SW 3,-1', 'SW 3,-1 turned', 'break lamp 2', 'repair lamp 2', 'repair lamp 2 with repair_pick_lamp',"
    " 'rockfall 3,-1', 'map 8,0', 'discard broken_pick', 'pass', 'take 2' or 'continue'"
)
_REPAIR_ONE: Final = {
    Tool.PICK: Card.REPAIR_PICK,
    Tool.LAMP: Card.REPAIR_LAMP,
    Tool.CART: Card.REPAIR_CART,
}


def write(action: Action) -> str:
    match action:
        case PlacePath(card, at, turned):
            lay = "" if card in PATH_COUNTS else "lay "  # never legal, but never another action either
            return f"{lay}{card.value} {_spelt(at)}{_way(turned)}"
        case BreakTool(tool, target):
            return f"break {tool.value} {target}"
        case RepairTool(card, target, tool):
            with_card = "" if card is _REPAIR_ONE[tool] else f" with {card.value}"
            return f"repair {tool.value} {target}{with_card}"
        case DropRocks(at):
            return f"rockfall {_spelt(at)}"
        case ReadMap(at):
            return f"map {_spelt(at)}"
        case Discard(card):
            return f"discard {card.value}"
        case Pass():
            return "pass"
        case TakeGold(nuggets):
            return f"take {nuggets}"
        case Continue():
            return "continue"
        case _:
            assert_never(action)


def read(text: str) -> Action:
    text = text.strip().lower()
    if text == "pass":
        return Pass()
    if text == "continue":
        return CONTINUE
    if found := _BREAK.fullmatch(text):
        return BreakTool(Tool(found["tool"]), Seat(int(found["seat"])))
    if found := _REPAIR.fullmatch(text):
        tool = Tool(found["tool"])
        card = _card(found["card"]) if found["card"] else _REPAIR_ONE[tool]
        return RepairTool(card, Seat(int(found["seat"])), tool)
    if found := _ROCKFALL.fullmatch(text):
        return DropRocks(_place(found))
    if found := _MAP.fullmatch(text):
        return ReadMap(_place(found))
    if found := _DISCARD.fullmatch(text):
        return Discard(_card(found["card"].replace(" ", "_")))
    if found := _TAKE.fullmatch(text):
        return TakeGold(int(found["nuggets"]))
    if found := _PLACE.fullmatch(text):
        return PlacePath(_card(found["card"]), _place(found), turned=found["turned"] is not None)
    raise Malformed("notation", _SAMPLES)


def _card(word: str) -> Card:
    card = _CARDS.get(word)
    if card is None:
        raise Malformed("notation", f"no card is called {word!r}; there are {', '.join(_CARDS)}")
    return card


def _place(found: re.Match[str]) -> Place:
    return int(found["x"]), int(found["y"])


def tell(event: Event) -> str:
    match event:
        case PathPlaced(seat, card, at, turned):
            return f"{seat} lays {card.value} at {_spelt(at)}{_way(turned)}"
        case GoalRevealed(at, card, turned):
            return f"goal {_spelt(at)} is {card.value}{_way(turned)}"
        case ToolBroken(seat, target, tool):
            return f"{seat} breaks the {tool.value} of {target}"
        case ToolRepaired(seat, card, target, tool):
            return f"{seat} repairs the {tool.value} of {target} with {card.value}"
        case RocksFell(seat, at, card):
            return f"{seat} lets rocks fall on {card.value} at {_spelt(at)}"
        case GoalSeen(seat, at, face):
            return f"{seat} looks at goal {_spelt(at)}: {_face(face)}"
        case CardDiscarded(seat, card):
            return f"{seat} discards face down: {_shown(card)}"
        case Passed(seat):
            return f"{seat} has no card and passes"
        case CardDrawn(seat, card):
            return f"{seat} draws: {_shown(card)}"
        case TurnBegan(seat):
            return f"turn of {seat}"
        case _:
            return _tell_between_rounds(event)


def _tell_between_rounds(
    event: RoundEnded
    | GoldDrawn
    | GoldTaken
    | GoldPassed
    | GoldPaid
    | GoldShuffled
    | Continued
    | RoundDealt
    | GameEnded,
) -> str:
    match event:
        case RoundEnded(number, winner, last, roles, set_aside, goals):
            return (
                f"round {number} won by {winner.value}, last card by {last}; roles: {_roles(roles)};"
                f" set aside: {set_aside.value}; goals: {_goals(goals)}"
            )
        case GoldDrawn(seat, cards):
            return f"{seat} has the gold in hand: {_gold(cards)}"
        case GoldTaken(seat, nuggets):
            return f"{seat} takes gold: {_gold((nuggets,))}"
        case GoldPassed(seat, to, cards):
            return f"{seat} passes gold on to {to}: {_gold(cards)}"
        case GoldPaid(payments):
            return "saboteurs are paid: " + _payments(payments)
        case GoldShuffled(deck):
            order = "hidden" if isinstance(deck, Hidden) else _gold(deck)
            return f"the rest of the gold is shuffled, next card last: {order}"
        case Continued(seat):
            return f"{seat} is ready to go on"
        case RoundDealt(number, starter, roles, set_aside, goals, hands, pile):
            dealt = " | ".join(_pile(hand) for hand in hands)
            return (
                f"round {number} dealt, {starter} begins; roles: {_roles(roles)};"
                f" set aside: {_shown(set_aside)};"
                f" goals: {'hidden' if isinstance(goals, Hidden) else _goals(goals)};"
                f" hands: {dealt}; pile, next card last: {_pile(pile)}"
            )
        case GameEnded(ledger, scores):
            told = "; ".join(_record(record) for record in ledger)
            return f"nuggets: {' '.join(str(score) for score in scores)}; gold: {told or 'none'}"
        case _:
            assert_never(event)


def _record(record: GoldRecord) -> str:
    match record:
        case Shared(number, taken):
            takes = ", ".join(
                f"{take.seat} took {_gold((take.nuggets,))} of {_gold(take.offered)}" for take in taken
            )
            return f"round {number}: {takes}"
        case Paid(number, payments):
            return f"round {number}: {_payments(payments)}"
        case _:
            assert_never(record)


def _payments(payments: Iterable[Payment]) -> str:
    return ", ".join(
        f"{payment.seat} got {_gold(payment.cards)} and is owed {payment.owed}" for payment in payments
    )


def _gold(cards: Iterable[int | Hidden]) -> str:
    return " ".join("?" if isinstance(card, Hidden) else str(card) for card in cards) or "nothing"


def _roles(roles: Iterable[Role | Hidden]) -> str:
    return " ".join(_shown(role) for role in roles)


def _goals(faces: Iterable[Face]) -> str:
    return ", ".join(f"{_spelt(place)} {_face(face)}" for place, face in zip(GOAL_PLACES, faces, strict=True))


def _face(face: Face | Hidden) -> str:
    return "hidden" if isinstance(face, Hidden) else f"{face.card.value}{_way(face.turned)}"


def _shown(what: Card | Role | Hidden) -> str:
    return "hidden" if isinstance(what, Hidden) else what.value


def _pile(cards: Iterable[Card] | Hidden) -> str:
    return "hidden" if isinstance(cards, Hidden) else " ".join(card.value for card in cards)


def _way(turned: bool) -> str:  # noqa: FBT001 - one thing in, one word out
    return " turned" if turned else ""


def _spelt(at: Place) -> str:
    return f"{at[0]},{at[1]}"
