"""What Saboteur's policy goes by in JAX: deeds as the law's events tell them, and no secret of anybody."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, tree

from filon.bots.saboteur.belief import Evidence, roles_by, this_round, witness
from filon.bots.saboteur.motives import Broke, Buried, Discarded, Dug, Looked, Mended
from filon.games.contract import Seat
from filon.games.saboteur.model import (
    CardDiscarded,
    Digging,
    GoalRevealed,
    PathPlaced,
    ToolBroken,
    ToolRepaired,
)
from filon.kernels.saboteur import deeds
from filon.kernels.stream import Stream
from filon.lab.episode import Episode
from filon.lab.jax.saboteur import memory, numbers
from filon.lab.jax.saboteur.features import doubts
from filon.lab.jax.saboteur.led import LedSaboteur
from filon.lab.jax.saboteur.memory import COUNTED, Memory, fresh, judged, noted
from filon.lab.jax.saboteur.rounds import Round
from filon.lab.jax.saboteur.state import State
from filon.lab.jax.saboteur.ways import HEIGHT, LEFT, TOP, WIDTH, from_start, missing_maps, window_of
from filon.lab.registry import encoding_for
from filon.lab.saboteur.policies import at_random, to_the_goals
from tests.lab.moves import meanings

SEATS = 5


def test_deeds_weigh_what_they_do_in_the_kernels() -> None:
    weights = [name for name in vars(deeds) if name.isupper()]
    assert len(weights) == 13
    for name in weights:
        assert round(100 * getattr(memory, name)) == getattr(deeds, name), name


# Beside the law


class LedRounds:
    """First rounds by the law, and the memory that JAX keeps of them."""

    def __init__(self, seed: int, lanes: int) -> None:
        encoding = encoding_for("saboteur", SEATS)
        self.led = LedSaboteur(encoding, frame=32)
        self.episodes = [Episode(encoding, seed, number) for number in range(lanes)]
        self.states = jax.vmap(self.led.init)(stacked([self.led.dealt(one) for one in self.episodes]))
        self.memories = stacked([fresh(SEATS)] * lanes)
        self._play = jax.jit(jax.vmap(self._played))
        self._chances = [Stream(seed + 1, number) for number in range(lanes)]

    def play_on(self) -> None:
        """One decision in each; half of them at random, so that all kinds of deeds are done."""
        actions, given = [0] * len(self.episodes), [self.led.nothing] * len(self.episodes)
        for lane, (episode, chance) in enumerate(zip(self.episodes, self._chances, strict=True)):
            if self.goes_on(episode):
                policy = to_the_goals if chance.below(2) else at_random
                actions[lane] = policy(episode, chance)
                before = len(episode.past)
                episode.step(episode.waiting[0], actions[lane])
                given[lane] = self.led.happened(episode.past[before:])
        after = self._play(self.states, self.memories, jnp.asarray(actions), stacked(given))
        self.states, self.memories = after

    def goes_on(self, episode: Episode) -> bool:
        return isinstance(episode.state.phase, Digging) and episode.state.round.number == 1

    def _played(self, state: State, kept: Memory, action: Array, given: Any) -> tuple[State, Memory]:
        table = self.led.table
        move, _ = table.moves.at(table.legal(state), state.turn, state.maze.edges, action)
        after = self.led.play(state, action, given)
        missing = from_start(missing_maps(window_of(table.frame, after.maze)))
        return after, judged(noted(kept, state, move), missing, after.seen_by)


def stacked(parts: Sequence[Any]) -> Any:
    return tree.map(lambda *each: jnp.asarray(np.stack(each)), *parts)


def told_otherwise(events: Sequence[Any]) -> bool:
    """A card that turns a goal is judged with the goal in the maze; what lies outside the window is not."""
    return any(
        isinstance(event, GoalRevealed) or (isinstance(event, PathPlaced) and not in_window(*event.at))
        for event in events
    )


def in_window(x: int, y: int) -> bool:
    return LEFT <= x < LEFT + WIDTH and TOP <= y < TOP + HEIGHT


def counted(evidence: Evidence, events: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Deeds by seat and kind; who broke, and who mended, whose tools."""
    counts, broke, mended = np.zeros((SEATS, COUNTED)), np.zeros((SEATS, SEATS)), np.zeros((SEATS, SEATS))
    for deed in evidence.deeds:
        match deed:
            case Dug(seat, farther, passage):
                counts[seat, 0 if farther < 0 else 1 if farther > 0 else 2] += 1
                counts[seat, 3] += not passage
            case Buried(seat, farther):
                counts[seat, 4 if farther > 0 else 5] += 1
            case Discarded(seat):
                counts[seat, 6] += 1
            case Looked(seat):
                counts[seat, 7] += 1
            case Broke(seat, target):
                broke[seat, target] += 1
            case Mended(seat, target):
                mended[seat, target] += 1
    lame = [0] * SEATS
    for event in events:
        match event:
            case ToolBroken(_, target, _):
                lame[target] += 1
            case ToolRepaired(_, _, target, _):
                lame[target] -= 1
            case CardDiscarded(seat) if lame[seat]:
                counts[seat, 8] += 1
            case _:
                pass
    return counts, broke, mended


def test_what_everybody_did_is_what_the_events_of_the_law_tell() -> None:
    rounds = LedRounds(seed=3, lanes=8)
    compared, kinds, told = 0, np.zeros(COUNTED), 0.0
    while any(map(rounds.goes_on, rounds.episodes)):
        rounds.play_on()
        kept = tree.map(np.asarray, rounds.memories)
        for lane, episode in enumerate(rounds.episodes):
            events = this_round(episode.past)
            if not rounds.goes_on(episode) or told_otherwise(events):
                continue
            seat = episode.waiting[0]
            evidence = witness(episode.view(seat), episode.told(seat))
            counts, broke, mended = counted(evidence, events)
            assert np.allclose(kept.motives[lane], evidence.motives, atol=1e-4)
            assert np.allclose(kept.told[lane], evidence.goals, atol=1e-4)
            assert np.array_equal(kept.counts[lane], counts)
            assert np.array_equal(kept.broke[lane], broke)
            assert np.array_equal(kept.mended[lane], mended)
            compared, kinds = compared + 1, kinds + counts.sum(0)
            told = max(told, np.abs(kept.told[lane]).max())
    assert compared > 150
    assert kinds.all(), "some kind of deed was never done"
    assert told > 0.5


def test_roles_are_doubted_as_bots_doubt_them() -> None:
    motives = [0.5, -1.0, 2.0, 0.0, -0.3]
    for guilty in (False, True):
        public, private = doubts(SEATS, jnp.asarray(motives), jnp.float32(guilty))
        for found, masks in (
            (public, roles_by(motives)),
            (private, roles_by(motives, own=Seat(0), guilty=guilty)),
        ):
            wanted = [sum(chance for mask, chance in masks.items() if mask >> seat & 1) for seat in range(5)]
            assert np.allclose(found, wanted, atol=1e-5)


# Rounds


@cache
def compiled() -> tuple[Round, Any, Any]:
    made = Round(SEATS)
    return made, jax.jit(jax.vmap(made.look)), jax.jit(jax.vmap(made.step))


def played(lanes: int, steps: int) -> list[tuple[State, Memory, Any]]:
    """Positions of random rounds, with what is seen of them."""
    made, look, step = compiled()
    rng = np.random.default_rng(5)
    words = jnp.asarray(rng.integers(0, 1 << 32, (2, lanes), np.uint32))
    state, kept = made.deal((words[0], words[1]))
    found = []
    for _ in range(steps):
        seen, now = look(state, kept, jnp.zeros(lanes, bool))
        found.append((state, kept, seen))
        chosen = [rng.choice(np.flatnonzero(mask)) for mask in np.asarray(seen.mask)]
        state, kept, _ = step(state, now, jnp.asarray(chosen))
    return found


def twin(state: State, rng: np.random.Generator) -> State:
    """As the seat in turn sees it, but with other cards in other hands and in the pile, and other roles."""
    own = int(state.turn)
    others = [seat for seat in range(SEATS) if seat != own]
    hands, down = np.array(state.hands), np.array(state.face_down)
    rows = [*(hands[seat] for seat in others), *(down[seat] for seat in others), np.array(state.pile)]
    unseen = rng.permutation(np.repeat(np.arange(numbers.KINDS), np.sum(rows, 0, np.int64)))
    dealt = np.split(unseen, np.cumsum([row.sum() for row in rows])[:-1])
    counts = [np.bincount(cards, minlength=numbers.KINDS).astype(np.uint8) for cards in dealt]
    hands[others], down[others] = counts[: len(others)], counts[len(others) : -1]
    roles = [int(state.roles) >> seat & 1 for seat in others]
    roles = rng.permutation(roles).tolist()
    bits = sum(role << seat for role, seat in zip(roles, others, strict=True))
    known = int(state.goals.face_up) | sum(
        (int(seen) >> own & 1) << at for at, seen in enumerate(state.seen_by)
    )
    cards = [int(card) for card in state.goals.card]
    hidden = [at for at in range(numbers.GOALS) if not known >> at & 1]
    for at, card in zip(hidden, rng.permutation([cards[at] for at in hidden]), strict=True):
        cards[at] = int(card)
    return state._replace(
        hands=jnp.asarray(hands),
        face_down=jnp.asarray(down),
        pile=jnp.asarray(counts[-1]),
        roles=jnp.uint32(bits | int(state.roles) & 1 << own),
        goals=state.goals._replace(card=tuple(map(jnp.int32, cards))),
    )


def test_what_a_seat_may_not_know_changes_nothing_that_it_goes_by() -> None:
    rng = np.random.default_rng(6)
    _, look, _ = compiled()
    told = 0
    lanes = 6
    for states, kept, seen in played(lanes, 40)[3::6]:
        alone = [tree.map(lambda part, at=lane: part[at], states) for lane in range(lanes)]
        twins = stacked([twin(state, rng) for state in alone])
        again, _ = look(twins, kept, jnp.zeros(lanes, bool))
        for name in ("planes", "row", "around"):
            assert np.array_equal(getattr(seen.inputs, name), getattr(again.inputs, name)), name
        assert np.array_equal(seen.mask, again.mask)
        told += int((np.asarray(seen.told) != np.asarray(again.told)).any(1).sum())
    assert told > 30, "the critic sees all of it"


def test_the_moves_of_the_policy_are_the_legal_ones_in_its_window() -> None:
    made, _, _ = compiled()
    table, most = made.table, 256
    by_number = jax.jit(jax.vmap(made.move, (None, 0)))
    mask = jax.jit(lambda state: table.mask(state, state.turn))
    by_index = jax.jit(
        jax.vmap(
            lambda state, index: table.moves.at(table.legal(state), state.turn, state.maze.edges, index)[0],
            (None, 0),
        )
    )
    kinds = set()
    for states, _, seen in played(6, 40)[::9]:
        for lane in range(2):
            state = tree.map(lambda part, at=lane: part[at], states)
            mine = np.resize(np.flatnonzero(seen.mask[lane]), most)
            lawful = np.resize(np.flatnonzero(mask(state)), most)
            found, wanted = set(meanings(by_number(state, mine))), set(meanings(by_index(state, lawful)))
            kinds |= {kind for kind, *_ in found}
            assert found == {one for one in wanted if one[0] > numbers.ROCKS or placed_within(*one[-2:])}
    assert len(kinds) > 4


def placed_within(row: int, column: int) -> bool:
    """Of a frame of 32."""
    return in_window(*(at if at < 16 else at - 32 for at in (column, row)))
