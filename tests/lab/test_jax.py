"""Diamant and Saboteur in JAX, on a processor: beside the law, by their own chance, and what they refuse."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array, tree

from filon.games.codec import read_options
from filon.games.contract import Malformed, Seat
from filon.games.diamant import pieces as diamant_pieces
from filon.games.registry import GAMES as GAMES_OF_THE_LAW
from filon.games.saboteur import pieces as saboteur_pieces
from filon.games.saboteur.maze import GOAL_PLACES, SHAPES, WAYS
from filon.kernels.saboteur import kernel_cards, kernel_window
from filon.lab.engine import Engine
from filon.lab.episode import Episode
from filon.lab.errors import GameIsOver, NotLegal
from filon.lab.jax import environments
from filon.lab.jax.chance import below, nth_bit, words
from filon.lab.jax.diamant import table as diamant_table
from filon.lab.jax.diamant.led import LedDiamant
from filon.lab.jax.diamant.rollouts import RandomPlay
from filon.lab.jax.environments import Checked, Environment
from filon.lab.jax.lockstep import Looked, SideBySide, side_by_side
from filon.lab.jax.saboteur import gold, numbers
from filon.lab.jax.saboteur.led import LedSaboteur
from filon.lab.jax.saboteur.maze import EDGES, Frame
from filon.lab.lockstep import Apart
from filon.lab.registry import encoding_for
from filon.lab.simulate import simulate
from tests.lab.moves import meanings

KEY = jax.random.key(20)
GAMES = ("diamant", "saboteur")
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def table_of(name: str) -> Any:
    """Compiled once for all tests of this process."""
    made: dict[str, Callable[[], Environment]] = {
        "diamant": lambda: environments.diamant(4),
        "saboteur": lambda: environments.saboteur(4, frame=32),
    }
    return made[name]()


@cache
def compiled(name: str) -> tuple[Callable[..., Any], ...]:
    table = table_of(name)
    everybody = jnp.arange(table.seats)
    look = jax.jit(lambda state: (table.waiting(state), jax.vmap(table.mask, (None, 0))(state, everybody)))
    return jax.jit(table.init), jax.jit(table.step), look


def random_action(name: str, state: Any, rng: np.random.Generator) -> Any:
    _, masks = compiled(name)[2](state)
    drawn = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in np.asarray(masks)]
    waiting = int(compiled(name)[2](state)[0])
    return jnp.array(drawn) if table_of(name).joint else jnp.array(drawn[waiting])


def played(name: str, key: Array, seed: int, limit: int = 1000) -> list[Any]:
    init, step, _ = compiled(name)
    rng = np.random.default_rng(seed)
    states = [init(key)]
    while not table_of(name).done(states[-1]) and len(states) < limit:
        states.append(step(states[-1], random_action(name, states[-1], rng)))
    return states


def same(one: Any, other: Any) -> bool:
    pairs = zip(tree.leaves(one), tree.leaves(other), strict=True)
    return all(np.array_equal(*map(_raw, pair)) for pair in pairs)


def _raw(leaf: Any) -> Any:
    return np.asarray(jax.random.key_data(leaf) if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key) else leaf)


# Beside the law


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("diamant", 3, {}),
        ("diamant", 5, {"chests": "hidden", "leftovers": "per_card"}),
        ("diamant", 8, {"artifacts": "one_per_cave", "leftovers": "per_card"}),
        ("saboteur", 3, {"placement": "adjacent"}),
        ("saboteur", 10, {"starter": "random"}),
    ],
)
def test_the_law_leads_and_every_number_agrees(name: str, seats: int, options: dict[str, str]) -> None:
    compared = side_by_side(encoding_for(name, seats, **options)).play(7, range(9), lanes=9)
    assert compared.games == 9
    assert compared.decisions > 9 * 15


def test_a_form_that_deals_otherwise_is_found_and_said_where(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = encoding_for("diamant", 4)
    monkeypatch.setattr(diamant_table, "FINISHED", 7)
    with pytest.raises(Apart, match=r"diamant, 4 seats, .*seed 7, game \d+, decision \d+"):
        side_by_side(encoding).play(7, range(3), lanes=3)


def test_whatever_differs_is_found() -> None:
    encoding = encoding_for("diamant", 3)
    beside, episode = SideBySide(encoding, LedDiamant(encoding)), Episode(encoding, 5)

    def looked() -> Looked:
        waiting, outcome = episode.waiting, episode.outcome
        won = [outcome is not None and seat in outcome.winners for seat in range(3)]
        return Looked(
            waiting=np.array([waiting[0] if waiting else 3]),
            done=np.array([outcome is not None]),
            observations=np.stack([episode.observe(Seat(seat)) for seat in range(3)])[None],
            mask=episode.mask(waiting[0])[None] if waiting else np.zeros((1, 2), np.int8),
            scores=np.array([outcome.scores if outcome else (0, 0, 0)]),
            rewards=np.array([won]) / max(1, sum(won)),
            sound=np.array([True]),
        )

    def require_found(*names: str) -> None:
        beside._agrees(looked(), 0, episode)
        for name in names:
            wrong = looked()
            last = getattr(wrong, name).reshape(-1)[-1:]
            last[:] = ~last if last.dtype == bool else last + 1
            with pytest.raises(AssertionError):
                beside._agrees(wrong, 0, episode)

    require_found("waiting", "done", "observations", "mask", "sound")
    while episode.outcome is None:
        episode.step(episode.waiting[0], 1)
    require_found("done", "observations", "scores", "rewards", "sound")


def test_a_maze_wider_than_its_frame_is_told() -> None:
    frame, led = Frame(32), LedSaboteur(encoding_for("saboteur", 4), frame=32)
    widest = jnp.array([-21, -2, 8, 2])
    assert frame.widened(widest, jnp.int32(0), jnp.int32(-22 % 32)).tolist() == [-22, -2, 8, 2]
    start = compiled("saboteur")[0](KEY)
    for edges, fits in (
        (widest, True),
        (widest.at[0].add(-1), False),
        (widest.at[1].set(-27), True),
        (widest.at[1].set(-28), False),
    ):
        wide = start._replace(maze=start.maze._replace(edges=edges))
        after = compiled("saboteur")[1](wide, random_action("saboteur", wide, np.random.default_rng(2)))
        assert after.off_frame == (not fits)
        assert led.sound(after) == fits
        # Once it was too wide it stays so, whatever is dealt next.
        assert led.sound(after._replace(maze=start.maze)) == fits


def test_a_frame_of_64_holds_every_maze() -> None:
    across = EDGES[2] - EDGES[0] + sum(numbers.PATHS.values())
    down = EDGES[3] - EDGES[1] + sum(numbers.PATHS.values())
    assert max(across, down) <= 64 - 3


def test_numbers_are_those_of_the_law() -> None:
    law, cards = saboteur_pieces, kernel_cards
    assert [(numbers.WAY_CARD[way], numbers.WAY_SHAPE[way]) for way in range(numbers.WAYS)] == [
        (cards.NUMBER[card], shape) for card, _, shape in cards.WAY
    ]
    assert sum(len(ways) for ways in WAYS.values()) == numbers.WAYS
    counts = {**law.PATH_COUNTS, **law.ACTION_COUNTS}
    assert numbers.COPIES.tolist() == [counts[card] for card in cards.CARDS]
    mends = [sum(1 << cards.TOOLS.index(tool) for tool in tools) for tools in law.REPAIRS.values()]
    assert list(numbers.MENDS) == mends
    assert [law.GOLD.count(nuggets) for nuggets in (1, 2, 3)] == list(numbers.GOLD)
    assert (numbers.HAND, numbers.ROUNDS, numbers.MOST_SHARED) == (law.HAND, law.ROUNDS, law.SHARED_AT_MOST)
    pools = {
        seats: sum(law.role_pool(seats).count(role) for role in [law.Role.SABOTEUR]) for seats in law.SEATS
    }
    assert pools == numbers.SABOTEURS
    assert {people: numbers.BOUNTY[people] for people in law.BOUNTY} == law.BOUNTY
    assert numbers.GOAL_PLACES == GOAL_PLACES
    assert tuple(
        SHAPES[goal][turned] if goal is not law.GOALS[0] else SHAPES[goal][0]
        for goal in law.GOALS for turned in (0, 1)
    ) == numbers.GOAL_SHAPES  # fmt: skip
    window = kernel_window
    assert (numbers.WEST, numbers.NORTH) == (window.WEST, window.NORTH)
    assert (numbers.COLUMNS, numbers.ROWS) == (window.COLUMNS, window.ROWS)
    assert (numbers.MOST_OUTSIDE, numbers.MOST_ELSEWHERE) == (window.MOST_OUTSIDE, window.MOST_ELSEWHERE)
    caves, stones = diamant_table, diamant_pieces
    assert (caves.GEM_VALUES, caves.COPIES) == (stones.GEM_VALUES, stones.HAZARD_COPIES)
    assert (caves.ARTIFACT_WORTH, caves.CAVES) == (stones.ARTIFACT_WORTH, stones.CAVES)
    assert caves.SEATS == stones.SEATS


# Pure functions


@every_game
def test_a_key_gives_one_game_and_another_key_another(name: str) -> None:
    raw = jax.random.key_data(KEY)
    games = [played(name, key, 3, 40) for key in (KEY, raw, jax.random.key(21))]
    first, again, other = ([compiled_view(name, state) for state in game] for game in games)
    assert same(first, again)
    assert not same(first, other)


def compiled_view(name: str, state: Any) -> Any:
    return table_of(name).observe(state, 0)


@every_game
def test_many_tables_at_once_are_the_same_tables(name: str) -> None:
    table, (init, step, _) = table_of(name), compiled(name)
    keys = jax.random.split(KEY, 3)
    rng = np.random.default_rng(4)
    alone = [init(key) for key in keys]
    together = jax.jit(jax.vmap(table.init))(keys)
    step_all = jax.jit(jax.vmap(table.step))
    for _ in range(12):
        actions = [random_action(name, state, rng) for state in alone]
        alone = [step(state, action) for state, action in zip(alone, actions, strict=True)]
        together = step_all(together, jnp.stack(actions))
        assert all(
            same(state, tree.map(lambda part, at=at: part[at], together)) for at, state in enumerate(alone)
        )


@every_game
def test_a_whole_game_ends_and_stays_as_it_ended(name: str) -> None:
    table, (_, step, look) = table_of(name), compiled(name)
    end = played(name, KEY, 5)[-1]
    assert table.done(end)
    assert table.rewards(end).sum() == pytest.approx(1)
    waiting, masks = look(end)
    assert (int(waiting), int(masks.sum())) == (table.seats, 0)
    action = jnp.zeros(table.seats, jnp.int32) if table.joint else jnp.int32(0)
    assert same(step(end, action), end)


@every_game
def test_nobody_waited_for_is_left_without_an_action_and_nobody_else_has_one(name: str) -> None:
    table, look = table_of(name), compiled(name)[2]
    for state in played(name, KEY, 6)[:-1]:
        waiting, masks = look(state)
        asked = masks.any(1)
        assert asked[waiting]
        assert table.joint or asked.sum() == 1


# Its own chance


def test_a_number_below_a_limit_is_each_of_them_as_often() -> None:
    limit = jnp.uint32(7)
    spread = (np.arange(7 * 64, dtype=np.uint64) * (1 << 32) // (7 * 64) + 1).astype(np.uint32)
    found = np.asarray(jax.vmap(below, (0, None))(jnp.asarray(spread), limit))
    assert np.bincount(found).tolist() == [64] * 7


def test_the_nth_bit_is_found_in_every_word() -> None:
    rng = np.random.default_rng(1)
    for word in rng.integers(0, 1 << 32, 20, dtype=np.uint64):
        places = [at for at in range(32) if int(word) >> at & 1]
        found = jax.vmap(nth_bit, (None, 0))(jnp.uint32(word), jnp.arange(len(places), dtype=jnp.uint32))
        assert found.tolist() == places


def test_words_are_those_of_threefry() -> None:
    key = jax.random.key_data(KEY)
    ours = words((key[0], key[1]), jnp.uint32(3), jnp.uint32(9))
    assert tuple(map(int, ours)) == threefry(tuple(map(int, key)), (3, 9))


def threefry(key: tuple[int, ...], counter: tuple[int, int]) -> tuple[int, int]:
    """As its authors (Salmon et al., 2011) write it, on Python's numbers."""
    word = (1 << 32) - 1
    schedule = (*key, key[0] ^ key[1] ^ 0x1BD11BDA)
    left, right = (counter[0] + schedule[0]) & word, (counter[1] + schedule[1]) & word
    for number in range(20):
        turn = ((13, 15, 26, 6), (17, 29, 16, 24))[number // 4 % 2][number % 4]
        left = (left + right) & word
        right = ((right << turn | right >> (32 - turn)) & word) ^ left
        if number % 4 == 3:
            block = number // 4 + 1
            left = (left + schedule[block % 3]) & word
            right = (right + schedule[(block + 1) % 3] + block) & word
    return left, right


def test_saboteur_draws_each_legal_move_as_often() -> None:
    """Words evenly apart give each move, none more often than another but for one that is left over."""
    table, look = table_of("saboteur"), compiled("saboteur")[2]

    def by_index(state: Any, index: Array) -> Any:
        return table.moves.at(table.legal(state), state.turn, state.maze.edges, index)

    named, drawn = (jax.jit(jax.vmap(choose, (None, 0))) for choose in (by_index, table.by_lot))
    every = 1 << 9
    apart = jnp.asarray((2 * np.arange(every, dtype=np.uint64) + 1) * (1 << 31) // every, jnp.uint32)
    for state in played("saboteur", KEY, 8)[::17][:9]:
        waiting, masks = look(state)
        legal = np.flatnonzero(masks[waiting])
        moves, is_legal = named(state, jnp.asarray(np.resize(legal, every)))
        assert is_legal.all()
        wanted = set(meanings(moves))
        assert len(wanted) == len(legal)
        counts = Counter(meanings(drawn(state, apart)))
        assert set(counts) == wanted
        assert max(counts.values()) - min(counts.values()) <= 1


def test_saboteur_deals_what_is_in_the_box() -> None:
    table = table_of("saboteur")
    states = jax.jit(jax.vmap(table.init))(jax.random.split(KEY, 512))
    cards = np.asarray(states.hands).sum(1) + np.asarray(states.pile)
    assert (cards == numbers.COPIES).all()
    assert (np.asarray(states.hands).sum(2) == numbers.HAND[4]).all()
    goals = np.stack([np.asarray(card) for card in states.goals.card]) // 2
    assert (np.sort(goals, 0) == np.arange(3)[:, None]).all()
    # One card in five dwarves is the saboteur's; four are dealt. 512 deals: within four standard errors.
    saboteurs = np.asarray(jax.vmap(jax.lax.population_count)(states.roles))
    assert set(saboteurs.tolist()) == {0, 1}
    assert abs(saboteurs.mean() - 0.8) < 4 * (0.16 / 512) ** 0.5
    for seat in range(4):
        assert abs((np.asarray(states.roles) >> seat & 1).mean() - 0.2) < 4 * (0.16 / 512) ** 0.5
    for goal in range(3):
        assert abs((goals[goal] == 0).mean() - 1 / 3) < 4 * (2 / 9 / 512) ** 0.5
    first = np.asarray(states.hands)[:, 0].mean(0)
    assert np.abs(first - numbers.COPIES * 6 / 67).max() < 0.2


def test_who_begins_is_drawn_where_the_options_say_so() -> None:
    keys = jax.random.split(KEY, 300)
    drawn = jax.jit(jax.vmap(environments.saboteur(3, frame=32, starter="random").init))(keys).starter
    assert (np.abs(np.bincount(drawn, minlength=3) - 100) < 4 * (300 * 2 / 9) ** 0.5).all()


def test_gold_is_paid_as_the_law_pays() -> None:
    """SAB-7.5 in Python: as little owed as can be, then as few cards, then the higher ones."""
    rng = np.random.default_rng(3)
    pay = jax.jit(gold.paid)
    for _ in range(40):
        deck = tuple(int(number) for number in rng.integers(0, 4, 3))
        people = int(rng.integers(1, 5))
        left, cards, owed = pay(tuple(map(jnp.int32, deck)), jnp.int32(people))
        now = deck
        for turn in range(people):
            wanted = numbers.BOUNTY[people]
            offers = [
                (wanted - one - 2 * two - 3 * three, one + two + three, -three, (one, two, three))
                for one in range(now[0] + 1) for two in range(now[1] + 1) for three in range(now[2] + 1)
                if one + 2 * two + 3 * three <= wanted
            ]  # fmt: skip
            debt, _, _, best = min(offers)
            assert (tuple(map(int, cards[turn])), int(owed[turn])) == (best, debt)
            now = (now[0] - best[0], now[1] - best[1], now[2] - best[2])
        assert tuple(map(int, left)) == now


# Random play in bulk


def test_the_kernel_of_diamant_plays_the_games_of_the_loop() -> None:
    """On a processor interpreted: the sums are the same to the bit."""
    loop, kernel = (
        RandomPlay(environments.diamant(3), lanes=8, games=2, block=4, warps=1, run=run)(KEY)
        for run in ("loop", "interpreted")
    )
    assert loop == kernel
    assert loop.games == 16


def test_what_the_bench_plays_at_random_comes_to_what_the_kernels_come_to() -> None:
    """Other streams of chance, other forms: means within four standard errors."""
    asked = ["--seats", "3", "--runs", "1", "--diamant-lanes", "512", "--diamant-games", "8"]
    asked += ["--saboteur-lanes", "512", "--saboteur-steps", "220"]
    found = subprocess.run(
        [sys.executable, "-m", "bench.lab.gpu", "--json", *asked], capture_output=True, text=True, check=True
    )
    device, *tables = map(json.loads, found.stdout.splitlines())
    assert device.keys() == {"device", "platform", "jax"}
    assert [(table["game"], table["seats"]) for table in tables] == [
        ("diamant", 3), ("diamant", 5), ("saboteur", 3)
    ]  # fmt: skip
    for table in tables:
        game, sums, per_game = GAMES_OF_THE_LAW[table["game"]], table["sums"], table["per_game"]
        options = read_options(game, table["options"])
        law = simulate(game, seats=table["seats"], games=4000, seed=3, options=options, engine=Engine.KERNEL)
        games = sums["games"]
        assert games >= 1024
        both = 1 / games + 1 / law.games
        assert per_game["decisions"] == pytest.approx(law.decisions / law.games, rel=0.03)
        for seat in range(table["seats"]):
            score = per_game["scores"][seat]
            variance = sums["squares"][seat] / games - score**2
            assert abs(score - law.mean_scores[seat]) < 4 * (variance * both) ** 0.5
            won = per_game["wins"][seat]
            assert abs(won - law.wins[seat] / law.games) < 4 * (won * (1 - won) * both) ** 0.5
        shared = per_game["shared_wins"]
        assert abs(shared - law.shared_wins / law.games) < 4 * (shared * (1 - shared) * both) ** 0.5
    diamant, _, saboteur = tables
    assert diamant["sums"]["games"] == 512 * 8
    assert saboteur["per_game"]["off_frame"] == 0
    by_nobody = saboteur["sums"]["rounds"][2] / sum(saboteur["sums"]["rounds"])
    assert by_nobody == pytest.approx(1 / 4, abs=4 * (3 / 16 / 3072) ** 0.5)


# Refusals


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: environments.diamant(2), "2 players"),
        (lambda: environments.diamant(3, chest="open"), "chest"),
        (lambda: environments.diamant(3, chests="shut"), "chests"),
        (lambda: environments.saboteur(11), "11 players"),
        (lambda: environments.saboteur(5, placement="anywhere"), "placement"),
        (lambda: environments.saboteur(5, frame=48), "frame"),
    ],
)
def test_a_table_that_the_law_does_not_know_is_refused(make: Callable[[], object], field: str) -> None:
    with pytest.raises(Malformed, match=field):
        make()


@every_game
def test_what_is_not_legal_is_refused_by_name_and_changes_nothing(name: str) -> None:
    table, (init, step, look) = table_of(name), compiled(name)
    checked, state = Checked(table), init(KEY)
    fine = random_action(name, state, np.random.default_rng(1))
    mask = np.asarray(look(state)[1])[int(look(state)[0])]
    illegal = 2 if table.joint else int(np.flatnonzero(mask == 0)[0])
    wrong = np.where(np.arange(table.seats) == 1, illegal, 0) if table.joint else np.array(illegal)
    with pytest.raises(NotLegal, match=f"action {illegal} is not legal for seat"):
        checked.step(state, wrong)
    for bad in (np.zeros(table.seats + 1, int), np.asarray(fine) + 0.5, [[0], [0, 1]], "leave"):
        with pytest.raises(Malformed, match="action"):
            checked.step(state, bad)
    # Compiled, nothing is raised: the state is as it was.
    for outside in (illegal, -1, table.actions, 1 << 30):
        action = jnp.where(jnp.arange(table.seats) == 1, outside, 0) if table.joint else jnp.int32(outside)
        assert same(step(state, action), state), outside
    assert same(checked.step(state, fine), step(state, fine))
    end = played(name, KEY, 5)[-1]
    with pytest.raises(GameIsOver):
        checked.step(end, fine)


@every_game
def test_what_is_no_action_no_key_and_no_single_game_is_refused_by_name_before_anything_runs(
    name: str,
) -> None:
    table, (init, step, _) = table_of(name), compiled(name)
    state = init(KEY)
    together = tree.map(lambda part: jnp.stack([part, part]), state)
    fine = jnp.zeros(table.seats, int) if table.joint else jnp.int32(0)
    for wrong in (
        jnp.zeros((2, table.seats), int),
        jnp.zeros(1, int),
        fine.astype(float),
        fine == 0,
        "leave",
    ):
        with pytest.raises(Malformed, match="action"):
            table.step(state, wrong)
    with pytest.raises(Malformed, match="action"):
        step(state, fine.astype(float))
    with pytest.raises(Malformed, match=r"state: games of the shape \(2,\)"):
        table.step(together, fine)
    if table.joint:
        with pytest.raises(Malformed, match=r"action: .* not int32 of the shape \(2,\)"):
            table.choose(state, jnp.zeros(2, int))
    for key in (1, None, jnp.zeros(3, jnp.uint32), jnp.zeros(2), jax.random.split(KEY, 2)):
        with pytest.raises(Malformed, match="key"):
            table.init(key)


FAR_OFF = """
import jax, jax.numpy as jnp
from filon.lab.jax.saboteur.maze import EDGES, Frame
from filon.lab.jax.saboteur.moves import Legal, Moves
from filon.lab.jax.saboteur.numbers import GOALS, PASS

moves, none = Moves(3, Frame(32)), jnp.uint32(0)
planes = jnp.zeros((16, 32, 1), jnp.uint32)
only_pass = Legal(planes, none, planes[0], none, jnp.zeros(6, jnp.uint32), jnp.uint32(1 << GOALS), none)
at = jax.jit(lambda index: moves.at(only_pass, jnp.int32(0), jnp.array(EDGES, jnp.int32), index))
index = int(moves.first[PASS])
move, is_legal = at(jnp.int64(index))
assert is_legal and move.kind == PASS
assert at(jnp.uint64(index))[1]
for far in (1 << 32, -(1 << 32), 1 << 62):
    assert not at(jnp.int64(far + index))[1], far
"""


def test_with_words_of_64_bits_no_index_far_off_is_taken_for_a_legal_one() -> None:
    """Made narrower it would end like one."""
    environment = {**os.environ, "JAX_ENABLE_X64": "1"}
    done = subprocess.run(
        [sys.executable, "-c", FAR_OFF],
        env=environment, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_command_compares_and_refuses() -> None:
    def lockstep(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "filon", "lockstep", *words, "--form", "jax"]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)

    done = lockstep("diamant", "--games", "4", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["diamant"]["games"] == 4
    for asked, said in (
        (("labyrinth",), "'labyrinth' has no form in JAX"),
        (("diamant", "--processes", "2"), "processes: 2"),
    ):
        refused = lockstep(*asked)
        assert (refused.returncode, said in refused.stderr, "Traceback" in refused.stderr) == (2, True, False)
