"""Out of Mine! from the law to the kernel and back."""

from collections.abc import Sequence
from typing import Final, assert_never

from librt.vecs import vec
from mypy_extensions import i64

from filon.games.contract import AnyGame, Continue, Outcome, Seat
from filon.games.outofmine import OUTOFMINE
from filon.games.outofmine.boards import ALL_BOARDS
from filon.games.outofmine.cards import ALL_CARDS
from filon.games.outofmine.grid import LAYS
from filon.games.outofmine.model import (
    Action,
    Away,
    Call,
    ChooseFace,
    Choosing,
    Count,
    Counted,
    Fault,
    Finished,
    GiveUp,
    Mine,
    Options,
    Phase,
    PickUp,
    Place,
    Placed,
    Placing,
    PlacingView,
    PutBack,
    Ready,
    Removed,
    Sheet,
    Signal,
    State,
    Swap,
    Take,
    TakeOff,
    TimeUp,
    View,
)
from filon.games.outofmine.pieces import HEAP_PLACES, STOCKS, BoardId, CardId, Heap, Shape, Side, Square, Tile
from filon.kernels.contract import past_intermission
from filon.kernels.outofmine import kernel as k
from filon.kernels.outofmine import kernel_codes as codes
from filon.kernels.outofmine.kernel_mine import (
    NO_TILE,
    ONE_TOO_MANY,
    OVER_THE_EDGE,
    RIGHT,
    WRONG_COLOUR,
)
from filon.kernels.outofmine.kernel_mine import Count as KernelCount
from filon.kernels.outofmine.kernel_mine import Mine as KernelMine
from filon.kernels.outofmine.kernel_series import OutOfMineImaginer, deal, series
from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

_SIDES: Final = tuple(Side)
_SQUARES: Final = tuple(squares for shape in Shape for squares in LAYS[shape])
"""By the number of a lay."""
_LAY_NUMBERS: Final = {
    (shape, squares): number
    for number, (shape, squares) in enumerate((shape, squares) for shape in Shape for squares in LAYS[shape])
}
_FAULTS: Final[dict[int, Fault]] = {
    OVER_THE_EDGE: "over the edge",
    WRONG_COLOUR: "wrong colour",
    ONE_TOO_MANY: "one too many",
}
_FAULT_NUMBERS: Final = {fault: number for number, fault in _FAULTS.items()}
_BARE: Final[dict[int, Action]] = {
    codes.PUT_BACK: PutBack(),
    codes.PUT_BACK_SECOND: PutBack("second"),
    codes.CALL: Call(),
    codes.GIVE_UP: GiveUp(),
    codes.SIGNAL: Signal(),
    codes.TIME_UP: TimeUp(),
}


def rules_of(options: Options) -> k.Rules:
    return k.Rules(
        options.round_limit or 0,
        live=options.referee == "live",
        elves=options.elves == "on",
        finds=options.finds == "on",
    )


def _options(rules: k.Rules) -> Options:
    return Options(
        referee="live" if rules.live else "end",
        round_limit=int(rules.limit) or None,
        elves="on" if rules.elves else "off",
        finds="on" if rules.finds else "off",
    )


class OutOfMineBridge:
    game: AnyGame = OUTOFMINE
    tally_names: Sequence[str] = ("points",)

    def deal(self, seats: int, options: Options, stream: Stream) -> k.OutOfMineKernel:
        return deal(seats, rules_of(options), stream)

    def kernel(self, state: State, stream: Stream) -> k.OutOfMineKernel:
        state = past_intermission(OUTOFMINE, state, stream)
        kernel = k.OutOfMineKernel(stream, rules_of(state.options), len(state.scores))
        kernel.round = state.round
        kernel.scores = vec[i64](state.scores)
        kernel.boards = vec[i64](state.boards)
        kernel.board_pile = vec[i64](state.board_pile)
        kernel.box = vec[i64](state.box)
        kernel.card_pile = vec[i64](state.card_pile)
        kernel.boards_left = vec[i64](state.boards_left)
        kernel.cards_used = vec[i64](state.cards_used)
        kernel.points = vec[i64]([points for row in state.points for points in row])
        self._enter_phase(kernel, state.phase)
        if state.last is not None:
            kernel.last = [self._kernel_count(kernel, count) for count in state.last.counts]
            kernel.last_caller = k.NOBODY if state.last.caller is None else state.last.caller
        return kernel

    def _enter_phase(self, kernel: k.OutOfMineKernel, phase: Phase) -> None:
        match phase:
            case Choosing(barred, chosen):
                kernel.phase = k.CHOOSING
                for seat, side in barred.items():
                    kernel.barred[seat] = _SIDES.index(side) + 1
                for seat, side in chosen.items():
                    kernel.chosen[seat] = _SIDES.index(side) + 1
            case Ready(sides):
                kernel.phase = k.READY
                kernel.chosen = vec[i64]([_SIDES.index(side) + 1 for side in sides])
            case Placing(mines, stock):
                kernel.phase = k.PLACING
                kernel.mines = [self._kernel_mine(kernel, mine) for mine in mines]
                kernel.stock = vec[i64]([heap.left for heap in stock])
            case Finished():
                kernel.phase = k.FINISHED
            case Counted():
                raise ValueError("a kernel passes intermissions by itself")
            case _:
                assert_never(phase)

    def _kernel_mine(self, kernel: k.OutOfMineKernel, mine: Mine) -> KernelMine:
        twin = KernelMine(mine.board, _SIDES.index(mine.side), mine.card)
        for placed in mine.placed:
            lay = _LAY_NUMBERS[placed.tile.shape, placed.squares]
            twin.put(kernel.tables, lay, _heap(kernel, placed.tile))
        if mine.hand is not None:
            twin.hand = _heap(kernel, mine.hand)
        if mine.second is not None:
            twin.second = _heap(kernel, mine.second)
        twin.given_up = mine.given_up
        return twin

    def _kernel_count(self, kernel: k.OutOfMineKernel, count: Count) -> KernelCount:
        twin = KernelCount(self._kernel_mine(kernel, count.mine))
        faults = {removed.placed: _FAULT_NUMBERS[removed.fault] for removed in count.removed}
        twin.faults = vec[i64]([faults.get(placed, RIGHT) for placed in count.mine.placed])
        twin.empty = count.empty
        twin.call = count.call
        twin.elves = count.elves
        twin.finds = count.finds
        twin.points = count.points
        return twin

    def state(self, kernel: k.OutOfMineKernel) -> State:
        seats = int(kernel.seats)
        points = tuple(int(worth) for worth in kernel.points)
        return State(
            options=_options(kernel.rules),
            round=int(kernel.round),
            scores=tuple(int(score) for score in kernel.scores),
            boards=_boards(kernel.boards),
            phase=self._phase(kernel),
            board_pile=_boards(kernel.board_pile),
            box=_boards(kernel.box),
            card_pile=_cards(kernel.card_pile),
            boards_left=_boards(kernel.boards_left),
            cards_used=_cards(kernel.cards_used),
            points=tuple(points[at : at + seats] for at in range(0, len(points), seats)),
            last=self._sheet(kernel) if kernel.last else None,
        )

    def _phase(self, kernel: k.OutOfMineKernel) -> Phase:
        if kernel.phase == k.CHOOSING:
            return Choosing(_sides_by_seat(kernel.barred), _sides_by_seat(kernel.chosen))
        if kernel.phase == k.READY:
            return Ready(tuple(_SIDES[side - 1] for side in kernel.chosen))
        if kernel.phase == k.FINISHED:
            return Finished()
        heaps = STOCKS[_options(kernel.rules).finds]
        return Placing(
            tuple(self._mine(kernel, mine) for mine in kernel.mines),
            tuple(Heap(heap.tile, int(left)) for heap, left in zip(heaps, kernel.stock, strict=True)),
        )

    def _mine(self, kernel: k.OutOfMineKernel, mine: KernelMine) -> Mine:
        return Mine(
            board=BoardId(int(mine.board)),
            side=_SIDES[mine.side],
            card=CardId(int(mine.card)),
            placed=tuple(
                Placed(_tile(kernel, heap), _SQUARES[lay])
                for lay, heap in zip(mine.lays, mine.heaps, strict=True)
            ),
            hand=None if mine.hand == NO_TILE else _tile(kernel, int(mine.hand)),
            second=None if mine.second == NO_TILE else _tile(kernel, int(mine.second)),
            given_up=mine.given_up,
        )

    def _sheet(self, kernel: k.OutOfMineKernel) -> Sheet:
        caller = None if kernel.last_caller == k.NOBODY else Seat(int(kernel.last_caller))
        return Sheet(caller, tuple(self._count(kernel, count) for count in kernel.last))

    def _count(self, kernel: k.OutOfMineKernel, count: KernelCount) -> Count:
        mine = self._mine(kernel, count.mine)
        return Count(
            mine=mine,
            removed=tuple(
                Removed(placed, _FAULTS[int(fault)])
                for placed, fault in zip(mine.placed, count.faults, strict=True)
                if fault != RIGHT
            ),
            empty=int(count.empty),
            call=int(count.call),
            elves=int(count.elves),
            finds=int(count.finds),
            points=int(count.points),
        )

    def code(self, kernel: k.OutOfMineKernel, action: Action) -> int:
        kind, about = self._kind(kernel, action)
        return kind * codes.KIND + about

    def _kind(self, kernel: k.OutOfMineKernel, action: Action) -> tuple[int, int]:
        match action:
            case ChooseFace(side):
                return codes.CHOOSE_FACE, _SIDES.index(side)
            case Take(tile):
                return codes.TAKE, _heap(kernel, tile)
            case Swap(tile):
                return codes.SWAP, _heap(kernel, tile)
            case Place(squares, hand):
                return codes.PLACE if hand == "first" else codes.PLACE_SECOND, self._lay(squares)
            case PickUp(square):
                return codes.PICK_UP, square
            case TakeOff(square):
                return codes.TAKE_OFF, square
            case Away(seat):
                return codes.AWAY, seat
            case PutBack() | Call() | GiveUp() | Signal() | TimeUp():
                return next(kind for kind, bare in _BARE.items() if bare == action), 0
            case Continue():
                raise ValueError("a kernel passes intermissions by itself")
            case _:
                assert_never(action)

    def _lay(self, squares: tuple[Square, ...]) -> int:
        """Squares are of one shape only: no two shapes can cover the same."""
        return next(_LAY_NUMBERS[shape, squares] for shape in Shape if squares in LAYS[shape])

    def action(self, kernel: k.OutOfMineKernel, code: int) -> Action:
        kind, about = divmod(code, codes.KIND)
        if kind in _BARE:
            return _BARE[kind]
        if kind == codes.CHOOSE_FACE:
            return ChooseFace(_SIDES[about])
        if kind == codes.TAKE:
            return Take(_tile(kernel, about))
        if kind == codes.SWAP:
            return Swap(_tile(kernel, about))
        if kind == codes.PLACE:
            return Place(_SQUARES[about])
        if kind == codes.PLACE_SECOND:
            return Place(_SQUARES[about], "second")
        if kind == codes.AWAY:
            return Away(Seat(about))
        named = Square(about)
        return PickUp(named) if kind == codes.PICK_UP else TakeOff(named)

    def imaginer(self, view: View) -> OutOfMineImaginer:
        phase = view.phase
        seen_boards = {*view.boards, *view.boards_left}
        seen_cards = set(view.cards_used)
        if isinstance(phase, PlacingView):
            seen_cards.update(shown.mine.card for shown in phase.mines)
        return OutOfMineImaginer(
            self.kernel(OUTOFMINE.imagine(view, Stream(0)), Stream(0)),
            [board for board in ALL_BOARDS if board not in seen_boards],
            view.board_pile,
            [card for card in ALL_CARDS if card not in seen_cards],
        )

    def outcome(self, kernel: k.OutOfMineKernel) -> Outcome | None:
        if kernel.phase != k.FINISHED:
            return None
        scores = tuple(int(score) for score in kernel.scores)
        winners = kernel.winners()
        return Outcome(
            winners=tuple(Seat(seat) for seat in range(len(scores)) if winners >> seat & 1),
            reason="the most points after seven rounds",
            scores=scores,
            tally={"points": sum(scores)},
        )

    def series(self, seats: int, options: Options, seed: int, games: range) -> Totals:
        return series(seats, rules_of(options), seed, games)


def _boards(numbers: vec[i64]) -> tuple[BoardId, ...]:
    return tuple(BoardId(int(number)) for number in numbers)


def _cards(numbers: vec[i64]) -> tuple[CardId, ...]:
    return tuple(CardId(int(number)) for number in numbers)


def _sides_by_seat(sides: vec[i64]) -> dict[Seat, Side]:
    return {Seat(seat): _SIDES[side - 1] for seat, side in enumerate(sides) if side}


def _tile(kernel: k.OutOfMineKernel, heap: int) -> Tile:
    return STOCKS["on" if kernel.rules.finds else "off"][heap].tile


def _heap(kernel: k.OutOfMineKernel, tile: Tile) -> int:
    return HEAP_PLACES["on" if kernel.rules.finds else "off"][tile]


OUTOFMINE_BRIDGE: Final = OutOfMineBridge()
