"""Positions drawn from what one seat knows, thousands of times from the same knowledge."""

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from filon.kernels.saboteur.kernel import SaboteurKernel
from filon.kernels.saboteur.kernel_gold import SHARE_BITS, in_order
from filon.kernels.saboteur.kernel_table import shuffle
from filon.kernels.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=False)
class GoldRecall:
    """What a seat knows of the gold. Every story is a way it may have gone, likely by its weight.

    Records are told oldest first. In a sharing the cards taken before the seat saw any are the story's (or,
    when nobody was paid since, drawn from its rest); the others lie between two hands that the seat saw.
    """

    def __init__(self) -> None:
        self._upto: vec[i64] = vec[i64]()
        self._rest: vec[i64] = vec[i64]()
        self._step: vec[i64] = vec[i64]()
        self._records: i64 = 0
        self._round: vec[i64] = vec[i64]()
        self._paid: vec[i64] = vec[i64]()
        self._settled: vec[i64] = vec[i64]()
        self._unknown: vec[i64] = vec[i64]()
        self._seats: vec[i64] = vec[i64]()
        self._takes: vec[i64] = vec[i64]()
        self._first_part: vec[i64] = vec[i64]()
        self._part: vec[i64] = vec[i64]()
        self._cards: vec[i64] = vec[i64]([0] * 28)
        self._order: vec[i64] = vec[i64]([0] * 28)

    def add_payments(self, number: i64) -> None:
        """A round whose saboteurs were paid; the stories tell what."""
        self._paid = append(self._paid, 1)
        self._settled = append(self._settled, 1)
        self._add_record(number, 0, 0, 0)

    def add_sharing(self, number: i64, *, settled: bool, unknown: i64, seats: i64, takes: i64) -> None:
        """A round whose diggers shared; `seats` has four bits for each of the `takes`."""
        self._paid = append(self._paid, 0)
        self._settled = append(self._settled, 1 if settled else 0)
        self._add_record(number, unknown, seats, takes)

    def _add_record(self, number: i64, unknown: i64, seats: i64, takes: i64) -> None:
        self._records += 1
        self._round = append(self._round, number)
        self._unknown = append(self._unknown, unknown)
        self._seats = append(self._seats, seats)
        self._takes = append(self._takes, takes)
        self._first_part = append(self._first_part, i64(len(self._part)))

    def add_part(self, cards: i64) -> None:
        """Cards of the latest sharing that were taken between two hands that the seat saw."""
        self._part = append(self._part, cards)

    def add_story(self, upto: i64, rest: i64, steps: list[int]) -> None:
        """`upto`: the weights of all stories so far, at most 2**60; `rest`: the cards nobody has seen."""
        self._upto = append(self._upto, upto)
        self._rest = append(self._rest, rest)
        for step in steps:
            self._step = append(self._step, i64(step))

    def tell(self, kernel: SaboteurKernel, stream: Stream) -> None:
        """Fills in the gold of a position."""
        story: i64 = 0
        if len(self._upto) > 1:
            drawn: i64 = _below(self._upto[i64(len(self._upto)) - 1], stream)
            while self._upto[story] <= drawn:
                story += 1
        left: i64 = _spread(self._rest[story], self._cards, 0)
        shuffle(self._cards, left, stream)
        kernel.offered = 0
        at: i64 = 0
        while at < self._records:
            step: i64 = self._step[story * self._records + at]
            if self._paid[at]:
                kernel.record[self._round[at] - 1] = step
            else:
                if not self._settled[at]:
                    step = 0
                    unknown: i64 = self._unknown[at]
                    while unknown:
                        left -= 1
                        step = step << 2 | self._cards[left]
                        unknown -= 1
                self._tell_sharing(kernel, at, step, stream)
            at += 1
        kernel.gold = 0
        while left:
            left -= 1
            kernel.gold = kernel.gold << 2 | self._cards[left]

    def _tell_sharing(self, kernel: SaboteurKernel, at: i64, unknown: i64, stream: Stream) -> None:
        """Who took which card; the latest sharing may have some left on offer."""
        order = self._order
        told: i64 = _spread(unknown, order, 0)
        _shuffle_part(order, 0, told, stream)
        part: i64 = self._first_part[at]
        after: i64 = i64(len(self._part))
        if at + 1 < self._records:
            after = self._first_part[at + 1]
        while part < after:
            upto: i64 = _spread(self._part[part], order, told)
            _shuffle_part(order, told, upto, stream)
            told = upto
            part += 1
        takes: i64 = self._takes[at]
        record: i64 = 0
        take: i64 = 0
        while take < takes:
            seat: i64 = self._seats[at] >> 4 * take & 15
            record |= (seat << 2 | order[take]) << SHARE_BITS * take
            take += 1
        kernel.record[self._round[at] - 1] = record
        offered: i64 = 0
        while take < told:
            offered |= order[take] << 2 * (take - takes)
            take += 1
        kernel.offered = in_order(offered)


@mypyc_attr(allow_interpreted_subclasses=False)
class SaboteurImaginer:
    """`known` is the position as far as the seat knows it; what it does not know is filled in each time."""

    def __init__(self, known: SaboteurKernel, gold: GoldRecall) -> None:
        self._known = known
        self._gold = gold
        self._unseen: vec[i64] = vec[i64]()
        self._dwarves: vec[i64] = vec[i64]()
        self._dwarf_seat: vec[i64] = vec[i64]()
        self._faces: vec[i64] = vec[i64]()
        self._face_place: vec[i64] = vec[i64]()
        self._face_down: vec[i64] = vec[i64]()
        self._strangers: vec[i64] = vec[i64]()
        self._ruled_out: vec[i64] = vec[i64]()

    def add_unseen(self, card: i64) -> None:
        """A card that lies nowhere the seat can see."""
        self._unseen = append(self._unseen, card)

    def add_dwarf(self, saboteur: i64) -> None:
        """A dwarf that the seat cannot place."""
        self._dwarves = append(self._dwarves, saboteur)

    def add_dwarf_seat(self, seat: i64) -> None:
        """A seat whose role is unknown; one more than all seats for the dwarf set aside."""
        self._dwarf_seat = append(self._dwarf_seat, seat)

    def add_face(self, card: i64) -> None:
        """A goal card that the seat cannot place."""
        self._faces = append(self._faces, card)

    def add_face_place(self, which: i64) -> None:
        self._face_place = append(self._face_place, which)

    def add_face_down(self, at: i64) -> None:
        """A discard that the seat has not seen."""
        self._face_down = append(self._face_down, at)

    def add_stranger(self, seat: i64) -> None:
        """Somebody whose hand the seat does not see."""
        self._strangers = append(self._strangers, seat)

    def rule_out(self, treasure: i64, seat: i64, place: i64, kinds: i64) -> None:
        """With the treasure at this goal, the card so old in a hand (0 is the oldest) is none of these."""
        if not len(self._ruled_out):
            self._ruled_out = vec[i64]([0] * 180)
        self._ruled_out[60 * treasure + 6 * seat + place] = kinds

    def imagine(self, stream: Stream) -> SaboteurKernel:
        kernel = self.sketch(stream)
        self.deal_cards(kernel, stream)
        return kernel

    def sketch(self, stream: Stream) -> SaboteurKernel:
        """All but the cards."""
        kernel = self._known.copy(stream)
        self._gold.tell(kernel, stream)
        self._tell_roles(kernel, stream)
        self._tell_goals(kernel, stream)
        return kernel

    def _tell_roles(self, kernel: SaboteurKernel, stream: Stream) -> None:
        dwarves = self._dwarves[:]
        number: i64 = i64(len(dwarves))
        shuffle(dwarves, number, stream)
        at: i64 = 0
        while at < number:
            seat: i64 = self._dwarf_seat[at]
            if seat == kernel.seats:
                kernel.set_aside = dwarves[at]
            else:
                kernel.roles |= dwarves[at] << seat
            at += 1

    def _tell_goals(self, kernel: SaboteurKernel, stream: Stream) -> None:
        faces = self._faces[:]
        number: i64 = i64(len(faces))
        shuffle(faces, number, stream)
        at: i64 = 0
        while at < number:
            face: i64 = 2 * faces[at]
            if face:
                face += stream.below(2)
            kernel.goal[self._face_place[at]] = face
            at += 1

    def deal_cards(self, kernel: SaboteurKernel, stream: Stream) -> None:
        unseen = self._unseen[:]
        left: i64 = i64(len(unseen))
        shuffle(unseen, left, stream)
        at: i64 = 0
        while at < i64(len(self._face_down)):
            left -= 1
            kernel.discard[self._face_down[at]] |= unseen[left]
            at += 1
        at = 0
        while at < i64(len(self._strangers)):
            seat: i64 = self._strangers[at]
            size: i64 = kernel.hand[seat] >> 32
            hand: i64 = size << 32
            place: i64 = 0
            while place < size:
                left -= 1
                if len(self._ruled_out):
                    self._replace(kernel, unseen, left, 6 * seat + place, stream)
                hand |= unseen[left] << 5 * place
                place += 1
            kernel.hand[seat] = hand
            at += 1
        while left:
            left -= 1
            kernel.pile[left] = unseen[left]

    def _replace(
        self, kernel: SaboteurKernel, unseen: vec[i64], last: i64, where: i64, stream: Stream
    ) -> None:
        """Puts another card last, if there is any, where this one is ruled out."""
        treasure: i64 = 0
        while kernel.goal[treasure]:
            treasure += 1
        ruled_out: i64 = self._ruled_out[60 * treasure + where]
        if not ruled_out >> unseen[last] & 1:
            return
        at: i64 = stream.below(last + 1)
        tried: i64 = 0
        while tried <= last:
            card: i64 = unseen[at]
            if not ruled_out >> card & 1:
                unseen[at] = unseen[last]
                unseen[last] = card
                return
            at = at + 1 if at < last else 0
            tried += 1


def _spread(deck: i64, cards: vec[i64], at: i64) -> i64:
    """The cards of a deck one by one, from `at` on; where they end."""
    while deck:
        cards[at] = deck & 3
        deck >>= 2
        at += 1
    return at


def _shuffle_part(cards: vec[i64], first: i64, after: i64, stream: Stream) -> None:
    last: i64 = after - 1
    while last > first:
        other: i64 = first + stream.below(last - first + 1)
        card: i64 = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


def _below(limit: i64, stream: Stream) -> i64:
    """As the stream's own, for limits up to 2**60."""
    if limit <= 1 << 30:
        return stream.below(limit)
    span: i64 = 1 << 60
    usable: i64 = span - span % limit
    while True:
        drawn: i64 = stream.below(1 << 30) << 30 | stream.below(1 << 30)
        if drawn < usable:
            return drawn % limit
