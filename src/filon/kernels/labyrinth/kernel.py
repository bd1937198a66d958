"""Le Labyrinthe Secret in place: what an action does, in the order of RULES.md, on small integers."""

from mypy_extensions import i64, mypyc_attr

from filon.kernels.labyrinth.kernel_castle import CENTRE, CORRIDOR, SQUARE_OF
from filon.kernels.labyrinth.kernel_choices import (
    CENTRE_TURN,
    CHALLENGE,
    END,
    FETCH,
    MOVE,
    PLACE,
    RING_CENTRE,
    STAY,
    SWAP,
    THROW,
    Choices,
)
from filon.kernels.labyrinth.kernel_position import (
    ANIMAL_TURNED,
    ARRIVED,
    CROWD,
    DUEL,
    FETCHED,
    FINISHED,
    FIRST_ANIMAL,
    FIRST_CHANGE,
    FOR_SECRET,
    GNOMES,
    MOVING,
    NONE,
    ONES,
    PLACING,
    SECOND_CHANGE,
    TREASURES,
    cards_of,
    largest_set,
    shuffle,
)
from filon.kernels.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=False)
class LabyrinthKernel(Choices):
    def copy(self, stream: Stream) -> "LabyrinthKernel":
        twin = LabyrinthKernel(self.seats, stream)
        twin.resemble(self)
        return twin

    def play(self, actor: i64, code: i64) -> None:
        if code >= PLACE:
            self._place(code - PLACE)
        elif code >= MOVE:
            self._move(code - MOVE)
        elif code < STAY:
            self._turn(code)
        elif code == STAY:
            self._stay()
        elif code == END:
            self._finish_turn()
        elif code >= CHALLENGE:
            self._challenge(code - CHALLENGE)
        elif code >= SWAP:
            self._play_animal(code - SWAP >> 1, code - SWAP & 1)
        elif code >= THROW:
            self._throw(actor, code - THROW)
        elif code == FETCH:
            self._fetch(actor)
        else:
            self._settle(actor)

    def _turn(self, code: i64) -> None:
        """LAB-3.1."""
        ring: i64 = RING_CENTRE
        if code >= CENTRE_TURN:
            self.centre = (self.centre + code - CENTRE_TURN + 1) % CENTRE
        else:
            ring = code >> 1
            notch: i64 = CORRIDOR - 1 if code & 1 else 1
            if ring == 0:
                self.outer = (self.outer + notch) % CORRIDOR
            else:
                self.inner = (self.inner + notch) % CORRIDOR
        if self.phase == FIRST_CHANGE:
            self.first_ring = ring
            self.phase = SECOND_CHANGE
        else:
            self.phase = MOVING

    def _move(self, to: i64) -> None:
        """LAB-3.4, LAB-5.1."""
        self.meets = self.standing_on(to)
        self.put(self.on_turn, to)
        self.phase = ARRIVED
        if self._is_on_the_secret():
            self._arrive(self.on_turn)
        else:
            self._go_on()

    def _stay(self) -> None:
        """LAB-3.5."""
        self.phase = ARRIVED
        self.meets = 0
        if self._is_on_the_secret():
            self._take(self.on_turn)
        if self.phase != FINISHED:
            self._go_on()

    def _is_on_the_secret(self) -> bool:
        return self.sought != NONE and self.pawn(self.on_turn) == i64(SQUARE_OF[self.sought])

    def _fetch(self, seat: i64) -> None:
        """LAB-4.1, LAB-5.1, LAB-5.7."""
        square: i64 = SQUARE_OF[self.sought]
        self.meets = 0
        if not self.challenged and self.pawn(seat) != square:
            self.meets = self.standing_on(square)
        self.put(seat, square)
        self.phase = FETCHED
        self.one = seat
        self.finder = seat
        self._arrive(seat)

    def _arrive(self, seat: i64) -> None:
        """LAB-3.5, LAB-5.6."""
        there: i64 = self.standing_on(SQUARE_OF[self.sought])
        count: i64 = ONES[there]
        if 1 < count < CROWD:
            self._contest(there)
            return
        if count == 1:
            self._take(seat)
        elif len(self.pile) > 0:
            self._bury()
        if self.phase != FINISHED:
            self._go_on()

    def _take(self, seat: i64) -> None:
        self.exchange(seat, 1 << self.sought)
        self.sought = NONE
        self.finder = seat
        self._win_if_full(seat)

    def _win_if_full(self, seat: i64) -> None:
        """LAB-6.1."""
        if self.phase != FINISHED and largest_set(self.hand(seat)) >= self.goal:
            self.phase = FINISHED
            self.one = 1 << seat
            self.full_set = True

    def _go_on(self) -> None:
        """LAB-3.6: a turn ends by itself when, as far as everybody can tell, nothing is left to do."""
        if self.meets == 0 and (self.phase == FETCHED or not self._swap_in_sight()):
            self._finish_turn()

    def _finish_turn(self) -> None:
        if self.sought == NONE:
            self._turn_up(self.on_turn if self.finder == NONE else self.finder)
        else:
            self._next_turn()

    def _turn_up(self, seat: i64) -> None:
        """LAB-3.7, LAB-4.1."""
        if len(self.pile) == 0:
            self._next_turn()
            return
        self.sought = self.pile.pop()
        self.turned_up = True
        if self.sought >= FIRST_ANIMAL:
            self.phase = ANIMAL_TURNED
            self.one = seat
        else:
            self._settle(seat)

    def _settle(self, seat: i64) -> None:
        """LAB-5.6."""
        there: i64 = self.standing_on(SQUARE_OF[self.sought])
        count: i64 = ONES[there]
        if count >= CROWD and len(self.pile) > 0:
            self._bury()
            self._turn_up(seat)
        elif 1 < count < CROWD:
            self._contest(there)
        else:
            self._next_turn()

    def _bury(self) -> None:
        self.pile.insert(0, self.sought)
        self.sought = NONE

    def _contest(self, there: i64) -> None:
        """Two or three, in turn order from the player on turn."""
        self.phase = DUEL
        self.prize = FOR_SECRET
        self.waits = NONE
        self.one_threw = NONE
        self.other_threw = NONE
        self.one = self._next_of(there, self.on_turn)
        self.other = self._next_of(there, self.one + 1)
        if ONES[there] > 2:
            self.waits = self._next_of(there, self.other + 1)

    def _next_of(self, bits: i64, seat: i64) -> i64:
        """The first of these seats in turn order from `seat` on."""
        while True:
            seat %= self.seats
            if bits >> seat & 1:
                return seat
            seat += 1

    def _next_turn(self) -> None:
        """LAB-3.6, LAB-6.2."""
        if self.turn_limit and self.turn >= self.turn_limit:
            self.phase = FINISHED
            self.full_set = False
            self.one = self._largest_sets()
            return
        self.on_turn = (self.on_turn + 1) % self.seats
        self.turn += 1
        self.swapped = False
        self.challenged = False
        self.turned_up = False
        self.finder = NONE
        self.phase = FIRST_CHANGE

    def _largest_sets(self) -> i64:
        best: i64 = -1
        bits: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            size: i64 = largest_set(self.hand(seat))
            if size > best:
                best = size
                bits = 0
            if size == best:
                bits |= 1 << seat
            seat += 1
        return bits

    def _challenge(self, terms: i64) -> None:
        """LAB-5.2: the die shows 2, 2, 3, 3, 4, 4."""
        if self.phase == ARRIVED:
            self.one = self.on_turn
        self.other = terms >> 2
        self.challenged = True
        self.prize = terms >> 1 & 1
        self.stake = 2 + (self.stream.below(6) >> 1) if terms & 1 else 1
        self.one_threw = NONE
        self.other_threw = NONE
        self.phase = DUEL

    def _throw(self, seat: i64, thing: i64) -> None:
        """LAB-5.3: each thing beats the one after it."""
        if seat == self.one:
            self.one_threw = thing
        else:
            self.other_threw = thing
        if self.one_threw < 0 or self.other_threw < 0:
            return
        ahead: i64 = (self.other_threw - self.one_threw + 3) % 3
        self.one_threw = NONE
        self.other_threw = NONE
        if ahead == 0:
            return
        if ahead == 2:
            loser: i64 = self.one
            self.one = self.other
            self.other = loser
        self.phase = PLACING
        if self.prize != FOR_SECRET:
            self._hand_over()
        elif self.waits == NONE:
            self._take(self.one)

    def _hand_over(self) -> None:
        """LAB-5.4: the first of their kind, as many as the stake."""
        held: i64 = self.hand(self.other) & (TREASURES if self.prize == 0 else GNOMES)
        passed: i64 = 0
        count: i64 = 0
        while count < self.stake and held:
            passed |= held & -held
            held &= held - 1
            count += 1
        self.exchange(self.other, passed)
        self.exchange(self.one, passed)
        self._win_if_full(self.one)

    def _place(self, to: i64) -> None:
        """LAB-5.5, and what comes after the duel."""
        self.put(self.other, to)
        self.meets = 0
        self.phase = ARRIVED
        if self.prize == FOR_SECRET and self.waits != NONE:
            self.other = self.waits
            self.waits = NONE
            self.phase = DUEL
        elif self.turned_up:
            self._finish_turn()
        else:
            self._go_on()

    def _play_animal(self, opponent: i64, kind: i64) -> None:
        """LAB-4.2: drawn blind and before the given card joins; who draws is the first to win, LAB-6.1."""
        seat: i64 = self.on_turn
        hand: i64 = self.hand(seat)
        animals: i64 = hand >> FIRST_ANIMAL << FIRST_ANIMAL
        gift: i64 = hand & (TREASURES if kind == 0 else GNOMES)
        animal: i64 = animals & -animals
        given: i64 = gift & -gift
        drawn: i64 = self._drawn_blind(self.hand(opponent))
        self.exchange(seat, animal | given | drawn)
        self.exchange(opponent, drawn | given)
        number: i64 = FIRST_ANIMAL
        while not animal >> number & 1:
            number += 1
        self.discarded |= number << 5 * self.discards
        self.discards += 1
        self.swapped = True
        self._win_if_full(seat)
        self._win_if_full(opponent)
        if self.phase == ARRIVED:
            self._go_on()

    def _drawn_blind(self, hand: i64) -> i64:
        """The first two of the hand once it is shuffled."""
        cards: list[i64] = cards_of(hand)
        shuffle(cards, self.stream)
        drawn: i64 = 1 << cards[0]
        if len(cards) > 1:
            drawn |= 1 << cards[1]
        return drawn

    def playout(self) -> i64:
        stream: Stream = self.stream
        decisions: i64 = 0
        while self.phase != FINISHED:
            seat: i64 = 0
            if self.phase != DUEL:
                stream.word()  # one seat is waited for: a choice among one
                seat = self.one if self.phase >= ANIMAL_TURNED else self.on_turn
            elif self.one_threw == NONE and self.other_threw == NONE:
                lower: bool = stream.below(2) == 0
                seat = self.one if lower == (self.one < self.other) else self.other
            else:
                stream.word()
                seat = self.one if self.one_threw == NONE else self.other
            self.play(seat, self.choice(stream.below(self.choices())))
            decisions += 1
        return decisions
