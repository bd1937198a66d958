"""Counting a round, in the order of OOM-4."""

from collections import Counter

from filon.games.contract import Seat
from filon.games.outofmine.boards import GALLERIES, GALLERY_MASKS
from filon.games.outofmine.cards import TREASURES, Card
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.model import Count, Fault, Mine, Options, Placed, Placing, Removed, Sheet
from filon.games.outofmine.pieces import (
    CALL_POINTS,
    COLOURS,
    ELF_POINTS,
    FULL_POINTS,
    MOST_EMPTY,
    Colour,
)


def sheet(options: Options, placing: Placing, caller: Seat | None) -> Sheet:
    return Sheet(
        caller,
        tuple(
            count(options, mine, called=caller is not None and seat == caller)
            for seat, mine in enumerate(placing.mines)
        ),
    )


def count(options: Options, mine: Mine, *, called: bool) -> Count:
    card = TREASURES[mine.card]
    gallery = GALLERY_MASKS[mine.board][mine.side]
    removed, kept = checked(mine, card)
    covered = sum(LAYS[placed.tile.shape][placed.squares] for placed in kept)
    empty = (gallery & ~covered).bit_count()
    call = 0
    if called:  # OOM-4.3
        call = -CALL_POINTS if removed or empty else CALL_POINTS
    elves = _elves(mine, kept) if options.elves == "on" else 0
    finds = _finds(card, kept) if options.finds == "on" else 0
    points = 0
    if empty <= MOST_EMPTY:  # OOM-4.2
        points = max(0, FULL_POINTS - empty + call + elves + finds)  # OOM-4.3
    return Count(mine, removed, empty, call, elves, finds, points)


def checked(mine: Mine, card: Card) -> tuple[tuple[Removed, ...], tuple[Placed, ...]]:
    """OOM-4.1: the wrong tiles, and those that stay; of too many of a colour the first placed stay."""
    rock = ~GALLERY_MASKS[mine.board][mine.side]
    removed: list[Removed] = []
    kept: list[Placed] = []
    used = Counter[Colour]()
    for placed in mine.placed:
        fault: Fault
        colour = COLOURS[placed.tile.shape]
        if LAYS[placed.tile.shape][placed.squares] & rock:
            fault = "over the edge"
        elif colour not in card.tiles:
            fault = "wrong colour"
        elif used[colour] == card.tiles[colour]:
            fault = "one too many"
        else:
            used[colour] += 1
            kept.append(placed)
            continue
        removed.append(Removed(placed, fault))
    return tuple(removed), tuple(kept)


def _elves(mine: Mine, kept: tuple[Placed, ...]) -> int:
    """OOM-4.4."""
    colours = {square: COLOURS[placed.tile.shape] for placed in kept for square in placed.squares}
    elves = GALLERIES[mine.board][mine.side].elves
    return ELF_POINTS * sum(colours.get(elf.square) is elf.colour for elf in elves)


def _finds(card: Card, kept: tuple[Placed, ...]) -> int:
    """OOM-4.4."""
    return sum(card.finds.get(placed.tile.find, 0) for placed in kept)


def board_to_leave(sheet: Sheet) -> Seat:
    """OOM-5.1: the caller's board leaves; without one, the fullest does, the earliest seat's on a tie."""
    if sheet.caller is not None:
        return sheet.caller
    return min((Seat(seat) for seat in range(len(sheet.counts))), key=lambda seat: sheet.counts[seat].empty)
