"""The legal actions counted a second way, from the rules alone: a slow and simple player of half a turn.

It reads the plan of the castle as a person would, works with angles in degrees, and shares no code with
the law. It knows a turn up to the point where the next one begins, and no duels.
"""

from dataclasses import dataclass, replace

from filon.games.labyrinth.castle import DESIGN

ROWS = {
    line.split()[0] + " " + line.split()[1]: line.split()[2]
    for line in DESIGN.splitlines()
    if len(line.split()) == 3
}
SIZES = {"A": 24, "B": 24, "C": 24, "D": 12, "E": 12, "F": 6}
NEAREST = {"A": "B", "B": "C", "C": "D", "D": "E", "E": "F"}
PLACES = {line.split()[0]: line.split()[1] for line in DESIGN.splitlines() if len(line.split()) == 2}


@dataclass(frozen=True)
class Board:
    """`degrees` says how far B, D and F are turned; hands count (treasures, gnomes, animals)."""

    degrees: tuple[tuple[str, int], ...]
    pawns: tuple[str, ...]
    hands: tuple[tuple[int, int, int], ...]
    sought: str | None
    pile: int = 17
    stage: str = "first"
    swapped: bool = False
    centre_turned: bool = False
    meets: int = 0


def wall_free(board: Board, one: str, other: str) -> bool:
    """Whether one can step from a square to another, the first nearer to the rim or before it in the zone."""
    zone, number = one[0], int(one[1:])
    inner, inner_number = other[0], int(other[1:])
    if zone == inner:
        return inner_number == number % SIZES[zone] + 1 and ROWS[f"{zone} ring"][number - 1] == "."
    if NEAREST.get(zone) != inner:
        return False
    doors, inner_doors = ROWS[f"{zone} in"], ROWS[f"{inner} out"]
    width = 360 // len(doors)
    turned = dict(board.degrees)
    for angle in range(0, 360, width):
        door = (angle - turned.get(zone, 0)) % 360 // width
        inner_door = (angle - turned.get(inner, 0)) % 360 // width
        mine = door // (len(doors) // SIZES[zone]) + 1
        theirs = inner_door // (len(inner_doors) // SIZES[inner]) + 1
        if (mine, theirs) == (number, inner_number) and doors[door] == inner_doors[inner_door] == "o":
            return True
    return False


def walk(board: Board) -> set[str]:
    """Everywhere seat 0 can walk to, itself included."""
    every = [f"{zone}{number}" for zone, size in SIZES.items() for number in range(1, size + 1)]
    seen, edge = {board.pawns[0]}, [board.pawns[0]]
    while edge:
        here = edge.pop()
        for there in every:
            if there not in seen and (wall_free(board, here, there) or wall_free(board, there, here)):
                seen.add(there)
                edge.append(there)
    return seen


def moves(board: Board) -> list[Board]:
    """The position after each action of seat 0. Stage `over`: the next seat begins."""
    if board.stage in ("first", "second"):
        return _changes(board)
    swaps = _swaps(board)
    if board.stage == "arrived":
        over = replace(board, stage="over")
        return [*swaps, *[replace(board, stage="duel")] * 4 * board.meets, over]
    arrivals = []
    for square in walk(board):
        others = board.pawns[1:].count(square) if square != board.pawns[0] else 0
        after = replace(board, stage="arrived", pawns=(square, *board.pawns[1:]), meets=others)
        arrivals.append(_settled(_at_the_secret(after)))
    return [*swaps, *arrivals]


def _changes(board: Board) -> list[Board]:
    turned = dict(board.degrees)
    stage = "second" if board.stage == "first" else "moving"
    after = []
    for zone in "BD":
        degrees = {**turned, zone: turned[zone] + 30}
        after.append(replace(board, degrees=tuple(degrees.items()), stage=stage))
    if not board.centre_turned:
        for position in range(1, 6):
            degrees = {**turned, "F": turned["F"] + 60 * position}
            after.append(replace(board, degrees=tuple(degrees.items()), stage=stage, centre_turned=True))
    return after


def _swaps(board: Board) -> list[Board]:
    """Only their number and the stage after them matter here: who draws what is left open."""
    if board.swapped or _all_found(board) or not board.hands[0][2]:
        return []
    kinds = sum(1 for cards in board.hands[0][:2] if cards)
    opponents = sum(1 for hand in board.hands[1:] if sum(hand))
    return [_settled(replace(board, swapped=True))] * kinds * opponents


def _at_the_secret(board: Board) -> Board:
    """LAB-3.5, LAB-5.6: nobody met, the card is seat 0's; one or two, a duel for it; three, under the pile.

    The sought card of these positions is a treasure.
    """
    if board.sought is None or board.pawns[0] != PLACES[board.sought]:
        return board
    if board.meets in (1, 2):
        return replace(board, stage="duel")
    if board.meets == 3:
        return replace(board, sought=None, pile=board.pile + 1) if board.pile else board
    treasures, gnomes, animals = board.hands[0]
    return replace(board, hands=((treasures + 1, gnomes, animals), *board.hands[1:]), sought=None)


def _all_found(board: Board) -> bool:
    """LAB-3.7: no card in the pile and none before it."""
    return board.sought is None and board.pile == 0


def _settled(board: Board) -> Board:
    """A turn ends by itself when everybody sees that nothing is left, LAB-3.6."""
    if board.stage != "arrived" or board.meets:
        return board
    held, others = sum(board.hands[0]), sum(sum(hand) for hand in board.hands[1:])
    could_swap = not board.swapped and not _all_found(board) and held > 1 and others > 0
    return board if could_swap else replace(board, stage="over")


def count(board: Board, depth: int) -> int:
    """Sequences of so many actions; after the turn the next seat has seven changes, in a duel six throws."""
    if depth == 0:
        return 1
    if board.stage in ("over", "duel"):
        assert depth == 1, "the naive player does not look further"
        return 7 if board.stage == "over" else 6
    return sum(count(after, depth - 1) for after in moves(board))
