"""Saboteur on planes of bits and counts: the whole law, three rounds and their gold, as pure functions.

RULES.md of the game has the rules cited. Cards of a kind are counted, not listed; pile and gold deck are
what is left of them, and a card is drawn when it is needed: nobody may know the order, so it is as good as
shuffled beforehand. Nothing but JAX is imported; the tests hold the numbers to the law's.
"""

from functools import cached_property, partial
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from filon.lab.jax.barrier import materialized
from filon.lab.jax.chance import Key, count_bits, key_words
from filon.lab.jax.saboteur import dealing, gold
from filon.lab.jax.saboteur.dealing import Chance
from filon.lab.jax.saboteur.maze import Frame, Goals
from filon.lab.jax.saboteur.moves import Legal, Move, Moves
from filon.lab.jax.saboteur.numbers import (
    ALL_SIDES,
    BREAK,
    BROKEN,
    CARD_OF_SHAPE,
    DIGGERS,
    DIGGING,
    DISCARD,
    FINISHED,
    GOALS,
    GOLD,
    JOINED,
    KINDS,
    LOOK,
    MAP,
    MEND,
    MENDS,
    MOST_SABOTEURS,
    NOBODY,
    NUGGETS,
    PASS,
    PLACE,
    REPAIR,
    REPAIRS,
    ROCKFALL,
    ROCKS,
    ROUNDS,
    SHARING,
    TAKE,
    THWARTERS,
    TOOLS,
    WAY_CARD,
    WAY_SHAPE,
    WAYS,
)
from filon.lab.jax.saboteur.seen import observe
from filon.lab.jax.saboteur.state import State, either, running, scores


class Saboteur:
    """One kind of table. Methods are pure; `jax.vmap` and `jax.jit` them as they are."""

    joint = False

    def __init__(
        self, seats: int, *, placement: str = "connected", starter: str = "first", frame: int = 64
    ) -> None:
        """The law's options; `environments.saboteur` refuses what the law does not know.

        A `frame` of 64 is exact for every game, one of 32 for all but the widest mazes (`State.off_frame`).
        """
        self.seats: Final = seats
        self.adjacent: Final = placement == "adjacent"
        self.random_starter: Final = starter == "random"
        self.frame: Final = Frame(frame)
        self.moves: Final = Moves(seats, self.frame)
        self.actions: Final = self.moves.actions

    @cached_property
    def observation_size(self) -> int:
        seen = jax.eval_shape(lambda key: self.observe(self.init(key), 0), jax.random.key(0))
        return int(seen.size)

    def init(self, key: Array, chance: Chance | None = None) -> State:
        """The first round, before its first card. All chance comes from `key`, or from `chance`."""
        blank = self.blank(key_words(key))
        return self.begun(blank, chance or self.chance(blank))

    def step(self, state: State, action: Array, chance: Chance | None = None) -> State:
        """An action, by its index, of the seat waited for.

        One that is not legal, or comes after the end, leaves the state as it is.
        """

        def asked(state: State, action: Array) -> tuple[Move, Array]:
            return self.moves.at(self.legal(state), state.turn, state.maze.edges, action)

        move, is_legal = materialized(asked, state, action, once=running(state))
        after = self.play(state, move, chance or self.chance(state))
        return either(is_legal, after, state)

    def by_lot(self, state: State, word: Array) -> Move:
        """One of all legal moves, each as likely as any other, by a word of chance."""

        def drawn(state: State, word: Array) -> Move:
            return self.moves.by_lot(self.legal(state), word)

        return materialized(drawn, state, word, once=running(state))

    def waiting(self, state: State) -> Array:
        """The seat that has to decide; as many as there are seats when the game is over."""
        return jnp.where(state.phase == FINISHED, self.seats, state.turn)

    def done(self, state: State) -> Array:
        return state.phase == FINISHED

    def mask(self, state: State, seat: Array | int) -> Array:
        """By action, as in `SaboteurEncoding.actions`: a one if this seat may take it."""
        mask = self.moves.mask(self.legal(state), state.turn, state.maze.edges)
        return jnp.where(self.waiting(state) == seat, mask, jnp.int8(0))

    def scores(self, state: State) -> Array:
        return scores(state)

    def observe(self, state: State, seat: Array | int) -> Array:
        """In the layout of `SaboteurEncoding`, from this seat's side."""
        return observe(state, seat, seats=self.seats, frame=self.frame)

    def rewards(self, state: State) -> Array:
        """The win, shared evenly by all who have the most nuggets; nothing before the end."""
        scores = self.scores(state)
        best = scores == scores.max()
        return jnp.where(self.done(state), best / best.sum(), 0.0).astype(jnp.float32)

    def legal(self, state: State) -> Legal:
        """What the seat waited for may do (SAB-3.1, SAB-4, SAB-5, SAB-7.1); nothing when the game is over."""
        turn, maze, nought = state.turn, state.maze, jnp.uint32(0)
        digging = state.phase == DIGGING
        kinds = digging & (state.hands[turn] > 0)
        bits = jnp.uint32(1) << np.arange(TOOLS * self.seats, dtype=np.uint32)
        own = state.broken >> turn.astype(jnp.uint32) & 1
        ways = jnp.where(
            (own == 0).all() & kinds[WAY_CARD], jnp.uint32(1) << np.arange(WAYS, dtype=np.uint32), 0
        )
        laid = maze.laid & ~self.frame.start & ~self.frame.goals
        broken = (state.broken[:, None] >> np.arange(self.seats, dtype=np.uint32) & 1) == 1
        target = kinds[BROKEN : BROKEN + TOOLS, None] & ~broken & (jnp.arange(self.seats) != turn)
        mends = np.array(MENDS)[:, None] >> np.arange(TOOLS) & 1 == 1
        repairs = kinds[REPAIR : REPAIR + REPAIRS, None, None] & mends[:, :, None] & broken
        goals = jnp.where(kinds[MAP], ~state.goals.face_up & jnp.uint32((1 << GOALS) - 1), nought)
        passes = digging & ~kinds.any()
        offered = (jnp.stack(state.offered) > 0) & (state.phase == SHARING)
        few = jnp.concatenate([goals >> np.arange(GOALS, dtype=np.uint32) & 1 == 1, passes[None], offered])
        return Legal(
            fits=self.frame.fits(maze, self.frame.sites(maze, adjacent=self.adjacent)),
            ways=ways.sum(dtype=jnp.uint32),
            rocks=jnp.where(kinds[ROCKFALL], laid, nought),
            breaks=_set(target.reshape(-1), bits),
            repairs=_set(repairs.reshape(REPAIRS, -1), bits),
            few=_set(few, bits[: few.size]),
            discards=_set(kinds, jnp.uint32(1) << np.arange(KINDS, dtype=np.uint32)),
        )

    def chance(self, state: State) -> Chance:
        """What the state's own stream brings in its next step."""
        drawn = partial(dealing.chance, seats=self.seats, random_starter=self.random_starter)
        return materialized(drawn, state.key, state.draws, state.pile, state.deck, once=running(state))

    # What comes of a move.

    def play(self, state: State, move: Move, chance: Chance) -> State:
        """A legal move and all that follows: a draw, or the end of the round and what comes after."""
        state, treasure = self._in_the_maze(state, move)
        state = self._at_the_table(state, move)
        state = self._drawn(state, (move.kind != TAKE) & ~treasure, chance.drawn)
        exhausted = (move.kind != TAKE) & ~treasure & (state.hands.sum() + state.pile.sum() == 0)
        state, over = self._gold(state, move, treasure, exhausted, chance)
        state = state._replace(draws=state.draws + jnp.uint32(1))
        finished = over & (state.number == ROUNDS)
        state = state._replace(phase=jnp.where(finished, FINISHED, state.phase))
        deals = over & ~finished
        begun = self._round(state, state.number + 1, (state.last + 1) % self.seats, chance)
        return either(deals, begun, state)

    def _in_the_maze(self, state: State, move: Move) -> tuple[State, Array]:
        """SAB-4, SAB-5.3, SAB-6.1 to SAB-6.4; whether the treasure was found."""
        frame, maze, nought = self.frame, state.maze, jnp.uint32(0)
        lays, falls = move.kind == PLACE, move.kind == ROCKS
        here = frame.point(move.row, move.column)
        word = jnp.stack([*maze.sides, maze.joined]) & here != 0
        shape = (word.any((1, 2)) * (1 << np.arange(5))).sum()
        card = jnp.where(falls, jnp.asarray(CARD_OF_SHAPE)[shape], KINDS)
        maze = frame.lay(maze, jnp.where(lays, here, nought), jnp.asarray(WAY_SHAPE)[move.way])
        maze = frame.clear(maze, jnp.where(falls, here, nought))
        # After a fall all is followed anew from the start.
        reached = jnp.where(falls, jnp.asarray(frame.start), maze.reached)
        edges = jnp.where(lays, frame.widened(maze.edges, move.row, move.column), maze.edges)
        maze, goals = frame.settle(
            maze._replace(reached=reached, edges=edges), state.goals, move.row, move.column, lays
        )
        treasure = jnp.bool_(False)  # noqa: FBT003
        for which in range(GOALS):
            treasure |= (goals.card[which] < 2) & (goals.face_up >> which & 1 == 1)
        seat = jnp.arange(self.seats)[:, None] == state.turn
        kind = jnp.arange(KINDS) == card
        after = state._replace(
            maze=maze,
            goals=goals,
            discards=state.discards + (seat & kind).astype(jnp.uint8),
            off_frame=state.off_frame | frame.too_wide(edges),
        )
        return after, treasure & lays

    def _at_the_table(self, state: State, move: Move) -> State:
        """The card played leaves the hand; what it does to tools and to secrets (SAB-3, SAB-5)."""
        kind, seat = move.kind, jnp.arange(self.seats)[:, None] == state.turn
        played = (kind != PASS) & (kind != TAKE)
        card = (seat & played & (jnp.arange(KINDS) == move.card)).astype(jnp.uint8)
        seen = (kind == MEND) | (kind == ROCKS) | (kind == LOOK)
        mended = (seat & (kind == MEND) & (jnp.arange(KINDS) == BROKEN + move.tool)).astype(jnp.uint8)
        tool = jnp.arange(TOOLS) == move.tool
        target = jnp.uint32(1) << move.target.astype(jnp.uint32)
        looked = (jnp.arange(GOALS) == move.which) & (kind == LOOK)
        looker = jnp.uint32(1) << state.turn.astype(jnp.uint32)
        broken = jnp.where(tool & (kind == BREAK), state.broken | target, state.broken)
        return state._replace(
            hands=state.hands - card,
            discards=state.discards + jnp.where(seen, card, jnp.uint8(0)) + mended,
            face_down=state.face_down + jnp.where(kind == DISCARD, card, jnp.uint8(0)),
            broken=jnp.where(tool & (kind == MEND), broken & ~target, broken),
            seen_by=jnp.where(looked, state.seen_by | looker, state.seen_by),
        )

    def _drawn(self, state: State, now: Array, card: Array) -> State:
        """SAB-3.2."""
        one = (now & (state.pile.sum() > 0) & (jnp.arange(KINDS) == card)).astype(jnp.uint8)
        seat = jnp.arange(self.seats)[:, None] == state.turn
        return state._replace(pile=state.pile - one, hands=state.hands + jnp.where(seat, one, jnp.uint8(0)))

    def _gold(
        self, state: State, move: Move, treasure: Array, exhausted: Array, chance: Chance
    ) -> tuple[State, Array]:
        """SAB-6.5, SAB-7: whose turn it is, and whether the round is over with all its gold given."""
        ends = treasure | exhausted
        saboteurs = count_bits(state.roles)
        winner = jnp.where(treasure, DIGGERS, jnp.where(saboteurs > 0, THWARTERS, NOBODY))
        now = (jnp.arange(ROUNDS) == state.number - 1) & ends
        shares = treasure & (state.deck[0] + state.deck[1] + state.deck[2] > 0)
        offered = tuple(
            jnp.where(shares, new, old) for new, old in zip(chance.offered, state.offered, strict=True)
        )
        left = tuple(
            count - jnp.where(shares, new, 0) for count, new in zip(state.deck, chance.offered, strict=True)
        )

        pays = exhausted & (saboteurs > 0)
        deck, cards, owed = gold.paid((left[0], left[1], left[2]), jnp.where(pays, saboteurs, 0))
        held, debts = self._paid(state, pays, cards, owed)

        takes = move.kind == TAKE
        taken = (jnp.arange(NUGGETS) == move.which) & takes
        held = held + ((jnp.arange(self.seats)[:, None] == state.turn) & taken).astype(jnp.uint8)
        offered = tuple(count - taken[at] for at, count in enumerate(offered))
        more = offered[0] + offered[1] + offered[2] > 0
        digs = state.roles >> state.turn.astype(jnp.uint32) & 1 == 0
        chooser = jnp.where(digs & ~takes, state.turn, self._next_digger(state))
        turn = jnp.where(shares | (takes & more), chooser, (state.turn + 1) % self.seats)
        over = (ends & ~shares) | (takes & ~more)
        after = state._replace(
            phase=jnp.where(shares, SHARING, state.phase),
            last=jnp.where(ends, state.turn, state.last),
            turn=jnp.where(ends & ~shares, state.turn, turn),
            winners=jnp.where(now, winner, state.winners),
            past_roles=jnp.where(now, state.roles, state.past_roles),
            deck=deck,
            offered=(offered[0], offered[1], offered[2]),
            taker=jnp.where(shares, self.seats, jnp.where(takes, state.turn, state.taker)),
            held=held,
            owed=debts,
        )
        return after, over

    def _paid(
        self, state: State, pays: Array, cards: list[gold.Counts], owed: list[Array]
    ) -> tuple[Array, Array]:
        """SAB-7.5: in turn order from the player who began the round."""
        seats = jnp.arange(self.seats)
        saboteur = pays & (state.roles >> seats.astype(jnp.uint32) & 1 == 1)
        step = (seats - state.starter) % self.seats
        place = (saboteur & (step < step[:, None])).sum(1)
        held, debts = state.held, state.owed
        for turn in range(MOST_SABOTEURS):
            here = saboteur & (place == turn)
            held = held + jnp.where(here[:, None], jnp.stack(cards[turn]), 0).astype(jnp.uint8)
            debts = debts + jnp.where(here, owed[turn], 0)
        return held, debts

    def _next_digger(self, state: State) -> Array:
        """Counter-clockwise; in the end the same player again (SAB-7.1)."""
        found = state.turn
        for step in range(self.seats - 1, 0, -1):
            seat = (state.turn - step) % self.seats
            found = jnp.where(state.roles >> seat.astype(jnp.uint32) & 1 == 0, seat, found)
        return found

    # Beginnings.

    def blank(self, key: Key) -> State:
        """An empty table; `begun` deals the first round."""
        nought, seats = jnp.int32(0), self.seats
        none = jnp.zeros((seats, KINDS), jnp.uint8)
        counts = (nought, nought, nought)
        nobody = jnp.uint32(0)
        return State(
            key=key,
            draws=jnp.uint32(0),
            phase=nought,
            number=nought,
            turn=nought,
            starter=nought,
            last=nought,
            roles=nobody,
            goals=Goals(counts, nobody),
            seen_by=jnp.zeros(GOALS, jnp.uint32),
            maze=self.frame.empty(),
            broken=jnp.zeros(TOOLS, jnp.uint32),
            hands=none,
            pile=jnp.zeros(KINDS, jnp.uint8),
            discards=none,
            face_down=none,
            deck=(jnp.int32(GOLD[0]), jnp.int32(GOLD[1]), jnp.int32(GOLD[2])),
            offered=counts,
            taker=jnp.int32(seats),
            held=jnp.zeros((seats, NUGGETS), jnp.uint8),
            owed=jnp.zeros(seats, jnp.int32),
            winners=jnp.zeros(ROUNDS, jnp.int32),
            past_roles=jnp.zeros(ROUNDS, jnp.uint32),
            off_frame=jnp.bool_(False),  # noqa: FBT003
        )

    def begun(self, blank: State, chance: Chance) -> State:
        blank = blank._replace(draws=blank.draws + jnp.uint32(1))
        return self._round(blank, jnp.int32(1), chance.starter, chance)

    def _round(self, state: State, number: Array, starter: Array, chance: Chance) -> State:
        """SAB-2, SAB-8.1."""
        deal = chance.deal
        return state._replace(
            phase=jnp.int32(DIGGING),
            number=number,
            turn=starter,
            starter=starter,
            roles=deal.roles,
            goals=Goals(deal.goals, jnp.uint32(0)),
            seen_by=jnp.zeros_like(state.seen_by),
            maze=self.frame.empty(),
            broken=jnp.zeros_like(state.broken),
            hands=deal.hands,
            pile=deal.pile,
            discards=jnp.zeros_like(state.discards),
            face_down=jnp.zeros_like(state.face_down),
            taker=jnp.int32(self.seats),
        )


def _set(members: Array, bits: Array) -> Array:
    """A bit for each that is in it."""
    return jnp.where(members, bits, jnp.uint32(0)).sum(-1, dtype=jnp.uint32)


assert JOINED == ALL_SIDES + 1
