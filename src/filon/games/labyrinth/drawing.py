"""The position as text: the round castle unrolled, clockwise from left to right, the rim on top."""

from typing import Final, assert_never

from filon.games.contract import Hidden, Seat
from filon.games.labyrinth.castle import CASTLE, NAMES, SECRET_AT, Square, Zone, turned_by
from filon.games.labyrinth.model import (
    AnimalTurned,
    Arrived,
    DuelView,
    Fetched,
    Finished,
    FirstChange,
    ForCards,
    Moving,
    Placing,
    Prize,
    SecondChange,
    View,
)
from filon.games.labyrinth.passages import doorways, regions
from filon.games.labyrinth.pieces import KIND, SECRETS, Ring, Secret, of_kind

_WIDTH: Final = 96
"""Characters around the circle: four for each of 24 squares, the wall to its right included."""
_ZONE_NAMES: Final = {Ring.OUTER: "outer corridor", Ring.INNER: "inner corridor", Ring.CENTRE: "centre"}
CODES: Final = {
    secret: f"{KIND[secret].value[0].upper()}{of_kind(SECRETS, KIND[secret]).index(secret) + 1}"
    for secret in SECRETS
}
"""Short names of secrets in the drawing: T1 to T7, G1 to G7, A1 to A4."""
_LEGEND: Final = (
    "│ ─ wall   ▾ ▴ a door on that side only, walled on the other   · where the pawn can walk now",
    "T treasure  G gnome  A animal  * sought   ♟ pawns   rings turn to the right, squares keep their names",
)


def draw(view: View) -> str:
    return "\n".join((*_castle(view), *_LEGEND, "", *_standings(view), _waiting(view)))


def _castle(view: View) -> list[str]:
    walker = view.on_turn if view.seat is None else view.seat
    near = regions(view.rotation)[view.pawns[walker]]
    lines = ["┌" + "┬".join("───" for _ in range(24)) + "┐"]
    for at, zone in enumerate(CASTLE.zones):
        squares = _by_angle(view, zone)
        name = "fixed" if zone.ring is None else f"{_ZONE_NAMES[zone.ring]}, at {view.rotation.of(zone.ring)}"
        lines.append(f"{_row(zone, squares, [NAMES[square] for square in squares])} {zone.letter} {name}")
        lines.append(_row(zone, squares, [_secret(view, square) for square in squares]))
        lines.append(_row(zone, squares, [_pawns(view, square, near) for square in squares]))
        if zone.inward:
            lines.append(_border(view, zone, CASTLE.zones[at + 1]))
    return [*lines, "└" + "┴".join("─" * 15 for _ in range(6)) + "┘"]


def _by_angle(view: View, zone: Zone) -> list[Square]:
    """The zone's squares as they lie now, clockwise from the top."""
    turned = turned_by(zone, view.rotation, zone.count)
    return [Square(zone.first + (at - turned) % zone.count) for at in range(zone.count)]


def _row(zone: Zone, squares: list[Square], texts: list[str]) -> str:
    walls = ["│ "[zone.clockwise[square - zone.first]] for square in squares]
    width = _WIDTH // zone.count - 1
    return walls[-1] + "".join(f"{text:^{width}}{wall}" for text, wall in zip(texts, walls, strict=True))


def _border(view: View, outer: Zone, inner: Zone) -> str:
    marks = {(False, False): "─", (True, False): "▾", (False, True): "▴"}
    ways = doorways(outer, inner, view.rotation)
    width = _WIDTH // len(ways) - 1
    cells = []
    for way in ways:
        sides = (way.outer_open, way.inner_open)
        cells.append(" " * width if all(sides) else f"{marks[sides]:─^{width}}")
    return "┼" + "┼".join(cells) + "┼"


def _secret(view: View, square: Square) -> str:
    secret = SECRET_AT.get(square)
    if secret is None:
        return ""
    return ("*" if secret is view.sought else "") + CODES[secret]


def _pawns(view: View, square: Square, near: int) -> str:
    seats = "".join(str(seat) for seat, pawn in enumerate(view.pawns) if pawn == square)
    if not seats:
        return "·" if near >> square & 1 else ""
    if len(seats) == 4:
        return "0-3"
    return f"♟{seats}" if len(seats) < 3 else seats


def _standings(view: View) -> list[str]:
    lines = []
    for seat, (hand, count) in enumerate(zip(view.hands, view.counts, strict=True)):
        who = f"seat {seat}{' (you)' if seat == view.seat else ''} on {NAMES[view.pawns[seat]]}"
        cards = "" if isinstance(hand, Hidden) or not hand else f": {_cards(hand)}"
        lines.append(f"{who}, {count} card{'' if count == 1 else 's'}{cards}")
    if view.discarded:
        lines.append(f"out of the game: {_cards(view.discarded)}")
    if view.sought is None and not view.pile:  # LAB-3.7
        return [*lines, "all secrets are found: only duels are left, and animals can no longer be played"]
    pile = f"{view.pile} card{'' if view.pile == 1 else 's'} in the pile"
    if view.sought is None or view.square is None:
        return [*lines, f"no secret lies open, {pile}"]
    return [*lines, f"sought: {_cards((view.sought,))} on {NAMES[view.square]}, {pile}"]


def _cards(cards: tuple[Secret, ...]) -> str:
    return ", ".join(f"{card.value} {CODES[card]}" for card in cards)


def _waiting(view: View) -> str:
    turn = f"turn {view.turn}, seat {view.on_turn}: "
    match view.phase:
        case FirstChange():
            return f"{turn}the first of two changes of the paths"
        case SecondChange(first):
            return f"{turn}the second change of the paths, after the {first.value}"
        case Moving():
            return f"{turn}move or stay{_swap_note(view)}"
        case Arrived(meets):
            return f"{turn}{_challenge_or(meets)}end{_swap_note(view)}"
        case AnimalTurned(seat):
            return f"{turn}seat {seat} may fetch the animal or decline"
        case Fetched(seat, meets):
            return f"{turn}seat {seat}, at the animal's square, may {_challenge_or(meets)}end"
        case DuelView((one, other), prize, throws):
            ready = "".join(
                f"; seat {seat} has chosen{'' if isinstance(thing, Hidden) else f' {thing.value}'}"
                for seat, thing in throws.items()
            )
            return f"{turn}seats {one} and {other} duel for {_prize(prize)}{ready}"
        case Placing(winner, loser, prize):
            return f"{turn}seat {winner} won {_won(prize)} and puts the pawn of seat {loser} on a free square"
        case Finished(winners, ending):
            return f"the game is over by {ending.value.replace('_', ' ')}: {_seats(winners)} won"
        case _:
            assert_never(view.phase)


def _swap_note(view: View) -> str:
    return ", an animal was played" if view.swapped else ""


def _challenge_or(meets: tuple[Seat, ...]) -> str:
    return f"challenge {' or '.join(map(str, meets))} or " if meets else ""


def _won(prize: Prize) -> str:
    if isinstance(prize, ForCards):
        return _prize(prize)
    return f"against the first, with {_seats(prize.waiting)} to come," if prize.waiting else "the secret"


def _prize(prize: Prize) -> str:
    if isinstance(prize, ForCards):
        return f"{prize.cards} {prize.kind.value}{'' if prize.cards == 1 else 's'}"
    after = f", then {_seats(prize.waiting)}" if prize.waiting else ""
    return f"the sought secret{after}"


def _seats(seats: tuple[Seat, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)
