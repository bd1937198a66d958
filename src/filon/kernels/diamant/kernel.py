"""Diamant on small integers: one cave in one array of cards, explorers as bits, chests in two words.

Compiled by mypyc. RULES.md of the game has the rules cited. A card is a byte: its stones, HAZARD + which, or
ARTIFACT. `cards[:left]` is the pile, next card last; what is turned stays where it lies, so the gallery is
`cards[total - 1]` down to `cards[left]`, and `lying` holds the stones on each.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from filon.kernels.stream import Stream
from filon.kernels.totals import Totals

HAZARD: Final[i64] = 32
ARTIFACT: Final[i64] = 64
MOST_CARDS: Final[i64] = 31
LAST_CAVE: Final[i64] = 5
FINISHED: Final[i64] = 6
"""The cave after the last: the chests are counted."""
GO_ON: Final[i64] = 0
LEAVE: Final[i64] = 1
CHEST_BITS: Final[i64] = 15
"""Four chests a word; all the stones of five caves and the artifacts are fewer than 2**10."""
CHEST_MASK: Final[i64] = 0x7FFF
HAZARD_BITS: Final[i64] = 3
"""Of the hazards that left the game, in order, after a leading one."""
MOST_SEATS: Final[i64] = 8

_WORTH: Final = "\x05\x07\x08\x0a\x0c"
"""Of an artifact, by how many were turned before it (DIA-4.3)."""
_NO_CARDS: Final = vec[u8]([u8(0)] * 31)


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantKernel:
    """`kernels.contract.Kernel`, for three to eight seats and all options."""

    def __init__(self, seats: i64, stream: Stream) -> None:
        self.stream: Stream = stream
        self.seats: i64 = seats
        self.hidden_chests: bool = False
        self.per_card: bool = False
        self.artifacts: bool = False
        # The arrays are the maker's to give: a copy would throw its first ones away.
        self.cards: vec[u8] = vec[u8]()
        self.lying: vec[u8] = vec[u8]()
        self.left: i64 = 0
        self.total: i64 = 0
        self.cave: i64 = 1
        self.inside: i64 = 0
        self.chosen: i64 = 0
        self.leaving: i64 = 0
        self.loot: i64 = 0
        self.met: i64 = 0
        """A bit for each hazard in the gallery."""
        self.removed: i64 = 1
        self.artifacts_turned: i64 = 0
        self.first_chests: i64 = 0
        self.last_chests: i64 = 0
        self.takings: vec[u8] = vec[u8]()
        """What was carried home, MOST_SEATS a cave; one cave has no more than 136 stones."""

    def begin(self) -> None:
        """The set-up: `cards` and `total` hold the deck in its order (DIA-2.1)."""
        self.cave = 1
        self._enter()

    def waiting(self) -> i64:
        return self.inside & ~self.chosen if self.cave <= LAST_CAVE else 0

    def legal(self, actor: i64) -> list[i64]:
        if self.cave <= LAST_CAVE and self.inside >> actor & 1:
            return [GO_ON, LEAVE]
        return []

    def chest(self, seat: i64) -> i64:
        if seat < 4:
            return self.first_chests >> CHEST_BITS * seat & CHEST_MASK
        return self.last_chests >> CHEST_BITS * (seat - 4) & CHEST_MASK

    def put_in_chest(self, seat: i64, stones: i64) -> None:
        if seat < 4:
            self.first_chests += stones << CHEST_BITS * seat
        else:
            self.last_chests += stones << CHEST_BITS * (seat - 4)

    def caves_fled(self) -> i64:
        fled: i64 = 0
        while self.removed >> HAZARD_BITS * (fled + 1):
            fled += 1
        return fled

    def winners(self) -> i64:
        """A bit for each of the fullest chests (DIA-3.3)."""
        best: i64 = -1
        found: i64 = 0
        for seat in range(self.seats):
            stones = self.chest(seat)
            if stones > best:
                best = stones
                found = 0
            if stones == best:
                found |= 1 << seat
        return found

    def play(self, actor: i64, code: i64) -> None:
        """A choice; the last one is followed by all that comes of it (DIA-2.4)."""
        seat: i64 = 1 << actor
        self.chosen |= seat
        if code == LEAVE:
            self.leaving |= seat
        else:
            self.leaving &= ~seat
        if self.chosen == self.inside:
            self.show(self.leaving)

    def show(self, leaving: i64) -> None:
        """All choices are in: these leave, whatever was chosen before."""
        self.chosen = 0
        self.leaving = 0
        if leaving:
            self._leave(leaving)
        if self.inside == 0:
            self._gather(0)
            self._next_cave()
        elif self._turn():
            self._next_cave()

    def _leave(self, leaving: i64) -> None:
        """Loot and shares into the chests (DIA-2.5, DIA-4.2, DIA-4.3)."""
        leavers: i64 = count_bits(leaving)
        banked: i64 = self.loot + (self._by_card(leavers) if self.per_card else self._together(leavers))
        cave: i64 = MOST_SEATS * (self.cave - 1)
        for seat in range(self.seats):
            if leaving >> seat & 1:
                self.put_in_chest(seat, banked)
                self.takings[cave + seat] = u8(banked)
        self.inside &= ~leaving

    def _by_card(self, leavers: i64) -> i64:
        share: i64 = 0
        for at in range(self.left, self.total):
            stones: i64 = i64(self.lying[at])
            if stones:
                if i64(self.cards[at]) != ARTIFACT:
                    share += stones // leavers
                    self.lying[at] = u8(stones % leavers)
                elif leavers == 1:
                    share += stones
                    self.lying[at] = 0
        return share

    def _together(self, leavers: i64) -> i64:
        stones: i64 = 0
        artifacts: i64 = 0
        for at in range(self.left, self.total):
            if i64(self.cards[at]) == ARTIFACT:
                artifacts += i64(self.lying[at])
            else:
                stones += i64(self.lying[at])
        if stones == 0 and (artifacts == 0 or leavers > 1):
            return 0
        share: i64 = stones // leavers
        remainder: i64 = stones - share * leavers
        for at in range(self.left, self.total):  # the latest card first
            here: i64 = i64(self.lying[at])
            if i64(self.cards[at]) == ARTIFACT:
                if leavers == 1:
                    self.lying[at] = 0
            else:
                if here > remainder:
                    here = remainder
                    self.lying[at] = u8(here)
                remainder -= here
        return share + (artifacts if leavers == 1 else 0)

    def _turn(self) -> bool:
        """The next card; True if it ended the expedition, and all cards are gathered (DIA-2.2, DIA-2.3)."""
        at: i64 = self.left - 1
        self.left = at
        card: i64 = i64(self.cards[at])
        lies: i64 = 0
        if card < HAZARD:
            explorers: i64 = count_bits(self.inside)
            share: i64 = card // explorers
            self.loot += share
            lies = card - share * explorers
        elif card < ARTIFACT:
            hazard: i64 = 1 << (card - HAZARD)
            if self.met & hazard:
                self.removed = self.removed << HAZARD_BITS | (card - HAZARD)
                self._gather(card)
                return True
            self.met |= hazard
        else:
            lies = ord(_WORTH[self.artifacts_turned])
            self.artifacts_turned += 1
        self.lying[at] = u8(lies)
        return False

    def _gather(self, fled: i64) -> None:
        """All cards into one pile, gallery first; the artifact and the first card like `fled` are out."""
        cards = self.cards
        gathered = _NO_CARDS[:]
        kept: i64 = 0
        total: i64 = self.total
        left: i64 = self.left
        for place in range(total):
            at: i64 = total - 1 - place if place < total - left else place - (total - left)
            card: i64 = i64(cards[at])
            if card == ARTIFACT:
                continue
            if card == fled:
                fled = 0
                continue
            gathered[kept] = u8(card)
            kept += 1
        self.cards = gathered
        self.total = kept
        self.left = kept
        self.inside = 0
        self.loot = 0
        self.met = 0

    def _next_cave(self) -> None:
        """DIA-3.2, DIA-3.3."""
        if self.cave == LAST_CAVE:
            self.cave = FINISHED
            return
        self.cave += 1
        self._enter()

    def _enter(self) -> None:
        if self.artifacts:
            self.cards[self.total] = u8(ARTIFACT)
            self.total += 1
        self.left = self.total
        self.shuffle()
        self.inside = (1 << self.seats) - 1
        self._turn()

    def shuffle(self) -> None:
        """The pile, as the law shuffles it."""
        cards = self.cards
        stream = self.stream
        last: i64 = self.left - 1
        while last > 0:
            other: i64 = stream.below(last + 1)
            card: u8 = cards[last]
            cards[last] = cards[other]
            cards[other] = card
            last -= 1

    def playout(self) -> i64:
        """Random play to the end, as `lab.walk`: whose turn it is by lot, then what they do."""
        stream = self.stream
        decisions: i64 = 0
        while self.cave <= LAST_CAVE:
            waiting: i64 = self.inside & ~self.chosen
            actor: i64 = _nth(waiting, stream.below(count_bits(waiting)))
            self.play(actor, stream.below(2))
            decisions += 1
        return decisions

    def copy(self, stream: Stream) -> "DiamantKernel":
        twin = DiamantKernel(self.seats, stream)
        twin.hidden_chests = self.hidden_chests
        twin.per_card = self.per_card
        twin.artifacts = self.artifacts
        twin.cards = self.cards[:]
        twin.lying = self.lying[:]
        twin.left = self.left
        twin.total = self.total
        twin.cave = self.cave
        twin.inside = self.inside
        twin.chosen = self.chosen
        twin.leaving = self.leaving
        twin.loot = self.loot
        twin.met = self.met
        twin.removed = self.removed
        twin.artifacts_turned = self.artifacts_turned
        twin.first_chests = self.first_chests
        twin.last_chests = self.last_chests
        twin.takings = self.takings[:]
        return twin


@mypyc_attr(allow_interpreted_subclasses=False)
class DiamantImaginer:
    """`known` is the position with the unseen cards as its pile; a bit a seat for choices that are secret."""

    def __init__(self, known: DiamantKernel, secret_choices: i64) -> None:
        self.known: DiamantKernel = known
        self.secret_choices: i64 = secret_choices

    def imagine(self, stream: Stream) -> DiamantKernel:
        drawn = self.known.copy(stream)
        if drawn.cave <= LAST_CAVE:
            drawn.shuffle()
        if self.secret_choices:
            for seat in range(drawn.seats):
                if self.secret_choices >> seat & 1:
                    drawn.leaving |= stream.below(2) << seat
        return drawn


def series(deck: DiamantKernel, seed: i64, first: i64, after: i64) -> Totals:
    """Random games from `first` to before `after`; `deck` holds the options, and all cards in their order."""
    totals = Totals(deck.seats, 2)
    fled: i64 = 0
    games: i64 = 0
    for number in range(first, after):
        kernel = deck.copy(Stream(seed, number))
        kernel.begin()
        decisions = kernel.playout()
        totals.count(kernel.winners(), decisions)
        for seat in range(deck.seats):
            totals.scores[seat] += kernel.chest(seat)
        games += 1
        fled += kernel.caves_fled()
    totals.tally[0] = fled
    totals.tally[1] = LAST_CAVE * games - fled
    return totals


def count_bits(bits: i64) -> i64:
    """How many of eight bits are set."""
    bits = (bits & 0x55) + (bits >> 1 & 0x55)
    bits = (bits & 0x33) + (bits >> 2 & 0x33)
    return (bits & 0x0F) + (bits >> 4)


def _nth(bits: i64, number: i64) -> i64:
    """The place of the bit that has `number` set bits below it."""
    while number:
        bits &= bits - 1
        number -= 1
    place: i64 = 0
    while not bits >> place & 1:
        place += 1
    return place
