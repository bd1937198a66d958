"""Text for actions and events. The drawing of a position is in drawing.py."""

import re
from typing import Final, assert_never

from filon.games.contract import Hidden, Malformed, Seat
from filon.games.labyrinth.castle import NAMES, SQUARES
from filon.games.labyrinth.model import (
    Action,
    AnimalDeclined,
    AnimalFetched,
    AnimalOffered,
    CardsHandedOver,
    Challenge,
    Challenged,
    Decline,
    DuelWon,
    End,
    Event,
    Fetch,
    GameEnded,
    Move,
    PawnMoved,
    PawnPlaced,
    PawnStayed,
    Place,
    RingTurned,
    SecretBuried,
    SecretContested,
    SecretTaken,
    SecretTurned,
    Stay,
    Swap,
    Swapped,
    Threw,
    Throw,
    ThrowsShown,
    Turn,
    TurnBegan,
)
from filon.games.labyrinth.pieces import KIND, Kind, Ring, Secret, Stake, Thing

_PLAIN: Final[dict[str, Action]] = {
    "stay": Stay(),
    "end": End(),
    "fetch": Fetch(),
    "decline": Decline(),
    **{thing.value: Throw(thing) for thing in Thing},
}
_TURN: Final = re.compile(r"(outer|inner|centre) ?([+-]?) ?([0-9]{1,3})?")
_TO_SQUARE: Final = re.compile(r"(move|place) ?([a-f]) ?([0-9]{1,2})")
_SWAP: Final = re.compile(r"swap ([0-9]{1,3}) (treasure|gnome|animal)s?")
_CHALLENGE: Final = re.compile(r"challenge ([0-9]{1,3}) (treasure|gnome|animal)s? (one|die)")


def write(action: Action) -> str:
    match action:
        case Turn(ring, steps):
            return f"{ring.value} {steps:+d}"
        case Move(to):
            return f"move {NAMES[to]}"
        case Place(to):
            return f"place {NAMES[to]}"
        case Swap(opponent, given):
            return f"swap {opponent} {given.value}"
        case Challenge(opponent, kind, stake):
            return f"challenge {opponent} {kind.value} {stake.value}"
        case Throw(thing):
            return thing.value
        case Stay() | End() | Fetch() | Decline():
            return type(action).__name__.lower()
        case _:
            assert_never(action)


def read(text: str) -> Action:
    words = " ".join(text.lower().split())
    if words in _PLAIN:
        return _PLAIN[words]
    if found := _TURN.fullmatch(words):
        return Turn(Ring(found[1]), int(f"{found[2]}{found[3] or 1}"))
    if found := _TO_SQUARE.fullmatch(words):
        return _to_square(found[1], f"{found[2].upper()}{int(found[3])}")
    if found := _SWAP.fullmatch(words):
        return Swap(Seat(int(found[1])), Kind(found[2]))
    if found := _CHALLENGE.fullmatch(words):
        return Challenge(Seat(int(found[1])), Kind(found[2]), Stake(found[3]))
    raise Malformed(
        "notation",
        "say 'outer +1', 'inner +1' or 'centre +3'; 'move B7' or 'stay'; 'challenge 2 treasure one' (or"
        " 'die'); 'swap 2 gnome'; 'end'; 'stone', 'scissors' or 'paper'; 'place B7'; 'fetch' or 'decline'",
    )


def _to_square(verb: str, name: str) -> Action:
    if name not in SQUARES:
        raise Malformed(
            "notation", "squares are A1 to A24, B1 to B24, C1 to C24, D1 to D12, E1 to E12, F1 to F6"
        )
    return Move(SQUARES[name]) if verb == "move" else Place(SQUARES[name])


def tell(event: Event) -> str:
    match event:
        case RingTurned(seat, ring, steps, position):
            return f"{seat} turns the {ring.value} by {steps:+d} to position {position}"
        case PawnMoved(seat, to, meets):
            return f"{seat} moves to {NAMES[to]}" + (f" and meets {_listed(meets)}" if meets else "")
        case PawnStayed(seat):
            return f"{seat} stays"
        case SecretTaken(seat, secret, complete):
            return f"{seat} takes the {named(secret)}{_completed(complete)}"
        case Swapped():
            return _tell_swap(event)
        case SecretTurned(seat, secret):
            return f"{seat} turns up the {named(secret)}"
        case AnimalOffered(seat):
            return f"{seat} may fetch the animal"
        case AnimalFetched(seat, to, meets):
            return f"{seat} goes straight to {NAMES[to]}" + (f" and meets {_listed(meets)}" if meets else "")
        case AnimalDeclined(seat):
            return f"{seat} leaves the animal to be sought"
        case SecretBuried(secret):
            return f"the {named(secret)} goes under the pile: four pawns stand on its square"
        case TurnBegan(seat, turn):
            return f"turn {turn}: {seat}"
        case GameEnded(winners, ending, hands):
            held = "; ".join(f"{seat} has {_cards(hand)}" for seat, hand in enumerate(hands))
            return f"the game ends by {ending.value.replace('_', ' ')}, won by {_listed(winners)}; {held}"
        case _:
            return _tell_duel(event)


def _tell_duel(
    event: Challenged | SecretContested | Threw | ThrowsShown | DuelWon | CardsHandedOver | PawnPlaced,
) -> str:
    match event:
        case Challenged(seat, opponent, kind, stake, cards):
            means = "without the die" if stake is Stake.ONE else "by the die"
            return f"{seat} challenges {opponent} for {cards} {kind.value} {means}"
        case SecretContested((one, other), waiting):
            after = f", then {_listed(waiting)}" if waiting else ""
            return f"{one} and {other} duel for the secret they stand on{after}"
        case Threw(seat, thing):
            return f"{seat} has chosen" + ("" if isinstance(thing, Hidden) else f" {thing.value}")
        case ThrowsShown(throws):
            return "shown: " + ", ".join(f"{seat} {thing.value}" for seat, thing in throws.items())
        case DuelWon(winner, loser):
            return f"{winner} wins the duel against {loser}"
        case CardsHandedOver(loser, winner, kind, cards, count, face_up, complete):
            shown = _shown(cards, face_up=face_up)
            return f"{loser} hands {winner} {count} {kind.value}{shown}{_completed(complete)}"
        case PawnPlaced(winner, loser, to):
            return f"{winner} puts the pawn of {loser} on {NAMES[to]}"
        case _:
            assert_never(event)


def _tell_swap(event: Swapped) -> str:
    given = "a card" if isinstance(event.given, Hidden) else f"the {named(event.given)}"
    return (
        f"{event.seat} discards the {named(event.animal)}, gives {event.opponent} {given}"
        f" and draws {event.count}{_shown(event.drawn, face_up=event.face_up)}{_completed(event.complete)}"
    )


def named(secret: Secret) -> str:
    return f"{secret.value} ({KIND[secret].value})"


def _cards(cards: tuple[Secret, ...]) -> str:
    return ", ".join(card.value for card in cards) or "nothing"


def _shown(cards: tuple[Secret, ...] | Hidden, *, face_up: bool) -> str:
    if isinstance(cards, Hidden):
        return " (face down)"
    return f" ({_cards(cards)}, {'for all to see' if face_up else 'face down'})"


def _completed(seat: Seat | None) -> str:
    return "" if seat is None else f": the set of {seat} is full"


def _listed(seats: tuple[Seat, ...]) -> str:
    return " and ".join(str(seat) for seat in seats)
