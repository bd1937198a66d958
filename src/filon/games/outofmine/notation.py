"""Text for actions and events."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from filon.games.contract import CONTINUE, Continued, Malformed, Seat
from filon.games.outofmine.grid import SQUARES, square_name
from filon.games.outofmine.model import (
    Action,
    AllReady,
    Away,
    BoardsDealt,
    Call,
    Called,
    CardsTurned,
    ChooseFace,
    Count,
    Event,
    FaceChosen,
    GameEnded,
    GaveUp,
    GiveUp,
    Hand,
    PickUp,
    Place,
    Placed,
    PutBack,
    RoundCounted,
    Signal,
    Swap,
    Take,
    TakeOff,
    TilePickedUp,
    TilePlaced,
    TilePutBack,
    TileTaken,
    TileTakenOff,
    TimeRanOut,
    TimeUp,
    WentAway,
)
from filon.games.outofmine.pieces import Find, Shape, Side, Square, Tile, tile_name

_PLAIN: Final[Mapping[str, Action]] = {
    "face front": ChooseFace(Side.FRONT),
    "face back": ChooseFace(Side.BACK),
    "put back": PutBack(),
    "put back second": PutBack("second"),
    "out of mine": Call(),
    "give up": GiveUp(),
    "signal": Signal(),
    "time up": TimeUp(),
    "continue": CONTINUE,
}
_WORDS: Final = {action: words for words, action in _PLAIN.items()}
_HINT: Final = (
    "say 'face front', 'take L4', 'take L4 gold', 'place c4 c5 c6 d6', 'pick up c4', 'take off c4', "
    "'swap T4', 'put back', 'place second c4', 'put back second', 'out of mine', 'give up' or 'continue'"
)
_SHAPES: Final = {shape.value.lower(): shape for shape in Shape}
_FINDS: Final = {find.value: find for find in Find if find is not Find.PLAIN}
_SEAT: Final = re.compile(r"\d{1,3}", re.ASCII)


def write(action: Action) -> str:
    match action:
        case Take(tile):
            return f"take {tile_name(tile)}"
        case Swap(tile):
            return f"swap {tile_name(tile)}"
        case Place(squares, hand):
            return f"place {'second ' if hand == 'second' else ''}{_squares(squares)}"
        case PickUp(square):
            return f"pick up {square_name(square)}"
        case TakeOff(square):
            return f"take off {square_name(square)}"
        case Away(seat):
            return f"away {seat}"
        case _:
            return _WORDS[action]


def read(text: str) -> Action:
    words = text.lower().replace("!", " ").split()
    plain = _PLAIN.get(" ".join(words))
    if plain is not None:
        return plain
    match words:
        case ["take", "off", square] if square in SQUARES:
            return TakeOff(SQUARES[square])
        case ["pick", "up", square] if square in SQUARES:
            return PickUp(SQUARES[square])
        case ["place", "second", *squares] if (named := _named(squares)) is not None:
            return Place(named, "second")
        case ["place", *squares] if (named := _named(squares)) is not None:
            return Place(named)
        case ["take", *tile] if (kind := _tile(tile)) is not None:
            return Take(kind)
        case ["swap", *tile] if (kind := _tile(tile)) is not None:
            return Swap(kind)
        case ["away", seat] if _SEAT.fullmatch(seat):
            return Away(Seat(int(seat)))
        case _:
            raise Malformed("notation", _HINT)


def _named(words: list[str]) -> tuple[Square, ...] | None:
    if not words or any(word not in SQUARES for word in words):
        return None
    return tuple(sorted(SQUARES[word] for word in words))


def _tile(words: list[str]) -> Tile | None:
    match words:
        case [shape] if shape in _SHAPES:
            return Tile(_SHAPES[shape])
        case [shape, find] if shape in _SHAPES and find in _FINDS:
            return Tile(_SHAPES[shape], _FINDS[find])
        case _:
            return None


def tell(event: Event) -> str:
    match event:
        case FaceChosen(seat, side):
            return f"{seat} plays the {side.value} of the board"
        case AllReady(sides):
            return f"everybody is ready: {', '.join(side.value for side in sides)}"
        case CardsTurned(cards):
            return f"the signal! cards {_listed(cards)}"
        case TileTaken(seat, tile):
            return f"{seat} takes {tile_name(tile)}"
        case TilePlaced(seat, placed, hand):
            return f"{seat} places {_placed(placed)}{_with(hand)}"
        case TilePutBack(seat, tile, hand):
            return f"{seat} puts {tile_name(tile)} back{_with(hand)}"
        case TilePickedUp(seat, placed, hand):
            return f"{seat} picks up {_placed(placed)}{_with(hand)}"
        case TileTakenOff(seat, placed):
            return f"{seat} takes off {_placed(placed)}"
        case WentAway(seat):
            return f"{seat} is away"
        case GaveUp(seat):
            return f"{seat} gives up"
        case Called(seat):
            return f"{seat} calls: Out of Mine!"
        case TimeRanOut():
            return "time is up"
        case _:
            return _tell_between_rounds(event)


def _tell_between_rounds(event: RoundCounted | Continued | BoardsDealt | GameEnded) -> str:
    match event:
        case RoundCounted(number, sheet):
            caller = "nobody called" if sheet.caller is None else f"{sheet.caller} called"
            counts = "; ".join(f"{seat} {_counted(count)}" for seat, count in enumerate(sheet.counts))
            return f"round {number}, {caller}: {counts}"
        case Continued(seat):
            return f"{seat} is ready to go on"
        case BoardsDealt(number, left, joined, boards, barred):
            turned = ", ".join(f"{seat} not the {side.value}" for seat, side in barred.items())
            faces = f", faces: {turned}" if turned else ""
            return f"round {number}: board {left} leaves, {joined} joins, dealt {_listed(boards)}{faces}"
        case GameEnded(scores):
            return f"the week is over: {_listed(scores)}"
        case _:
            assert_never(event)


def _with(hand: Hand) -> str:
    return ", second hand" if hand == "second" else ""


def _counted(count: Count) -> str:
    mine = count.mine
    board = f"(board {mine.board} {mine.side.value}, card {mine.card}"
    tiles = ", ".join(_placed(placed) for placed in mine.placed) or "no tiles"
    hand = "" if mine.hand is None else f", {tile_name(mine.hand)} in hand"
    second = "" if mine.second is None else f", {tile_name(mine.second)} in the second hand"
    state = f"{board}: {tiles}{hand}{second}{', given up' if mine.given_up else ''})"
    gone = "".join(f" less {_placed(removed.placed)} {removed.fault}," for removed in count.removed)
    return (
        f"{state}{gone} {count.empty} empty, call {count.call:+}, elves {count.elves:+}, "
        f"finds {count.finds:+} = {count.points}"
    )


def _placed(placed: Placed) -> str:
    return f"{tile_name(placed.tile)} on {_squares(placed.squares)}"


def _squares(squares: Iterable[Square]) -> str:
    return " ".join(square_name(square) for square in squares)


def _listed(items: Iterable[int]) -> str:
    return " ".join(str(item) for item in items)
