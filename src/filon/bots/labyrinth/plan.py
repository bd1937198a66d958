"""What a seat sees of Le Labyrinthe Secret, weighed: what each end of its turn would be worth."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from filon.bots.labyrinth.cards import seats_of_others
from filon.bots.labyrinth.memory import remember
from filon.bots.labyrinth.parameters import USUAL, Parameters
from filon.bots.labyrinth.worth import Hands, all_found, challenged, chance, contested, with_card
from filon.games.contract import Seat
from filon.games.labyrinth.castle import SQUARE_OF, Square
from filon.games.labyrinth.model import Event, FirstChange, Turn, View
from filon.games.labyrinth.pieces import CROWD, KIND, Kind, Ring, Secret
from filon.kernels.labyrinth.bridge import code_of
from filon.kernels.labyrinth.kernel_castle import HALL_OF
from filon.kernels.labyrinth.kernel_choices import CENTRE_TURN
from filon.kernels.labyrinth.kernel_foresight import Foresight
from filon.kernels.labyrinth.kernel_replies import Replies
from filon.kernels.labyrinth.kernel_ways import NOWHERE, Ways, castle, number_of, turned


@cache
def _ways(*, either_way: bool) -> Ways:
    return Ways(either_way=either_way)


class Plan:
    """What one sight means: the cards as remembered, and what each end of this turn would be worth."""

    def __init__(self, view: View, past: Sequence[Event], by: Parameters = USUAL) -> None:
        assert view.seat is not None, "spectators plan nothing"
        self.view = view
        self.by = by
        self.seat: Seat = view.seat
        self.others = seats_of_others(view)
        self.crowded = len(self.others) > 1
        """Whether more than one of them answers before my next turn."""
        memory = remember(view, past)
        self.hands: Hands = memory.held
        self.pile = memory.pile
        self.caution = min(1.0, max(0.0, 2.0 - memory.idle / len(view.pawns) / by.patience))
        self.goal = view.options.goal
        self.ways = _ways(either_way=view.options.corridors == "either")
        self.rotation = number_of(view.rotation.outer, view.rotation.inner, view.rotation.centre)
        self.own = view.pawns[self.seat]
        self.hall = HALL_OF[self.own]
        self.thorough = False
        """Whether an end of the turn is weighed by every answer to it: between two, and much more work."""
        self.floor = 0.0
        """What then is worth less than this may be told too low or too high, below it."""
        self._foresights: dict[tuple[Hands, Secret | None, Seat, tuple[Seat, ...]], Foresight] = {}
        self._replies: dict[tuple[Hands, Secret | None], Replies] = {}

    def after(self, turn: Turn) -> list[int]:
        """How the castle may stand when this change and any that has to follow it are made, LAB-3.1."""
        middle = turned(self.rotation, code_of(turn))
        if not isinstance(self.view.phase, FirstChange):
            return [middle]
        return [
            turned(middle, code)
            for code in self.ways.changes()
            if code < CENTRE_TURN or turn.ring is not Ring.CENTRE
        ]

    def foresight(
        self, hands: Hands, sought: Secret | None, other: Seat, guards: tuple[Seat, ...] = ()
    ) -> Foresight:
        """How it goes on from these hands when that other one answers first.

        `guards` stand on the sought secret's square, so that who arrives there has to duel with them.
        """
        key = (hands, sought, other, guards)
        if key not in self._foresights:
            self._foresights[key] = self._foreseen(hands, sought, other, guards)
        return self._foresights[key]

    def _foreseen(
        self, hands: Hands, sought: Secret | None, other: Seat, guards: tuple[Seat, ...]
    ) -> Foresight:
        me, after, goal, by = self.seat, self.others[0], self.goal, self.by
        seen = Foresight(self.ways, NOWHERE if sought is None else HALL_OF[SQUARE_OF[sought]])
        seen.keenness = self.by.keenness
        seen.neither = seen.take = chance(hands, me, after, goal, by=by)
        seen.meet = seen.neither + self.by.later * (
            challenged(hands, (me, other), me, goal, by=by) - seen.neither
        )
        seen.they_meet = challenged(hands, (other, me), me, goal, by=by)
        if sought is not None:
            found = chance(with_card(hands, me, KIND[sought]), me, after, goal, by=by)
            seen.take = seen.neither + self.by.later * max(0.0, found - seen.neither)
            seen.they_take = self._arrived(hands, KIND[sought], other, guards, me)
            if me in guards:
                seen.they_meet = seen.they_take  # it is the same square
        seen.both = max(seen.take, seen.meet)
        return seen

    def replies(self, hands: Hands, sought: Secret | None) -> Replies:
        """Between two: all that the other may do, each of it with my answer and what is open to both then."""
        key = (hands, sought)
        if key not in self._replies:
            me, other, goal, by = self.seat, self.others[0], self.goal, self.by
            seen = Foresight(self.ways, NOWHERE if sought is None else HALL_OF[SQUARE_OF[sought]])
            seen.keenness = by.keenness
            idle, calm = (chance(hands, me, after, goal, by=by) for after in (other, me))
            met = challenged(hands, (other, me), me, goal, by=by)
            seen.neither = seen.take = 1.0 - calm
            seen.meet = 1.0 - (calm + by.later * (met - calm))
            seen.they_meet = 1.0 - (
                idle + by.later * (challenged(hands, (me, other), me, goal, by=by) - idle)
            )
            self._replies[key] = found = Replies(self.ways, seen)
            found.they_meet = met
            if sought is not None:
                taken = chance(with_card(hands, other, KIND[sought]), me, me, goal, by=by)
                seen.take = 1.0 - (calm + by.later * min(0.0, taken - calm))
                mine = chance(with_card(hands, me, KIND[sought]), me, other, goal, by=by)
                seen.they_take = 1.0 - (idle + by.later * (mine - idle))
                found.they_take = taken
            seen.both = max(seen.take, seen.meet)
        return self._replies[key]

    def _arrived(
        self, hands: Hands, kind: Kind, arriving: Seat, there: tuple[Seat, ...], after: Seat
    ) -> float:
        """My chance when somebody arrives at a card where these stand, before `after` is on turn, LAB-5.6."""
        me, goal, by = self.seat, self.goal, self.by
        if not there:
            return chance(with_card(hands, arriving, kind), me, after, goal, by=by)
        if len(there) + 1 >= CROWD:
            return chance(hands, me, after, goal, by=by)
        duellists = sorted((arriving, *there), key=lambda seat: (seat - arriving) % len(hands))
        return contested(hands, tuple(duellists), kind, me, after=after, goal=goal, by=by)

    def standing_on(self, to: Square, pawns: Sequence[Square]) -> tuple[Seat, ...]:
        """In turn order from me."""
        if to not in pawns:
            return ()
        return tuple(seat for seat in (self.seat, *self.others) if pawns[seat] == to)

    def with_pawn(self, seat: Seat, square: Square) -> tuple[Square, ...]:
        """Where everybody stands once this pawn is there."""
        pawns = self.view.pawns
        return (*pawns[:seat], square, *pawns[seat + 1 :])

    def left(self, rotation: int, pawns: Sequence[Square], hands: Hands, sought: Secret | None) -> float:
        """My turn ends with pawns and cards like this: what the others will make of it."""
        square = pawns[self.seat]
        there = () if sought is None else self.standing_on(SQUARE_OF[sought], pawns)
        total = weights = 0.0
        weight = 1.0
        for other in self.others:
            pawn = pawns[other]
            seen = self.foresight(hands, sought, other, () if other in there else there)
            value = seen.value(rotation, HALL_OF[square], HALL_OF[pawn], together=square == pawn)
            if self.thorough and not there:
                value = self._answered(rotation, (square, pawn), hands, sought, value)
            total += weight * value
            weights += weight
            weight *= self.by.further
        calm = chance(hands, self.seat, self.others[0], self.goal, by=self.by)
        return calm + self.caution * (total / weights - calm)

    def _answered(
        self, rotation: int, pawns: tuple[Square, Square], hands: Hands, sought: Secret | None, looks: float
    ) -> float:
        """Between two: what it looks like after the worst of all answers, as far as that is expected."""
        if not self.caution:
            return looks
        calm = chance(hands, self.seat, self.others[0], self.goal, by=self.by)
        needed = calm + (self.floor - calm) / self.caution
        worst = self.replies(hands, sought).value(
            rotation,
            HALL_OF[pawns[0]],
            HALL_OF[pawns[1]],
            together=pawns[0] == pawns[1],
            floor=looks + (needed - looks) / self.by.expected - 1e-9,
        )
        return looks + self.by.expected * (worst - looks)

    def turned_up(self, rotation: int, pawns: Sequence[Square], hands: Hands) -> float:
        """The same when the next card is yet to be turned up."""
        cards = [card for card in self.pile if KIND[card] is not Kind.ANIMAL]
        if not cards:
            return self.left(rotation, pawns, hands, None)
        return sum(self._shown(rotation, pawns, hands, card) for card in cards) / len(cards)

    def _shown(self, rotation: int, pawns: Sequence[Square], hands: Hands, card: Secret) -> float:
        """The same when this card is turned up, LAB-5.6."""
        there = self.standing_on(SQUARE_OF[card], pawns)
        if 1 < len(there) < CROWD:
            return self._arrived(hands, KIND[card], there[0], there[1:], self.others[0])
        return self.left(rotation, pawns, hands, card)

    def taken(self, rotation: int, square: Square, *, moved: bool) -> float:
        """What it is worth to come to the sought secret, or to stand there already, LAB-3.5, LAB-5.6."""
        assert self.view.sought is not None, "nothing else can be taken"
        kind, pawns = KIND[self.view.sought], self.with_pawn(self.seat, square)
        _, *rivals = self.standing_on(square, pawns)
        if moved and rivals:
            return self._arrived(self.hands, kind, self.seat, tuple(rivals), self.others[0])
        hands = with_card(self.hands, self.seat, kind)
        if chance(hands, self.seat, self.seat, self.goal, by=self.by) >= 1.0:
            return 1.0
        thorough, self.thorough = self.thorough, False
        value = self.turned_up(rotation, pawns, hands)
        self.thorough = thorough
        return value

    def fetched(self) -> float:
        """What it is worth to go straight to the animal that I turned up where others stand, LAB-4.1."""
        assert self.view.square is not None, "nothing else can be fetched"
        rivals = tuple(seat for seat in self.others if self.view.pawns[seat] == self.view.square)
        after = Seat((self.view.on_turn + 1) % len(self.hands))
        return self._arrived(self.hands, Kind.ANIMAL, self.seat, rivals, after)

    @cached_property
    def duels(self) -> dict[Seat, float]:
        """What meeting somebody is worth; the more so the longer nothing has happened."""
        me, goal, by = self.seat, self.goal, self.by
        more = by.bold + by.daring * (1.0 - self.caution)
        return {other: challenged(self.hands, (me, other), me, goal, by=by) + more for other in self.others}

    def end(self, rotation: int, square: Square, *, moved: bool) -> float:
        """What it is worth to walk there, or to stay."""
        rivals = [other for other in self.others if moved and self.view.pawns[other] == square]
        if square == self.view.square:
            value = self.taken(rotation, square, moved=moved)
            if len(rivals) + 1 < CROWD:
                rivals.clear()  # a contest leaves no challenge, LAB-5.6
        else:
            value = self.left(rotation, self.with_pawn(self.seat, square), self.hands, self.view.sought)
        met = [self.duels[other] for other in rivals]
        if met and self.must_dare:
            return max(met)  # there will be a duel
        return max(value, *met, 0.0)

    @cached_property
    def must_dare(self) -> bool:
        """All is found, and nothing else ends the game."""
        limit = self.view.options.turn_limit
        closes = self.crowded and limit is not None and limit - self.view.turn < self.by.closing
        return all_found(self.hands) and not closes

    def ends(self, rotation: int) -> Iterator[tuple[float, Square]]:
        """Where walking from here can end once the castle stands so, and what it is worth."""
        region = castle(rotation).reach[self.hall]
        yield self.end(rotation, self.own, moved=False), self.own
        for square in self._landmarks:
            if region >> HALL_OF[square] & 1:
                yield self.end(rotation, square, moved=True), square

    def post(self, square: Square) -> int:
        """How much is to be said for waiting there rather than elsewhere in the same hall.

        Whatever is turned up under a pawn is defended by it: who arrives has to duel. An animal might be
        fetched at once; for the others there is a turn's time.
        """
        return self._posts.get(square, 0)

    @cached_property
    def _posts(self) -> dict[Square, int]:
        return {SQUARE_OF[card]: 2 if KIND[card] is Kind.ANIMAL else 1 for card in self.pile}

    @cached_property
    def _landmarks(self) -> tuple[Square, ...]:
        """A square of each hall, and those where more happens."""
        special = {self.view.pawns[other] for other in self.others}
        if self.view.square is not None:
            special.add(self.view.square)
        by_hall = {
            HALL_OF[square]: square
            for square in sorted(map(Square, range(len(HALL_OF))), key=self.post)
            if square != self.own and square not in special
        }
        return (*sorted(special - {self.own}), *by_hall.values())
