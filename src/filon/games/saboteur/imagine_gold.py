"""Where the gold may be, as far as one seat can tell.

Three things bind it: the cards that seat had in its own hand, the number of cards everybody got, and the
rule that fixes what a given deck pays to saboteurs (SAB-7.5). A saboteur paid three nuggets in two cards
tells everybody that the deck held no card of three. Of the order of the rest a payment tells nothing: the
deck is shuffled after it, so that at any time only its kinds of cards are in doubt.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import comb, gcd, perm, prod
from typing import TypeAlias

import msgspec

from filon.games.chance import shuffled
from filon.games.contract import Hidden, Random, Seat
from filon.games.saboteur.gold import Counts, cards_of, counted, pay
from filon.games.saboteur.model import GoldRecord, Paid, Payment, Shared, SharingGoldView, Taken, View
from filon.games.saboteur.pieces import BOUNTY, GOLD


class ImaginedGold(msgspec.Struct, frozen=True):
    ledger: tuple[GoldRecord, ...]
    in_hand: tuple[int, ...]
    deck: tuple[int, ...]


class Sharing(msgspec.Struct, frozen=True):
    """One sharing as the viewer saw it: `hands` are the cards it knows, by how many were gone before.

    After the last card nothing is left, so that one hand at least is always known.
    """

    round: int
    seats: tuple[Seat, ...]
    hands: dict[int, tuple[int, ...]]

    @property
    def unknown(self) -> int:
        """How many cards were taken before the viewer saw any."""
        return min(self.hands)

    @property
    def known(self) -> Counts:
        return counted(self.hands[self.unknown])

    @property
    def parts(self) -> list[tuple[int, ...]]:
        """The cards taken between each two hands that the viewer saw."""
        seen = [counted(self.hands[gone]) for gone in sorted(self.hands)]
        return [cards_of(minus(before, after)) for before, after in pairwise(seen)]


Recalled: TypeAlias = Sharing | Paid
Step: TypeAlias = tuple[tuple[int, ...], ...]
"""What one record took out of the deck unseen: the unknown cards of a sharing, or what each was paid."""


class Story(msgspec.Struct, frozen=True):
    """One way the gold may have gone, `weight` times as likely as a way of weight one."""

    weight: int
    steps: tuple[Step, ...]
    deck: Counts


class Recollection(msgspec.Struct, frozen=True):
    """All that a viewer can tell of the gold. Each story tells the first `settled` records."""

    records: tuple[Recalled, ...]
    settled: int
    kept: Counts
    """Cards that the viewer saw leave the deck after the last payment."""
    stories: tuple[Story, ...]

    def rest(self, story: Story) -> tuple[int, ...]:
        """The cards that nobody has told of: those taken unseen since the last payment, and the deck."""
        return cards_of(minus(story.deck, self.kept))


def recollect(view: View) -> Recollection:
    records = tuple(_as_seen(view, at, record) for at, record in enumerate(view.ledger))
    settled = max((at for at, record in enumerate(records, 1) if isinstance(record, Paid)), default=0)
    later = [record for record in records[settled:] if isinstance(record, Sharing)]
    kept = counted(card for record in later for card in record.hands[record.unknown])
    stories = tuple(_stories(counted(GOLD), records[:settled], kept))
    return Recollection(records, settled, kept, stories)


def imagine_gold(view: View, random: Random) -> ImaginedGold:
    """Drawn evenly from all orders of the gold deck that agree with the view."""
    known = recollect(view)
    story = _one_of(known.stories, random)
    rest = iter(shuffled(known.rest(story), random))
    later = [record for record in known.records[known.settled :] if isinstance(record, Sharing)]
    steps = (*story.steps, *((tuple(next(rest) for _ in range(record.unknown)),) for record in later))
    ledger: list[GoldRecord] = []
    in_hand: tuple[int, ...] = ()
    for record, step in zip(known.records, steps, strict=True):
        if isinstance(record, Sharing):
            shared, in_hand = _retold(record, step[0], random)
            ledger.append(shared)
        else:
            ledger.append(
                Paid(
                    record.round,
                    tuple(
                        Payment(payment.seat, cards, payment.owed)
                        for payment, cards in zip(record.payments, step, strict=True)
                    ),
                )
            )
    return ImaginedGold(tuple(ledger), in_hand, tuple(rest))


def _as_seen(view: View, at: int, record: GoldRecord) -> Recalled:
    if isinstance(record, Paid):
        return record
    hands = [take.offered for take in record.taken]
    latest = at == len(view.ledger) - 1
    hands.append(view.phase.cards if latest and isinstance(view.phase, SharingGoldView) else ())
    known = {gone: seen for gone, hand in enumerate(hands) if len(seen := _faces(hand)) == len(hand)}
    known[len(record.taken) + len(hands[-1])] = ()
    return Sharing(record.round, tuple(take.seat for take in record.taken), known)


def _stories(deck: Counts, records: Sequence[Recalled], kept: Counts) -> Iterator[Story]:
    """All that may have left the deck; `kept` are cards that the viewer saw leave it later.

    A sharing weighs as many as there are ways to draw the cards of its kinds from the deck; a payment
    leaves nothing to chance.
    """
    if not records:
        yield Story(prod(map(perm, deck, kept)), (), deck)
        return
    record, *rest = records
    if isinstance(record, Paid):
        people = len(record.payments)
        paid = pay(deck, BOUNTY[people], people)
        if all(map(_agrees, record.payments, paid)):
            step = tuple(cards for cards, _ in paid)
            left = minus(deck, counted(card for cards in step for card in cards))
            for story in _stories(left, rest, kept):
                yield Story(story.weight, (step, *story.steps), story.deck)
        return
    left = minus(deck, record.known)
    if min(left) < 0:
        return
    for unknown in _draws(left, record.unknown):
        weight = prod(map(perm, deck, record.known)) * prod(map(comb, left, unknown))
        for story in _stories(minus(left, unknown), rest, kept):
            yield Story(weight * story.weight, ((cards_of(unknown),), *story.steps), story.deck)


def _agrees(shown: Payment, paid: tuple[tuple[int, ...], int]) -> bool:
    cards, owed = paid
    return (
        owed == shown.owed
        and len(cards) == len(shown.cards)
        and all(
            isinstance(card, Hidden) or card == real for card, real in zip(shown.cards, cards, strict=True)
        )
    )


def _draws(deck: Counts, number: int) -> list[Counts]:
    """All that so many cards from the deck can be."""
    ones, twos, threes = deck
    return [
        (number - two - three, two, three)
        for three in range(min(threes, number) + 1)
        for two in range(min(twos, number - three) + 1)
        if number - two - three <= ones
    ]


def _one_of(stories: Sequence[Story], random: Random) -> Story:
    """By weight; the common divisor keeps the numbers small enough for any stream."""
    divisor = gcd(*(story.weight for story in stories))
    upto = list(accumulate(story.weight // divisor for story in stories))
    return stories[bisect_right(upto, random.below(upto[-1]))]


def _retold(record: Sharing, unknown: tuple[int, ...], random: Random) -> tuple[Shared, tuple[int, ...]]:
    """The sharing with every choice filled in, and the cards that are still to be chosen from."""
    order = list(shuffled(unknown, random))
    for part in record.parts:
        order += shuffled(part, random)
    taken = tuple(
        Taken(seat, tuple(sorted(order[gone:])), order[gone]) for gone, seat in enumerate(record.seats)
    )
    return Shared(record.round, taken), tuple(sorted(order[len(taken) :]))


def _faces(cards: tuple[int | Hidden, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if not isinstance(card, Hidden))


def minus(counts: Counts, fewer: Counts) -> Counts:
    return tuple(have - less for have, less in zip(counts, fewer, strict=True))
