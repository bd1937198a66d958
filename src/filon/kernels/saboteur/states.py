"""States of Saboteur, taken across to the kernel and back: those that wait for somebody, or are over."""

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from filon.games.contract import Seat, whole
from filon.games.saboteur.maze import Cell, Shape, cell_of, place_of
from filon.games.saboteur.model import (
    Digging,
    Discarded,
    Finished,
    Goal,
    GoldRecord,
    Options,
    Paid,
    Payment,
    Phase,
    Round,
    RoundOver,
    RoundResult,
    Shared,
    SharingGold,
    State,
    Taken,
    Winner,
)
from filon.games.saboteur.pieces import GOALS, Card, Face, Role
from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_cards import CARDS, FARTHEST, NUMBER, START, STRIDE, TOOLS
from filon.kernels.saboteur.kernel_codes import DIGGERS, DIGGING, FINISHED, SHARING
from filon.kernels.saboteur.kernel_gold import PAYMENT_BITS, SHARE_BITS, cards_paid
from filon.kernels.stream import Stream

_WINNERS: Final = (None, Winner.DIGGERS, Winner.SABOTEURS, Winner.NOBODY)
_FACE_DOWN: Final = 512
_GOLD_DRAWN: Final = 26


def frame_cell(place: tuple[int, int]) -> int:
    x, y = place
    return START + x + STRIDE * y


def frame_place(cell: int) -> tuple[int, int]:
    y, x = divmod(cell, STRIDE)
    return x - FARTHEST, y - FARTHEST


def role_bit(role: Role) -> int:
    return int(role is Role.SABOTEUR)


def packed(numbers: Iterable[int], width: int) -> int:
    """The first lowest."""
    return sum(number << width * at for at, number in enumerate(numbers))


def unpacked(number: int, width: int) -> list[int]:
    """As far as there is anything but noughts."""
    found = []
    while number:
        found.append(number & (1 << width) - 1)
        number >>= width
    return found


def kernel_of(state: State, stream: Stream) -> SaboteurKernel:
    table, options = state.round, state.options
    seats = len(table.hands)
    kernel = SaboteurKernel(
        seats,
        stream,
        adjacent=options.placement == "adjacent",
        random_starter=options.starter == "random",
    )
    kernel.make_room()
    kernel.number, kernel.starter = table.number, table.starter
    kernel.roles = packed(map(role_bit, table.roles), 1)
    kernel.set_aside = role_bit(table.set_aside)
    for which, goal in enumerate(table.goals):
        kernel.goal[which] = _goal_number(goal.card, turned=goal.turned)
        kernel.face_up |= goal.face_up << which
        kernel.seen_by[which] = packed((seat + 1 for seat in goal.seen_by), 4)
    for seat, hand in enumerate(table.hands):
        kernel.hand[seat] = packed((NUMBER[card] for card in hand), 5) | len(hand) << 32
    for seat, tools in enumerate(table.broken):
        kernel.broken_order[seat] = packed((TOOLS.index(tool) + 1 for tool in tools), 2)
        for tool in tools:
            kernel.broken[TOOLS.index(tool)] |= 1 << seat
    for at, card in enumerate(table.pile):
        kernel.pile[at] = NUMBER[card]
    kernel.pile_count = len(table.pile)
    for at, discarded in enumerate(table.discards):
        down = _FACE_DOWN if discarded.face_down else 0
        kernel.discard[at] = NUMBER[whole(discarded.card)] | discarded.seat << 5 | down
    kernel.discard_count = len(table.discards)
    _lay_out(kernel, table.maze)
    _write_down(kernel, state)
    return kernel


def _lay_out(kernel: SaboteurKernel, maze: dict[Cell, Shape]) -> None:
    """In the order of the law; a maze drawn for a test may have the start anywhere in it."""
    kernel.maze.laid_count = 0
    for cell, shape in maze.items():
        kernel.maze.lay(frame_cell(place_of(cell)), shape)
    kernel.maze.follow()


def _write_down(kernel: SaboteurKernel, state: State) -> None:
    kernel.gold = packed(state.gold_deck, 2)
    match state.phase:
        case Digging(turn):
            kernel.phase, kernel.turn = DIGGING, turn
        case SharingGold(chooser, cards):
            assert chooser is not None, "somebody chooses, or the next round has begun"
            kernel.phase, kernel.turn = SHARING, chooser
            kernel.offered = packed(cards, 2)
        case Finished():
            kernel.phase, kernel.turn = FINISHED, state.results[-1].last
        case RoundOver():
            raise ValueError("a kernel passes intermissions by itself")
    for result in state.results:
        winner = _WINNERS.index(result.winner)
        roles = packed(map(role_bit, result.roles), 1)
        goals = packed((_goal_number(face.card, turned=face.turned) for face in result.goals), 3)
        kernel.result[result.round - 1] = (
            winner | result.last << 2 | roles << 6 | role_bit(result.set_aside) << 16 | goals << 17
        )
    for record in state.ledger:
        if isinstance(record, Shared):
            kernel.result[record.round - 1] |= 1 << _GOLD_DRAWN
            shares = (take.seat << 2 | whole(take.nuggets) for take in record.taken)
            kernel.record[record.round - 1] = packed(shares, SHARE_BITS)
        else:
            payments = (
                payment_number(payment.seat, [whole(card) for card in payment.cards], payment.owed)
                for payment in record.payments
            )
            kernel.record[record.round - 1] = packed(payments, PAYMENT_BITS)


def payment_number(seat: Seat, cards: Sequence[int], owed: int) -> int:
    ones, twos, threes = (cards.count(nuggets) for nuggets in (1, 2, 3))
    return seat | ones << 4 | twos << 7 | threes << 9 | owed << 10


def _goal_number(card: Card, *, turned: bool) -> int:
    return 2 * GOALS.index(card) + turned


def state_of(kernel: SaboteurKernel) -> State:
    results = tuple(_results(kernel))
    return State(
        options=options_of(kernel),
        round=_round_of(kernel),
        phase=_phase_of(kernel),
        gold_deck=tuple(unpacked(kernel.gold, 2)),
        ledger=tuple(_ledger(kernel, results)),
        results=results,
    )


def options_of(kernel: SaboteurKernel) -> Options:
    return Options(
        placement="adjacent" if kernel.maze.adjacent else "connected",
        starter="random" if kernel.random_starter else "first",
    )


def _round_of(kernel: SaboteurKernel) -> Round:
    maze = kernel.maze
    return Round(
        number=kernel.number,
        starter=Seat(kernel.starter),
        roles=_roles(kernel.roles, kernel.seats),
        set_aside=_role(kernel.set_aside),
        goals=tuple(_goal(kernel, which) for which in range(len(GOALS))),
        maze={_law_cell(cell): maze.grid[cell] & 31 for cell in _some(maze.laid, maze.laid_count)},
        broken=tuple(
            tuple(TOOLS[tool - 1] for tool in unpacked(order, 2))
            for order in _some(kernel.broken_order, kernel.seats)
        ),
        hands=tuple(_hand(hand) for hand in _some(kernel.hand, kernel.seats)),
        pile=tuple(CARDS[card] for card in _some(kernel.pile, kernel.pile_count)),
        discards=tuple(
            Discarded(CARDS[each & 31], Seat(each >> 5 & 15), face_down=bool(each & _FACE_DOWN))
            for each in _some(kernel.discard, kernel.discard_count)
        ),
    )


def _some(numbers: vec[i64], count: int) -> list[int]:
    return [numbers[at] for at in range(count)]


def _law_cell(cell: int) -> Cell:
    found = cell_of(frame_place(cell))
    assert found is not None, "the frame lies within the law's"
    return found


def _hand(hand: int) -> tuple[Card, ...]:
    return tuple(CARDS[hand >> 5 * at & 31] for at in range(hand >> 32))


def _role(bit: int) -> Role:
    return Role.SABOTEUR if bit else Role.DIGGER


def _roles(bits: int, seats: int) -> tuple[Role, ...]:
    return tuple(_role(bits >> seat & 1) for seat in range(seats))


def _goal(kernel: SaboteurKernel, which: int) -> Goal:
    goal = kernel.goal[which]
    lookers = tuple(Seat(seat - 1) for seat in unpacked(kernel.seen_by[which], 4))
    return Goal(GOALS[goal >> 1], bool(goal & 1), bool(kernel.face_up >> which & 1), lookers)


def _phase_of(kernel: SaboteurKernel) -> Phase:
    if kernel.phase == FINISHED:
        return Finished()
    if kernel.phase == SHARING:
        return SharingGold(Seat(kernel.turn), tuple(unpacked(kernel.offered, 2)))
    return Digging(Seat(kernel.turn))


def _results(kernel: SaboteurKernel) -> Iterable[RoundResult]:
    for number, result in enumerate(kernel.result, 1):
        winner = _WINNERS[result & 3]
        if winner is not None:
            faces = (result >> 17 + 3 * which & 7 for which in range(len(GOALS)))
            yield RoundResult(
                round=number,
                winner=winner,
                last=Seat(result >> 2 & 15),
                roles=_roles(result >> 6, kernel.seats),
                set_aside=_role(result >> 16 & 1),
                goals=tuple(Face(GOALS[face >> 1], bool(face & 1)) for face in faces),
            )


def _ledger(kernel: SaboteurKernel, results: Iterable[RoundResult]) -> Iterable[GoldRecord]:
    for result in results:
        record = kernel.record[result.round - 1]
        if result.winner is Winner.SABOTEURS:
            yield Paid(result.round, tuple(map(_payment, unpacked(record, PAYMENT_BITS))))
        elif (
            kernel.result[result.round - 1] & 3 == DIGGERS and kernel.result[result.round - 1] >> _GOLD_DRAWN
        ):
            sharing = kernel.phase == SHARING and kernel.number == result.round
            yield Shared(result.round, _taken(record, kernel.offered if sharing else 0))


def _taken(record: int, offered: int) -> tuple[Taken, ...]:
    """What each chose from is what was taken from then on, and what is still on offer."""
    shares = unpacked(record, SHARE_BITS)
    left = unpacked(offered, 2)
    return tuple(
        Taken(Seat(share >> 2), tuple(sorted([*(each & 3 for each in shares[at:]), *left])), share & 3)
        for at, share in enumerate(shares)
    )


def _payment(number: int) -> Payment:
    cards = tuple(nuggets for nuggets in (1, 2, 3) for _ in range(cards_paid(number, nuggets)))
    return Payment(Seat(number & 15), cards, number >> 10)
