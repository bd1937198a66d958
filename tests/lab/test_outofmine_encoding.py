"""The mine in arrays: nothing of the position is lost, and every seat reads its row alike."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from filon.games.contract import CONTINUE, Seat, play_one
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import GALLERIES, Gallery
from filon.games.outofmine.cards import TREASURES, Card
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.grid import SQUARES as NAMED
from filon.games.outofmine.model import (
    Action,
    BoardView,
    Call,
    ChooseFace,
    ChoosingView,
    FinishedView,
    GiveUp,
    Mine,
    MineView,
    Options,
    PhaseView,
    PickUp,
    Place,
    Placed,
    PlacingView,
    PutBack,
    Signal,
    Swap,
    Take,
    TakeOff,
    View,
)
from filon.games.outofmine.pieces import (
    ROUNDS,
    BoardId,
    CardId,
    Colour,
    Find,
    Heap,
    Shape,
    Side,
    Square,
    Tile,
)
from filon.kernels.stream import Stream
from filon.lab.episode import Episode
from filon.lab.lockstep import every_table
from filon.lab.outofmine.encoding import MOST_PLACED, PLACES, OutOfMineEncoding
from tests.lab.encoded import (
    documented,
    everybody,
    indices_are_places_of_the_mask,
    parts_of,
    positions,
    twins_look_alike,
    within_bounds,
)
from tests.lab.galleries import next_index

TABLES = list(every_table(OUTOFMINE))
EXPERT = Options(elves="on", finds="on")
T = TypeVar("T")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_number_keeps_its_bounds_and_tells_the_view(seats: int, options: Options) -> None:
    encoding = OutOfMineEncoding(seats, options)
    for step, episode in enumerate(positions(encoding, 3, steps=60)):
        within_bounds(encoding, episode)
        indices_are_places_of_the_mask(encoding, episode)
        if step % 8 == 0:
            for seat in everybody(encoding):
                assert read(encoding, episode, seat) == in_short(episode.view(seat))


@given(st.integers(0, 2**30), st.sampled_from(TABLES))
def test_a_row_tells_the_view_and_no_more(seed: int, table: tuple[int, Options]) -> None:
    encoding = OutOfMineEncoding(*table)
    for episode in positions(encoding, seed, steps=1 + seed % 60, last=True):
        within_bounds(encoding, episode)
        indices_are_places_of_the_mask(encoding, episode)
        twins_look_alike(encoding, episode, Stream(seed, 2))
        for seat in everybody(encoding):
            assert read(encoding, episode, seat) == in_short(episode.view(seat))


@pytest.mark.parametrize("options", [Options(), EXPERT])
def test_whole_games_of_calls_by_somebody_who_reads_only_arrays(options: Options) -> None:
    """Seven galleries filled and called for, for 12 points each where nothing else counts."""
    encoding = OutOfMineEncoding(2, options)
    episode = Episode(encoding, 8)
    while episode.outcome is None:
        seat = episode.waiting[0]
        row = episode.observe(seat)
        if row[0] == 0 or episode.decisions % 7 == 0:
            assert read(encoding, episode, Seat(1)) == in_short(episode.view(Seat(1)))
        episode.step(seat, next_index(encoding, row, episode.mask(seat)))
        within_bounds(encoding, episode)
    assert read(encoding, episode, seat) == in_short(episode.view(seat))
    assert episode.outcome.winners == (0,)
    if options == Options():
        assert episode.outcome.scores == (12 * ROUNDS, 0)


@given(st.integers(0, 2**30), st.integers(2, 4))
def test_every_seat_reads_the_same_one_place_on(seed: int, seats: int) -> None:
    encoding = OutOfMineEncoding(seats, EXPERT)
    by_player = [field.name for field in encoding.layout.fields if field.shape[0] == seats]
    for episode in positions(encoding, seed, steps=1 + seed % 60, last=True):
        first = encoding.layout.split(episode.observe(Seat(0)))
        for seat in range(1, seats):
            again = encoding.layout.split(episode.observe(Seat(seat)))
            for name, part in again.items():
                axis = 1 if name == "points" else 0
                rolled = np.roll(part, seat, axis) if name in {*by_player, "points"} else part
                assert np.array_equal(rolled, first[name]), name


def lay(shape: Shape, squares: str) -> tuple[int, Place]:
    """The place in `place`, and the action, of a shape on these squares."""
    covered = tuple(NAMED[name] for name in squares.split())
    return PLACES.index((shape, covered)), Place(covered)


V3, CORNER = lay(Shape.V3, "a1 b1 a2")


@pytest.mark.parametrize(
    ("action", "field", "place"),
    [
        (ChooseFace(Side.BACK), "choose_face", 1),
        (Take(Tile(Shape.V3)), "take", 3),
        (Swap(Tile(Shape.I1)), "swap", 0),
        (CORNER, "place", V3),
        (replace(CORNER, hand="second"), "place_second", V3),
        (Place((NAMED["i9"],)), "place", 80),
        (PutBack("second"), "put_back", 1),
        (PickUp(NAMED["b2"]), "pick_up", 10),
        (TakeOff(NAMED["a1"]), "take_off", 0),
        (Call(), "call", 0),
        (GiveUp(), "give_up", 0),
    ],
)
def test_an_action_has_its_place_in_a_field(action: Action, field: str, place: int) -> None:
    encoding = OutOfMineEncoding(2, Options())
    assert encoding.indices(Seat(1), [action]) == [encoding.actions.offsets[field] + place]


def test_before_the_signal_only_the_chosen_faces_are_drawn() -> None:
    """The lab gives the signal by itself; who looks at another table may see it to come."""
    encoding = OutOfMineEncoding(2, EXPERT)
    state = OUTOFMINE.deal(2, EXPERT, Stream(4))
    for seat, side in enumerate((Side.BACK, Side.FRONT)):
        state, _ = play_one(OUTOFMINE, state, Seat(seat), ChooseFace(side), Stream(4))
    row = np.empty(encoding.layout.size, np.int16)
    encoding.observe(OUTOFMINE.view(state, Seat(1)), row)
    part = encoding.layout.split(row)
    assert (part["phase"].item(), part["sides"].tolist()) == (1, [1, 2])
    assert not part["cards"].any()
    for place, board in enumerate(part["boards"].tolist()):
        read_face(encoding, board, (Side.FRONT, Side.BACK)[place], part["faces"][place].tolist())
        assert not part["faces"][place, 1 - place].any()


def test_heaps_tell_finds_apart_where_they_count() -> None:
    encoding = OutOfMineEncoding(2, EXPERT)
    silver = Tile(Shape.I1, Find.SILVER)
    (index,) = encoding.indices(Seat(0), [Take(silver)])
    assert encoding.heaps[index - encoding.actions.offsets["take"]] == Heap(silver, 1)


@pytest.mark.parametrize("action", [Signal(), CONTINUE])
def test_what_no_seat_decides_in_the_lab_has_no_index(action: Action) -> None:
    with pytest.raises(ValueError, match="no index"):
        OutOfMineEncoding(2, Options()).indices(Seat(0), [action])


def test_no_board_holds_more_tiles_than_the_layout_counts() -> None:
    """The smallest first, as long as squares last."""
    free, placed = 81, 0
    for heap in OutOfMineEncoding(2, Options()).heaps:
        size = list(Colour).index(colour_of(heap.tile.shape)) + 1
        fits = min(heap.left, free // size)
        free, placed = free - fits * size, placed + fits
    assert placed == MOST_PLACED


def test_the_page_says_what_the_fields_say() -> None:
    documented(OutOfMineEncoding(4, EXPERT))


def in_short(view: View) -> View:
    """Without what a row leaves out: the count of the last round, and in which order pieces left the game."""
    left, used = tuple(sorted(view.boards_left)), tuple(sorted(view.cards_used))
    return replace(view, last=None, boards_left=left, cards_used=used)


def read(encoding: OutOfMineEncoding, episode: Episode, seat: Seat | None) -> View:
    """The view again, in short, from the names of the fields and what the documentation says of them."""
    part = parts_of(encoding, episode, seat)
    seats, first = encoding.seats, seat or 0

    def each(values: Sequence[T]) -> tuple[T, ...]:
        return tuple(values[(owner - first) % seats] for owner in range(seats))

    by_seat = {name: each(part[name]) for name in part if name not in _OF_NOBODY}
    number, phase = part["round"], part["phase"]
    counted = number if phase == 4 else number - 1
    used = tuple(CardId(at + 1) for at, flag in enumerate(part["cards_used"]) if flag)
    return View(
        seat=seat,
        options=encoding.options,
        round=number,
        scores=by_seat["scores"],
        boards=tuple(BoardId(board) for board in by_seat["boards"]),
        phase=read_phase(encoding, part, by_seat),
        board_pile=6 - (number - 1),
        box=4 - seats,
        card_pile=40 - len(used) - (seats if phase == 2 else 0),
        boards_left=tuple(BoardId(at + 1) for at, flag in enumerate(part["boards_left"]) if flag),
        cards_used=used,
        points=tuple(each(row) for row in part["points"][:counted]),
        last=None,
    )


_OF_NOBODY = {"phase", "round", "points", "boards_left", "cards_used", "stock"}


def read_phase(encoding: OutOfMineEncoding, part: dict[str, Any], by_seat: dict[str, Any]) -> PhaseView:
    match part["phase"]:
        case 0:
            boards = tuple(
                BoardView(
                    BoardId(board),
                    *(read_face(encoding, board, side, by_seat["faces"][seat]) for side in Side),
                )
                for seat, board in enumerate(by_seat["boards"])
            )
            return ChoosingView(boards, read_sides(by_seat["barred"]), read_sides(by_seat["sides"]))
        case 2:
            mines = tuple(read_mine(encoding, seat, by_seat) for seat in range(encoding.seats))
            heaps = zip(encoding.heaps, part["stock"], strict=True)
            return PlacingView(mines, tuple(Heap(heap.tile, left) for heap, left in heaps))
        case phase:
            assert phase == 4
            return FinishedView()


def read_sides(numbers: Sequence[int]) -> dict[Seat, Side]:
    return {Seat(seat): tuple(Side)[number - 1] for seat, number in enumerate(numbers) if number}


def read_face(encoding: OutOfMineEncoding, board: int, side: Side, faces: Any) -> Gallery:
    """The gallery of that name, if it is the one that is drawn."""
    gallery = GALLERIES[BoardId(board)][side]
    drawn = flat(faces[list(Side).index(side)])
    assert tuple(square for square, ground in enumerate(drawn) if ground) == gallery.squares
    elves = {square: list(Colour)[ground - 2] for square, ground in enumerate(drawn) if ground > 1}
    on = encoding.options.elves == "on"
    assert elves == ({elf.square: elf.colour for elf in gallery.elves} if on else {})
    return gallery


def read_mine(encoding: OutOfMineEncoding, seat: int, by_seat: dict[str, Any]) -> MineView:
    board = by_seat["boards"][seat]
    side = tuple(Side)[by_seat["sides"][seat] - 1]
    other = by_seat["faces"][seat][1 - list(Side).index(side)]
    assert not any(flat(other))
    number, card = read_card(encoding, seat, by_seat)
    tiles = [None, *(heap.tile for heap in encoding.heaps)]
    first, second = (tiles[hand] for hand in by_seat["hands"][seat])
    mine = Mine(
        board=BoardId(board),
        side=side,
        card=number,
        placed=read_placed(encoding, seat, by_seat),
        hand=first,
        second=second,
        given_up=bool(by_seat["given_up"][seat]),
    )
    return MineView(mine, read_face(encoding, board, side, by_seat["faces"][seat]), card)


def read_card(encoding: OutOfMineEncoding, seat: int, by_seat: dict[str, Any]) -> tuple[CardId, Card]:
    granted = {colour: tiles for colour, tiles in zip(Colour, by_seat["cards"][seat], strict=True) if tiles}
    ((number, card),) = [(number, card) for number, card in TREASURES.items() if card.tiles == granted]
    if encoding.options.finds == "on":
        worth = dict(zip(list(Find)[1:], by_seat["card_finds"][seat], strict=True))
        assert {find: points for find, points in worth.items() if points} == card.finds
    return number, card


def read_placed(encoding: OutOfMineEncoding, seat: int, by_seat: dict[str, Any]) -> tuple[Placed, ...]:
    colours, order = flat(by_seat["colours"][seat]), flat(by_seat["order"][seat])
    finds = flat(by_seat["finds"][seat]) if encoding.options.finds == "on" else [0] * 81
    placed = []
    for number in range(1, max(order) + 1):
        squares = tuple(Square(square) for square, its in enumerate(order) if its == number)
        (shape,) = [shape for shape in Shape if squares in LAYS[shape]]
        assert {list(Colour)[colours[square] - 1] for square in squares} == {colour_of(shape)}
        placed.append(Placed(Tile(shape, list(Find)[finds[squares[0]]]), squares))
    assert [its > 0 for its in order] == [colour > 0 for colour in colours]
    return tuple(placed)


def colour_of(shape: Shape) -> Colour:
    """OOM-1.1: the colour tells the size, and a shape's name ends with it."""
    return list(Colour)[int(shape.value[1]) - 1]


def flat(grid: list[list[int]]) -> list[int]:
    return [number for row in grid for number in row]
