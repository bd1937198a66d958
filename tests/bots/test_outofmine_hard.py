"""The hard level of Out of Mine!: no motion too many, and an eye on what the others need."""

from collections.abc import Iterable, Iterator, Sequence

import pytest

from filon.bots.outofmine.hard import choose_hard
from filon.bots.sight import Sight
from filon.games.chance import FastRandom, pick
from filon.games.contract import Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS, GALLERIES
from filon.games.outofmine.cards import ALL_CARDS, TREASURES
from filon.games.outofmine.grid import LAYS, cell
from filon.games.outofmine.model import (
    Action,
    Call,
    GiveUp,
    Mine,
    Options,
    PickUp,
    Place,
    Placed,
    Placing,
    PutBack,
    State,
    Take,
    TakeOff,
)
from filon.games.outofmine.packing import allowance, at_hand, packer
from filon.games.outofmine.pieces import COLOURS, STOCKS, BoardId, CardId, Colour, Shape, Side, Square, Tile
from filon.games.outofmine.scoring import count
from tests.bots.matches import decisions, seated
from tests.games.outofmine.mines import LIVE, at_work, card, done, left, mine

WHITES = tuple(shape for shape in Shape if COLOURS[shape] is Colour.WHITE)
REDS = tuple(shape for shape in Shape if COLOURS[shape] is Colour.RED)
NO_WHITES = card("2Y 2B 2G 2R")


def choice(state: State, seat: int = 0, seed: int = 0) -> Action:
    sight = Sight(OUTOFMINE, OUTOFMINE.view(state, Seat(seat)), OUTOFMINE.legal_actions(state, Seat(seat)))
    action: Action = choose_hard(sight, FastRandom(seed))
    assert action in sight.legal
    return action


def hoard(board: BoardId, shapes: Iterable[Shape]) -> Mine:
    """The mine of somebody who has given up, with these tiles anywhere on the board."""
    placed: list[Placed] = []
    covered = 0
    for shape in shapes:
        squares, lay = next((squares, lay) for squares, lay in LAYS[shape].items() if not lay & covered)
        placed.append(Placed(Tile(shape), squares))
        covered |= lay
    return Mine(board, Side.FRONT, NO_WHITES, tuple(placed), given_up=True)


def test_alone_each_tile_takes_two_motions() -> None:
    motions = 0
    for step in decisions(OUTOFMINE, 2, seated("hard", "quitter"), seed=9):
        if step.seat == 0 and isinstance(step.before.phase, Placing):
            motions += 1
            if step.action == Call():
                placed = step.before.phase.mines[0].placed
                assert motions == 2 * len(placed) + 1
                motions = 0
    assert motions == 0


def test_large_tiles_are_laid_first_so_that_few_squares_are_empty_when_the_other_calls() -> None:
    laid: list[int] = []
    rounds = 0
    for step in decisions(OUTOFMINE, 2, seated("hard", "quitter"), seed=5):
        if isinstance(step.action, Place):
            laid.append(len(step.action.squares))
        elif step.action == Call():
            assert laid == sorted(laid, reverse=True)
            assert sum(laid) == 20
            rounds += 1
            laid.clear()
    assert rounds == 7


def test_points_count_like_squares_for_what_is_laid_first() -> None:
    """With elves and finds: a gold tile that the card pays for comes before a plain one a square larger."""
    brought: list[int] = []
    rounds = overtaken = 0
    for step in decisions(OUTOFMINE, 2, seated("hard", "quitter"), 5, Options(elves="on", finds="on")):
        if isinstance(step.action, Place):
            before, after = (
                count(state.options, state.phase.mines[0], called=False)
                for state in (step.before, step.after)
            )
            points = after.elves + after.finds - before.elves - before.finds
            brought.append(len(step.action.squares) + points)
            overtaken += len(step.action.squares) < 5 and points > 0
        elif step.action == Call():
            assert brought == sorted(brought, reverse=True)
            rounds += 1
            brought.clear()
    assert rounds == 7
    assert overtaken > 3


def test_it_fills_any_face_with_any_card_out_of_what_another_player_left() -> None:
    """The other has filled a gallery before; one pair in eleven of all 800, bench/digging.py has them all."""
    random = FastRandom(4)
    pairs = [(board, side, number) for board in ALL_BOARDS for side in Side for number in ALL_CARDS]
    for board, side, number in pairs[::11]:
        other = pick([one for one in ALL_BOARDS if one != board], random)
        taken = pick([one for one in ALL_CARDS if one != number], random)
        state = at_work(Mine(board, side, number), Mine(other, Side.BACK, taken))
        for seat in (1, 0):
            state, motions = until_it_calls(state, seat)
            assert motions == 2 * sum(TREASURES[(number, taken)[seat]].tiles.values())


def until_it_calls(state: State, seat: int) -> tuple[State, int]:
    for motions in range(100):
        action = choice(state, seat)
        if action == Call():
            assert isinstance(state.phase, Placing)
            assert count(state.options, state.phase.mines[seat], called=True).call > 0
            return state, motions
        state = done(state, seat, action)
    raise AssertionError("it never called")


def needed_by_one_only() -> Iterator[tuple[State, Shape]]:
    """Two white tiles are left. The other player can finish with one of them only, and we with either."""
    random = FastRandom(2)
    greedy = [number for number in ALL_CARDS if TREASURES[number].tiles.get(Colour.WHITE) == 1]
    while True:
        own, other, third = (pick(ALL_BOARDS, random) for _ in range(3))
        ours, theirs = pick(greedy, random), pick(greedy, random)
        at_stake = {pick(WHITES, random), pick(WHITES, random)}
        if len({own, other, third}) < 3 or ours == theirs or len(at_stake) < 2:
            continue
        state = at_work(
            Mine(own, Side.FRONT, ours),
            Mine(other, Side.BACK, theirs),
            hoard(third, (shape for shape in WHITES if shape not in at_stake)),
        )
        usable = [shape for shape in at_stake if finishes(state, 1, shape)]
        if len(usable) == 1 and all(finishes(state, 0, shape) for shape in at_stake):
            yield state, usable[0]


def finishes(state: State, seat: int, white: Shape) -> bool:
    """Whether the seat can fill its gallery with this as the only white shape, by the law's solver."""
    assert isinstance(state.phase, Placing)
    own = state.phase.mines[seat]
    heaps = [heap for heap in state.phase.stock if heap.tile.shape not in WHITES or heap.tile.shape is white]
    solver = packer(own.board, own.side)
    return solver.fill_one(allowance(TREASURES[own.card]), at_hand(heaps)) is not None


def test_of_two_tiles_it_takes_the_one_that_somebody_else_cannot_do_without() -> None:
    found = needed_by_one_only()
    for _ in range(6):
        state, shape = next(found)
        assert choice(state) == Take(Tile(shape))


def test_a_contested_tile_is_taken_before_a_larger_one() -> None:
    """One red tile is left, and both need it: the white one, of which there are others, can wait."""
    others = [shape for shape in REDS for _ in range(3)]
    others.remove(Shape.L4)
    state = at_work(
        Mine(BoardId(1), Side.FRONT, card("1Y 1B 1G 1R 2W")),
        Mine(BoardId(2), Side.FRONT, card("4B 1G 1R 1W")),
        hoard(BoardId(5), others),
    )
    assert choice(state) == Take(Tile(Shape.L4))
    assert choice(state, seat=1) == Take(Tile(Shape.L4))
    alone = done(state, 1, GiveUp())
    first = choice(alone)
    assert isinstance(first, Take)
    assert first.tile.shape in WHITES


def test_while_it_waits_the_board_stays_as_it_is() -> None:
    """No white tile is to be had, and the card has some: the rest is laid, and then the hand keeps busy."""
    own = Mine(BoardId(1), Side.FRONT, card("1Y 1B 1G 1R 2W"))
    other = mine("The Key", card=card("3Y 3B 1G 2R"))
    state = at_work(own, other, hoard(BoardId(5), WHITES))
    for _ in range(30):
        action = choice(state)
        state = done(state, 0, action)
        if action == PutBack():
            break
    assert isinstance(state.phase, Placing)
    laid = state.phase.mines[0].placed
    assert sum(len(placed.squares) for placed in laid) == 10
    waiting = [choice(state, seed=seed) for seed in range(60)]
    assert {type(action) for action in waiting} == {Take, GiveUp}
    assert waiting.count(GiveUp()) < 10
    alone = done(state, 1, GiveUp())
    assert choice(alone) == GiveUp()


def test_a_full_gallery_is_called_with_a_tile_still_in_hand() -> None:
    state = at_work(Mine(BoardId(1), Side.FRONT, ALL_CARDS[0]), Mine(BoardId(2), Side.FRONT, ALL_CARDS[1]))
    state, _ = until_it_calls(state, 0)
    state = done(state, 0, Take(Tile(Shape.I1)))
    assert choice(state) == Call()


@pytest.mark.parametrize("options", [Options(), LIVE], ids=["end", "live"])
def test_what_lies_in_the_way_is_moved_without_a_detour_through_the_stock(options: Options) -> None:
    """A tile was laid where no filling has it: it is picked up and laid anew, not given back and taken."""
    random = FastRandom(6)
    moved = 0
    for _ in range(40):
        board, side, number = pick(ALL_BOARDS, random), pick(tuple(Side), random), pick(ALL_CARDS, random)
        other = pick([one for one in ALL_BOARDS if one != board], random)
        spare = pick([one for one in ALL_CARDS if one != number], random)
        shape = pick([one for one in Shape if TREASURES[number].tiles.get(COLOURS[one])], random)
        lays = [lay for lay in LAYS[shape] if set(lay) <= set(GALLERIES[board][side].squares)]
        if not any(fillable_around(board, side, number, shape, lay) for lay in lays):
            continue
        lay = pick(lays, random)
        state = at_work(Mine(board, side, number), Mine(other, Side.FRONT, spare), options=options)
        state = done(done(state, 0, Take(Tile(shape)), Place(lay)), 1, GiveUp())
        actions: list[Action] = []
        while Call() not in actions:
            actions.append(choice(state))
            state = done(state, 0, actions[-1])
        assert state.last is not None
        assert state.last.counts[0].points == 12
        assert not [action for action in actions if isinstance(action, TakeOff)]
        picked_up = any(isinstance(action, PickUp) for action in actions)
        assert picked_up != fillable_around(board, side, number, shape, lay)
        moved += picked_up
    assert moved > 3


def test_a_board_in_disorder_is_put_right_with_both_hands() -> None:
    """One tile of each colour lies anywhere. What blocks the tile in hand and belongs elsewhere goes into
    the second hand and from there onto the board, never back into the stock; and it comes to an end.
    """
    random = FastRandom(3)
    lifted = laid = 0
    for _ in range(40):
        board, side, number = pick(ALL_BOARDS, random), pick(tuple(Side), random), pick(ALL_CARDS, random)
        other = pick([one for one in ALL_BOARDS if one != board], random)
        spare = pick([one for one in ALL_CARDS if one != number], random)
        state = done(at_work(Mine(board, side, number), Mine(other, Side.FRONT, spare)), 1, GiveUp())
        free = set(GALLERIES[board][side].squares)
        for colour in TREASURES[number].tiles:
            shape = pick([one for one in Shape if COLOURS[one] is colour], random)
            lays = [lay for lay in LAYS[shape] if free.issuperset(lay)]
            if lays:
                lay = pick(lays, random)
                free -= set(lay)
                state = done(state, 0, Take(Tile(shape)), Place(lay))
        for _ in range(60):
            action = choice(state)
            assert isinstance(state.phase, Placing)
            lifted += isinstance(action, PickUp) and state.phase.mines[0].hand is not None
            laid += isinstance(action, Place) and action.hand == "second"
            assert action != PutBack("second")
            state = done(state, 0, action)
            if action == Call():
                break
        assert state.last is not None, "it never called"
        assert state.last.counts[0].points == 12
    assert lifted == laid > 1


def fillable_around(board: BoardId, side: Side, number: CardId, shape: Shape, lay: Sequence[Square]) -> bool:
    """Whether the full stock, with this tile laid so, can fill the rest: by the law's solver."""
    granted = list(allowance(TREASURES[number]))
    granted[tuple(Colour).index(COLOURS[shape])] -= 1
    stock = list(at_hand(STOCKS["off"]))
    stock[tuple(Shape).index(shape)] -= 1
    return packer(board, side).fill_one(granted, stock, [cell(at) for at in lay]) is not None


def test_finds_and_elves_are_worth_looking_for() -> None:
    """Alone on the same boards with the same cards: hard earns more than a full gallery and luck."""
    points = {"normal": 0, "hard": 0}
    options = Options(elves="on", finds="on")
    for name in points:
        for seed in range(2):
            for step in decisions(OUTOFMINE, 2, seated(name, "quitter"), seed, options):
                if step.action == Call():
                    points[name] += step.after.last.counts[0].points
    assert points["hard"] > 1.1 * points["normal"]


def test_the_rarest_tile_is_taken_before_the_common_ones() -> None:
    state = at_work(
        Mine(BoardId(3), Side.FRONT, card("2Y 3B 1G 1R 1W")), Mine(BoardId(2), Side.FRONT, ALL_CARDS[0])
    )
    action = choice(state)
    assert isinstance(action, Take)
    assert action.tile.shape in WHITES
    assert left(state, action.tile.shape.value) == 1
