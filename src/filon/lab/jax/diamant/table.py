"""Diamant on words: a position is some thirty numbers, a step is arithmetic without a branch.

RULES.md of the game has the rules cited. The thirty cards are numbered: gems by their stones, then three of
each hazard, and the artifact of the cave. The pile is a set of cards, a bit each, and the next card is drawn
when it is turned: nobody may know the order, so it is as good as shuffled beforehand. Nothing but JAX is
imported here; the tests hold the numbers to the law's.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import jax.numpy as jnp
from jax import Array, tree

from filon.lab.jax.chance import Key, below, count_bits, key_words, nth_bit, words

GEM_VALUES: Final = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
GEMS: Final = len(GEM_VALUES)
HAZARDS: Final = 5
COPIES: Final = 3
ARTIFACT: Final = GEMS + HAZARDS * COPIES
ARTIFACT_WORTH: Final = (5, 7, 8, 10, 12)
CAVES: Final = 5
FINISHED: Final = CAVES + 1
MOST_CARDS: Final = 31
GALLERY: Final = GEMS + HAZARDS + 1
"""The most cards that lie open before a choice."""
HAZARD_CODE: Final = 32
ARTIFACT_CODE: Final = 64
SEATS: Final = range(3, 9)

GO_ON: Final = 0
LEAVE: Final = 1

_DECK: Final = (1 << ARTIFACT) - 1
_MOST_LYING: Final = 7
"""On one gem card, once it is shared among at most eight."""
_FIVE_BITS: Final = tuple(
    sum(stones << 5 * at for at, stones in enumerate(GEM_VALUES[first : first + 6])) for first in (0, 6, 12)
)
_WORTH_BITS: Final = sum(worth << 4 * at for at, worth in enumerate(ARTIFACT_WORTH))

Pick: TypeAlias = Callable[[Array, int], Array]
"""The number of a card of this pile: of the first card that a step turns (0), or of the second (1)."""


class Course(NamedTuple):
    """All that the rest of the game depends on. Every number is a word of its own, `chests` one a seat.

    `inside`, `pile` and `removed` are sets, a bit each. `floor` is the stones on the gem cards; where
    leftovers are divided card by card, how many cards have one stone (in the lowest four bits), two, and so
    on. `artifact` is the worth of one that lies in the cave.
    """

    key: Key
    draws: Array
    cave: Array
    pile: Array
    removed: Array
    inside: Array
    loot: Array
    floor: Array
    artifact: Array
    artifacts_turned: Array
    chests: tuple[Array, ...]


class State(NamedTuple):
    """The course, the choices made one by one (a bit a seat), and what only shows: the gallery, card by
    card, with the stones on each, and what was carried home.
    """

    course: Course
    chosen: Array
    leaving: Array
    gallery: Array
    lying: Array
    takings: Array


class Shown(NamedTuple):
    """What came of choices: who left with how much, the cards turned (`ARTIFACT` + 1: none) and what stays
    on them. `entered`: the last of the two lies in another cave.
    """

    leaving: Array
    banked: Array
    turned: tuple[Array, Array]
    lies: tuple[Array, Array]
    entered: tuple[Array, Array]


_NO_CARD: Final = ARTIFACT + 1


class Diamant:
    """One kind of table. Methods are pure; `jax.vmap` and `jax.jit` them as they are."""

    joint = True

    def __init__(
        self, seats: int, *, chests: str = "open", leftovers: str = "together", artifacts: str = "none"
    ) -> None:
        """The law's options; `environments.diamant` refuses what the law does not know."""
        self.seats: Final = seats
        self.hidden: Final = chests == "hidden"
        self.per_card: Final = leftovers == "per_card"
        self.artifacts: Final = artifacts == "one_per_cave"
        self.observation_size: Final = 4 + 2 * MOST_CARDS + 2 * HAZARDS + (3 + CAVES) * seats
        self.actions: Final = 2

    def init(self, key: Array, pick: Pick | None = None) -> State:
        """Everybody stands in the first cave, its first card turned. All chance comes from `key`; with
        `pick`, here and below, the cards come from there instead.
        """
        course = self.before(key_words(key))
        nobody = jnp.uint32(0)
        cards = jnp.zeros(GALLERY, jnp.uint8)
        state = State(course, nobody, nobody, cards, cards, jnp.zeros((CAVES, self.seats), jnp.uint8))
        return self.show(state, nobody, pick or self.drawn(course))

    def step(self, state: State, actions: Array, pick: Pick | None = None) -> State:
        """A joint step: an action for each seat, of which those of seats outside count for nothing.

        Whoever has chosen by `choose` already is held to that. With an action that is none of the two of a
        seat that has to choose, and after the end, the state stays as it is.
        """
        places = jnp.uint32(1) << jnp.arange(self.seats, dtype=jnp.uint32)
        asked, sane = (
            jnp.where(chosen, places, jnp.uint32(0)).sum(dtype=jnp.uint32)
            for chosen in (actions == LEAVE, (actions == LEAVE) | (actions == GO_ON))
        )
        leaving = asked & ~state.chosen | state.leaving
        after = self.show(state, leaving & state.course.inside, pick or self.drawn(state.course))
        return _either(state.course.inside & ~state.chosen & ~sane == 0, after, state)

    def choose(self, state: State, action: Array, pick: Pick | None = None) -> State:
        """One action, of the seat that `waiting` names; the last one is followed by all that comes of it."""
        course = state.course
        waiting = course.inside & ~state.chosen
        seat = waiting & (~waiting + jnp.uint32(1))
        chosen = state.chosen | seat
        leaving = state.leaving | jnp.where(action == LEAVE, seat, jnp.uint32(0))
        shown = self.show(state, leaving, pick or self.drawn(course))
        after = _either(chosen == course.inside, shown, state._replace(chosen=chosen, leaving=leaving))
        return _either((action == LEAVE) | (action == GO_ON), after, state)

    def waiting(self, state: State) -> Array:
        """The lowest seat that has to choose; as many as there are seats when the game is over."""
        waiting = state.course.inside & ~state.chosen
        return jnp.where(waiting == 0, self.seats, nth_bit(waiting, jnp.uint32(0)).astype(jnp.int32))

    def done(self, state: State) -> Array:
        return state.course.cave == FINISHED

    def mask(self, state: State, seat: Array | int) -> Array:
        """By action, as in `DiamantEncoding.actions`: a one if this seat may take it."""
        waited = (state.course.inside & ~state.chosen) >> jnp.uint32(seat) & 1
        return jnp.full(self.actions, waited, jnp.int8)

    def scores(self, state: State) -> Array:
        return jnp.stack(state.course.chests).astype(jnp.int32)

    def rewards(self, state: State) -> Array:
        """The win, shared evenly by the fullest chests (DIA-3.3); nothing before the end."""
        chests = jnp.stack(state.course.chests)
        best = chests == chests.max()
        return jnp.where(self.done(state), best / best.sum(), 0.0).astype(jnp.float32)

    def observe(self, state: State, seat: Array | int) -> Array:
        """In the layout of `DiamantEncoding`, from this seat's side."""
        course = state.course
        going = course.cave <= CAVES
        around = (jnp.arange(self.seats, dtype=jnp.uint32) + jnp.uint32(seat)) % jnp.uint32(self.seats)
        chests = jnp.stack(course.chests)[around].astype(jnp.int32)
        if self.hidden:
            chests = jnp.where(going & (around != jnp.uint32(seat)), -1, chests)
        hazards = jnp.arange(HAZARDS, dtype=jnp.uint32) * COPIES + GEMS
        codes = _code(state.gallery.astype(jnp.uint32))
        gallery = jnp.stack([jnp.where(state.gallery == 0, 0, codes), state.lying.astype(jnp.uint32)], 1)
        chosen = state.chosen >> around & 1
        own = jnp.where(around == jnp.uint32(seat), 1 + (state.leaving >> around & 1), 0)
        rest = jnp.zeros((MOST_CARDS - GALLERY, 2), jnp.uint32)
        parts = (
            jnp.where(going, course.cave, 0),
            count_bits(course.pile),
            course.loot,
            course.inside >> around & 1,
            jnp.where(chosen == 1, 1 + own, 0),
            jnp.concatenate([gallery, rest]),
            (self._turned(course) >> hazards & 7) != 0,
            count_bits(course.removed >> hazards & 7),
            course.artifacts_turned,
            chests,
            state.takings[:, around],
        )
        return jnp.concatenate([jnp.asarray(part).astype(jnp.int16).reshape(-1) for part in parts])

    # The course of the game.

    def before(self, key: Key) -> Course:
        """Nobody has entered the first cave yet; `advance` does that, with nobody leaving."""
        nought = jnp.zeros_like(key[0])
        return Course(
            key=key,
            draws=nought,
            cave=nought,
            pile=nought,
            removed=nought,
            inside=nought,
            loot=nought,
            floor=nought,
            artifact=nought,
            artifacts_turned=nought,
            chests=(nought,) * self.seats,
        )

    def advance(self, course: Course, leaving: Array, pick: Pick) -> tuple[Course, Shown]:
        """What comes of these leaving and the others going on (DIA-2.5 to 3.3). Over is over."""
        leavers = count_bits(leaving)
        course, banked = self._leave(course, leaving, leavers)
        course = course._replace(draws=course.draws + jnp.uint32(1))
        left = (course.inside == 0) & (course.cave <= CAVES)
        course = self._next_cave(course, left)
        going = course.cave <= CAVES
        first = pick(course.pile, 0)
        again = going & self._is_met(course, first)
        course, lies = self._turn(course, first, going & ~again)
        gone = jnp.where(again, jnp.uint32(1) << first, jnp.uint32(0))
        course = self._next_cave(course._replace(removed=course.removed | gone), again)
        entered = again & (course.cave <= CAVES)
        second = pick(course.pile, 1)
        course, lies_too = self._turn(course, second, entered)
        none = jnp.uint32(_NO_CARD)
        turned = (jnp.where(going & ~again, first, none), jnp.where(entered, second, none))
        return course, Shown(leaving, banked, turned, (lies, lies_too), (left, again))

    def _leave(self, course: Course, leaving: Array, leavers: Array) -> tuple[Course, Array]:
        """Loot and shares into the chests (DIA-2.5, DIA-4.2, DIA-4.3)."""
        among = jnp.maximum(leavers, 1)
        if self.per_card:
            share, floor = _by_card(course.floor, among)
        else:
            share = course.floor // among
            floor = course.floor - share * among
        alone = leavers == 1
        banked = course.loot + share + jnp.where(alone, course.artifact, jnp.uint32(0))
        some = leavers > 0
        chests = tuple(
            chest + jnp.where(leaving >> jnp.uint32(seat) & 1 == 1, banked, jnp.uint32(0))
            for seat, chest in enumerate(course.chests)
        )
        left = course._replace(
            inside=course.inside & ~leaving,
            floor=jnp.where(some, floor, course.floor),
            artifact=jnp.where(alone, jnp.uint32(0), course.artifact),
            chests=chests,
        )
        return left, jnp.where(some, banked, jnp.uint32(0))

    def _next_cave(self, course: Course, now: Array) -> Course:
        """All cards but those removed are shuffled; everybody goes in, or the chests are counted."""
        cave = course.cave + now.astype(jnp.uint32)
        everything = _DECK | (1 << ARTIFACT if self.artifacts else 0)
        over = cave > CAVES
        nought = jnp.uint32(0)
        pile = jnp.where(over, nought, jnp.uint32(everything) & ~course.removed)
        inside = jnp.where(over, nought, jnp.uint32((1 << self.seats) - 1))
        return course._replace(
            cave=cave,
            pile=jnp.where(now, pile, course.pile),
            inside=jnp.where(now, inside, course.inside),
            loot=jnp.where(now, nought, course.loot),
            floor=jnp.where(now, nought, course.floor),
            artifact=jnp.where(now, nought, course.artifact),
        )

    def _turn(self, course: Course, card: Array, now: Array) -> tuple[Course, Array]:
        """A card that ends nothing (DIA-2.2, DIA-2.3), and what stays on it."""
        nought = jnp.uint32(0)
        explorers = jnp.maximum(count_bits(course.inside), 1)
        is_artifact = now & (card == ARTIFACT)
        stones = jnp.where(now & (card < GEMS), _stones(card), nought)
        share = stones // explorers
        stays = stones - share * explorers
        worth = jnp.where(is_artifact, _worth(course.artifacts_turned), nought)
        more = stays
        if self.per_card:
            more = jnp.where(stays > 0, jnp.uint32(1) << (stays * 4 - 4 & 31), nought)
        after = course._replace(
            pile=course.pile & ~jnp.where(now, jnp.uint32(1) << card, nought),
            loot=course.loot + share,
            floor=course.floor + more,
            artifact=course.artifact + worth,
            artifacts_turned=course.artifacts_turned + is_artifact.astype(jnp.uint32),
        )
        return after, stays + worth

    def _turned(self, course: Course) -> Array:
        """The cards of the gallery; the artifact is not told."""
        everything = jnp.where((course.cave > 0) & (course.cave <= CAVES), jnp.uint32(_DECK), jnp.uint32(0))
        return everything & ~course.removed & ~course.pile

    def _is_met(self, course: Course, card: Array) -> Array:
        """Whether the gallery has a card like this hazard already."""
        is_hazard = (card >= GEMS) & (card < ARTIFACT)
        first = GEMS + (jnp.where(is_hazard, card, GEMS) - GEMS) // COPIES * COPIES
        return is_hazard & (self._turned(course) >> first & 7 != 0)

    def drawn(self, course: Course) -> Pick:
        """By the course's own chance."""
        chances = words(course.key, course.draws)
        return lambda pile, which: nth_bit(pile, below(chances[which], count_bits(pile)))

    # What only shows.

    def show(self, state: State, leaving: Array, pick: Pick) -> State:
        """All choices are in: these leave."""
        before = state.course
        course, shown = self.advance(before, leaving, pick)
        gallery, lying = self._lifted(state, shown)
        for card, lies, entered in zip(shown.turned, shown.lies, shown.entered, strict=True):
            gallery = jnp.where(entered, jnp.uint8(0), gallery)
            lying = jnp.where(entered, jnp.uint8(0), lying)
            places = jnp.arange(GALLERY)
            here = (places == (gallery != 0).sum()) & (card != _NO_CARD)
            gallery = jnp.where(here, (card + 1).astype(jnp.uint8), gallery)
            lying = jnp.where(here, lies.astype(jnp.uint8), lying)
        seats = jnp.arange(self.seats, dtype=jnp.uint32)
        caves = jnp.arange(1, CAVES + 1, dtype=jnp.uint32)[:, None]
        home = (caves == before.cave) & (leaving >> seats & 1 == 1)
        takings = jnp.where(home, shown.banked.astype(jnp.uint8), state.takings)
        nobody = jnp.uint32(0)
        after = State(course, nobody, nobody, gallery, lying, takings)
        return _either(before.cave <= CAVES, after, state)

    def _lifted(self, state: State, shown: Shown) -> tuple[Array, Array]:
        """The gallery once the leavers took their share: what is not divided stays on the latest cards."""
        leavers = count_bits(shown.leaving)
        lying = state.lying.astype(jnp.uint32)
        is_artifact = state.gallery == ARTIFACT + 1
        gems = jnp.where(is_artifact, 0, lying)
        among = jnp.maximum(leavers, 1)
        if self.per_card:
            stays = gems % among
        else:
            later = gems.sum() - jnp.cumsum(gems)
            stays = jnp.minimum(gems, jnp.maximum(gems.sum() % among, later) - later)
        stays = jnp.where(is_artifact, jnp.where(leavers == 1, 0, lying), stays)
        return state.gallery, jnp.where(leavers > 0, stays, lying).astype(jnp.uint8)


def _stones(card: Array) -> Array:
    """On a gem card; five bits each, six a word: a kernel on a GPU has no table to look into."""
    first, second, third = (jnp.uint32(bits) for bits in _FIVE_BITS)
    bits = jnp.where(card < 6, first, jnp.where(card < 12, second, third))
    at = card - jnp.where(card < 6, jnp.uint32(0), jnp.where(card < 12, jnp.uint32(6), jnp.uint32(12)))
    return bits >> (at * 5 & 31) & 31


def _worth(turned: Array) -> Array:
    """Of the next artifact, by how many were turned before it (DIA-4.3)."""
    return jnp.uint32(_WORTH_BITS) >> (turned * 4 & 31) & 15


def _by_card(floor: Array, among: Array) -> tuple[Array, Array]:
    """DIA-4.2: the shares of all cards, and the cards by what stays on them."""
    share = jnp.zeros_like(floor)
    stays = jnp.zeros_like(floor)
    for lying in range(1, _MOST_LYING + 1):
        cards = floor >> jnp.uint32(4 * lying - 4) & 15
        each = jnp.uint32(lying) // among
        rest = jnp.uint32(lying) - each * among
        share = share + cards * each
        stays = stays + jnp.where(rest > 0, cards << (rest * 4 - 4 & 31), jnp.uint32(0))
    return share, stays


def _code(place: Array) -> Array:
    """As `DiamantEncoding` writes the card kept as its number and one."""
    card = place - 1
    hazard = HAZARD_CODE + (card - GEMS) // COPIES
    return jnp.where(card < GEMS, _stones(card), jnp.where(card < ARTIFACT, hazard, ARTIFACT_CODE))


def _either(condition: Array, one: Any, other: Any) -> Any:
    return tree.map(lambda a, b: jnp.where(condition, a, b), one, other)
