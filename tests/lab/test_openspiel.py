"""The four games in OpenSpiel, as its own suite, its own bots and this house see them."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation as pyspiel_observation
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

import filon.lab.openspiel  # noqa: F401 - it registers the games
from filon.games.contract import FilonError, Malformed, Seat
from filon.games.registry import GAMES, OURS, has_part
from filon.lab.episode import Episode
from filon.lab.errors import GameIsOver, NotLegal, NotWaitedFor
from filon.lab.openspiel.game import parameters_of
from filon.lab.openspiel.observer import OWN_ACTIONS
from filon.lab.registry import encoding_for
from filon.lab.tree.position import Decided
from filon.lab.walk import PATIENCE

WITH_A_TREE = [name for name in GAMES if has_part(name, "trees")]
GAMES_HERE = (
    "filon_saboteur(players=3)",
    "filon_saboteur(players=6,starter=random)",
    "filon_diamant",
    "filon_diamant(players=8,chests=hidden,leftovers=per_card,artifacts=one_per_cave)",
    "filon_diamant(players=4,simultaneous=False,artifacts=one_per_cave)",
    "filon_labyrinth(players=3,turn_limit=30)",
    "filon_labyrinth(players=4,turn_limit=30,simultaneous=False)",
    "filon_labyrinth(players=2,turn_limit=30,memory=off,goal=6,corridors=either,starter=random)",
    "filon_outofmine",
    "filon_outofmine(players=3,simultaneous=False,elves=on,finds=on,rewards=score)",
    *(f"filon_{name}" for name in WITH_A_TREE if name not in OURS),
)
IN_TURN = (
    "filon_saboteur(players=4)",
    "filon_diamant(players=3,simultaneous=False,chests=hidden)",
    "filon_labyrinth(players=3,turn_limit=30,simultaneous=False)",
    "filon_outofmine(simultaneous=False)",
)


def apply_random(state: Any, chance: random.Random) -> None:
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([chance.choice(actions) if actions else 0 for actions in legal])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def played(spec: str, seed: int, *, decisions: int = 10**6) -> Any:
    """A state after so many decisions, where a player is to move, or at the end."""
    state, chance = pyspiel.load_game(spec).new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (state.is_chance_node() or decisions > 0):
        decisions -= not state.is_chance_node()
        apply_random(state, chance)
    return state


def seen_by(state: Any, player: int) -> tuple[Any, ...]:
    return (
        state.current_player(),
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player),
    )


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_openspiels_own_random_simulation_passes(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("spec", ["filon_diamant(players=4)", "filon_labyrinth(players=3,turn_limit=10)"])
def test_openspiels_turn_based_form_of_a_game_passes_too(spec: str) -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(spec))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("spec", IN_TURN)
def test_openspiels_ismcts_plays(spec: str) -> None:
    """Diamant to its end and rolled out at random; the others, whose games are long, some moves."""
    game, chance = pyspiel.load_game(spec), random.Random(3)

    class Even(mcts.Evaluator):  # type: ignore[misc]
        def evaluate(self, state: Any) -> Any:
            return np.zeros(state.num_players())

        def prior(self, state: Any) -> Any:
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    numbers = np.random.RandomState(4)
    whole = "diamant" in spec
    evaluator = mcts.RandomRolloutEvaluator(1, numbers) if whole else Even()
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=6, random_state=numbers)
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal() and (whole or moves < 10):
        if state.is_chance_node():
            apply_random(state, chance)
        else:
            state.apply_action(bot.step(state))
            moves += 1
    assert moves >= 10
    assert state.is_terminal() == whole


@pytest.mark.parametrize("spec", ["filon_saboteur", "filon_diamant", "filon_labyrinth(turn_limit=10)"])
def test_openspiels_environment_for_learners_plays(spec: str) -> None:
    """It gives an action of everybody at every node of a game that has simultaneous ones."""
    game, chance = pyspiel.load_game(spec), random.Random(5)
    learners = rl_environment.Environment(game, seed=6)
    step = learners.reset()
    while not step.last():
        seen = step.observations
        if learners.is_turn_based:
            actions = [chance.choice(seen["legal_actions"][seen["current_player"]])]
        else:
            actions = [chance.choice(legal or [0]) for legal in seen["legal_actions"]]
        step = learners.step(actions)
    assert sum(step.rewards) == pytest.approx(1)


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_nobody_can_tell_a_resampled_state_from_the_true_one(spec: str) -> None:
    """What is compared is all that a player is told, did, sees and may do."""
    for decisions in (0, 3, 9, 40, 90):
        state, numbers = played(spec, 7, decisions=decisions), random.Random(8)
        for player in range(state.num_players()):
            imagined = state.resample_from_infostate(player, numbers.random)
            assert seen_by(imagined, player) == seen_by(state, player)
            chance = random.Random(9)
            while not imagined.is_terminal() and imagined.move_number() < 12:
                apply_random(imagined, chance)


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_a_resampled_state_carries_nothing_that_its_player_may_not_know(spec: str) -> None:
    """Resampled with the same numbers, the truth and another world come to the same, whoever looks at it."""
    for decisions in (2, 11, 35):
        truth = played(spec, 17, decisions=decisions)
        for player in range(2):
            other = truth.resample_from_infostate(player, random.Random(18).random)
            one, two = (
                world.resample_from_infostate(player, random.Random(19).random) for world in (truth, other)
            )
            assert str(one) == str(two)
            assert one.serialize() == two.serialize()
            assert one.history() == two.history() == []
            for seat in range(truth.num_players()):
                assert seen_by(one, seat) == seen_by(two, seat)
            law, position = one.position.setting.game, one.position
            assert [law.redact(event, Seat(player)) for event in position.past] == list(position.past)
            assert not any(own for seat, own in enumerate(position.own) if seat != player)


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_nobody_is_told_what_another_did_in_secret(spec: str) -> None:
    """Whatever others did: a player to whom the law tells the same is shown the same."""
    chance, alike = random.Random(21), 0
    state = played(spec, 22, decisions=0)
    for _ in range(25):
        while state.is_chance_node():
            apply_random(state, chance)
        if state.is_terminal():
            break
        for actor, children in other_choices(state, chance):
            for player in {*range(state.num_players())} - {actor}:
                shown: dict[Any, Any] = {}
                for child in children:
                    heard = told(child, player)
                    alike += heard in shown
                    assert shown.setdefault(heard, seen_by(child, player)) == seen_by(child, player)
        apply_random(state, chance)
    assert alike > 9 or not ("saboteur" in spec or "diamant" in spec)  # in others there is seldom a secret


def other_choices(state: Any, chance: random.Random) -> Iterator[tuple[int, list[Any]]]:
    """Each of those who decide, with what becomes of some of their actions, the others' being the same."""
    legal = [state.legal_actions(player) for player in range(state.num_players())]
    others = [chance.choice(actions) if actions else 0 for actions in legal]
    for actor, actions in enumerate(legal):
        children = [state.clone() for _ in actions[:8]]
        for child, action in zip(children, chance.sample(actions, len(children)), strict=True):
            if state.is_simultaneous_node():
                child.apply_actions([*others[:actor], action, *others[actor + 1 :]])
            else:
                child.apply_action(action)
        yield actor, children


def told(state: Any, player: int) -> tuple[bytes, ...]:
    """By the law: all events, as far as they are this player's, and the view."""
    position, law = state.position, state.position.setting.game
    events = [law.redact(event, Seat(player)) for event in position.past if not isinstance(event, Decided)]
    return (*map(msgspec.json.encode, events), msgspec.json.encode(position.view(Seat(player))))


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_an_information_state_remembers_all_that_it_ever_told(spec: str) -> None:
    state, chance = played(spec, 27, decisions=0), random.Random(28)
    before = [state.information_state_string(player) for player in range(state.num_players())]
    for _ in range(60):
        if state.is_terminal():
            break
        asked = state.current_player()
        names = (
            {action: state.action_to_string(asked, action) for action in state.legal_actions()}
            if asked >= 0
            else {}
        )
        apply_random(state, chance)
        for player in range(state.num_players()):
            now = state.information_state_string(player)
            assert now.startswith(before[player])
            if player == asked and not state.is_chance_node():
                action = state.history()[-1] if state.full_history()[-1].player == asked else None
                if action is not None:
                    assert f"> {names[action]}" in now[len(before[player]) :].split("\n")
            before[player] = now


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_a_history_played_again_leads_to_the_same_state(spec: str) -> None:
    state = played(spec, 37, decisions=50)
    again = state.get_game().new_initial_state()
    actions = iter(state.history())
    while again.history() != state.history():
        if again.is_simultaneous_node():
            again.apply_actions([next(actions) for _ in range(again.num_players())])
        else:
            again.apply_action(next(actions))
    assert again.serialize() == state.serialize() or str(again) == str(state)
    for player in range(state.num_players()):
        assert seen_by(again, player) == seen_by(state, player)


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_a_state_read_back_goes_on_as_the_one_written(spec: str) -> None:
    state = played(spec, 47, decisions=25)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    one, two = random.Random(48), random.Random(48)
    for _ in range(30):
        if state.is_terminal():
            break
        apply_random(state, one)
        apply_random(again, two)
    assert str(again) == str(state)
    for player in range(state.num_players()):
        assert seen_by(again, player) == seen_by(state, player)


@pytest.mark.parametrize("name", WITH_A_TREE)
def test_actions_and_numbers_are_those_of_the_encoding(name: str) -> None:
    game = pyspiel.load_game(f"filon_{name}")
    encoding = encoding_for(name)
    state = played(f"filon_{name}", 57, decisions=6)
    assert game.num_distinct_actions() == encoding.actions.size
    position, law = state.position, GAMES[name]
    for player in range(state.num_players()):
        row = np.empty(encoding.layout.size, np.int16)
        encoding.observe(law.view(position.state, Seat(player)), row)
        assert state.observation_tensor(player) == row.tolist()
        latest = [index + 1 for index in reversed(position.own[player])]
        assert state.information_state_tensor(player) == [*row, *latest, *[0] * (OWN_ACTIONS - len(latest))]
    parts = pyspiel_observation.make_observation(game)
    parts.set_from(state, 0)
    assert {part: array.shape for part, array in parts.dict.items()} == {
        field.name: field.shape for field in encoding.layout.fields
    }
    for player in position.waiting:
        legal = law.legal_actions(position.state, player)
        by_index = dict(zip(encoding.indices(player, legal), legal, strict=True))
        assert state.legal_actions(player) == sorted(by_index)
        for index, action in by_index.items():
            assert state.action_to_string(player, index) == law.write(action)
            if not state.is_simultaneous_node():
                assert state.string_to_action(player, law.write(action)) == index


@pytest.mark.parametrize(
    "spec", ["filon_saboteur(players=4)", "filon_outofmine(players=3,simultaneous=False)"]
)
def test_games_without_chance_of_their_own_go_on_as_an_episode_does(spec: str) -> None:
    """By the same seed and the same actions, up to where chance comes in again."""
    name = spec.split("(", 1)[0].removeprefix("filon_")
    seats = pyspiel.load_game(spec).num_players()
    state, chance = pyspiel.load_game(spec).new_initial_state(), random.Random(67)
    seed, digits = 0, 0
    while state.is_chance_node():
        digit = chance.randrange(256)
        seed, digits = seed * 256 + digit, digits + 1
        state.apply_action(digit)
    assert digits == 4
    episode = Episode(encoding_for(name, seats), seed)
    while not state.is_terminal() and not state.is_chance_node():
        seat = state.current_player()
        assert state.legal_actions() == sorted(episode.choices(seat))
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        if state.is_chance_node():
            break
        episode.step(seat, action)
        assert state.position.state == episode.state
    assert state.move_number() > 60


def test_in_the_mine_the_turn_goes_round_among_those_who_still_work() -> None:
    state = played("filon_outofmine(players=4)", 77, decisions=1)
    chance = random.Random(78)
    order = []
    for _ in range(60):
        waiting = GAMES["outofmine"].to_act(state.position.state)
        if state.is_terminal() or state.is_chance_node() or len(waiting) < 2 or state.is_simultaneous_node():
            break
        order.append(state.current_player())
        apply_random(state, chance)
    assert len(order) > 8
    assert order[:4] in ([0, 1, 2, 3], [3, 0, 1, 2])


def test_a_round_in_the_mine_that_nobody_ends_is_ended_by_the_clock() -> None:
    """And the clock goes on in a state that was read back."""
    state = played("filon_outofmine(simultaneous=False)", 79, decisions=2)
    in_this_round = 0
    while state.is_player_node() and in_this_round <= PATIENCE and state.position.state.round == 1:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        assert set(names) - {"give up", "call"}
        state.apply_action(next(action for name, action in names.items() if name not in ("give up", "call")))
        in_this_round += 1
        if in_this_round == 20:
            written = pyspiel.serialize_game_and_state(state.get_game(), state)
            _, state = pyspiel.deserialize_game_and_state(written)
    assert in_this_round == PATIENCE
    assert '"TimeRanOut"' in state.information_state_string(0)


def test_children_of_one_state_remember_nothing_of_each_other() -> None:
    state = pyspiel.load_game("filon_diamant").new_initial_state()
    children = [state.child(outcome) for outcome in state.legal_actions()]
    one, two = children[:2]
    assert one.information_state_string(0) != two.information_state_string(0)
    for child in (one, two):
        child.apply_actions([0, 0, 0])
    grandchildren = [one.child(outcome) for outcome in one.legal_actions()]
    told = [child.information_state_string(1) for child in grandchildren]
    assert len(set(told)) == len(grandchildren)
    assert [child.information_state_string(1) for child in reversed(grandchildren)] == told[::-1]


def test_rewards_are_shares_of_the_win_or_scores() -> None:
    shares = played("filon_diamant(players=4)", 87)
    scores = played("filon_diamant(players=4,rewards=score)", 87)
    assert sum(shares.returns()) == pytest.approx(1)
    best = max(scores.returns())
    assert [share > 0 for share in shares.returns()] == [score == best for score in scores.returns()]
    assert shares.get_game().utility_sum() == 1
    assert scores.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_a_spectator_sees_what_is_public() -> None:
    game = pyspiel.load_game("filon_saboteur(players=3)")
    state = played("filon_saboteur(players=3)", 97, decisions=9)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    seen = pyspiel_observation.make_observation(game, public)
    make_observer: Any = game.make_py_observer
    assert seen.string_from(state, 0) == seen.string_from(state, 1)
    assert '"hand":[]' in seen.string_from(state, 0)
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        pyspiel.IIGObservationType(perfect_recall=True, public_info=False),
    ):
        with pytest.raises(ValueError, match="nobody else's secrets"):
            make_observer(kind)
    with pytest.raises(ValueError, match="parameters"):
        make_observer(public, {"depth": 3})


@pytest.mark.parametrize(
    ("spec", "error", "field"),
    [
        ("filon_diamant(players=2)", "2 players; DIA-1.0 allows 3 to 8", "players"),
        ("filon_diamant(chests=glass)", "chests", "chests"),
        ("filon_diamant(rewards=gold)", "no rewards are called 'gold'", "rewards"),
        ("filon_labyrinth(turn_limit=0)", "turn_limit", "turn_limit"),
        ("filon_labyrinth(goal=5)", "goal", "goal"),
        ("filon_outofmine(round_limit=3)", "round_limit", "round_limit"),
    ],
)
def test_a_bad_parameter_is_named(spec: str, error: str, field: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=error) as caught:
        pyspiel.load_game(spec)
    assert isinstance(caught.value, Malformed)
    assert caught.value.field == field


def test_a_game_without_a_tree_says_so_when_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("filon.lab.openspiel.game.part", lambda _name, _part: None)
    with pytest.raises(Malformed, match="Diamant has no tree: nobody says how long it is") as refusal:
        pyspiel.load_game("filon_diamant(players=7,leftovers=per_card)")
    assert isinstance(refusal.value, pyspiel.SpielError)


def test_an_option_that_may_be_left_out_is_a_word_there() -> None:
    class Endless(type(GAMES["labyrinth"])):  # type: ignore[misc]
        simulation = GAMES["labyrinth"].options_type(turn_limit=None)

    assert parameters_of(Endless())["turn_limit"] == "none"


def test_an_unknown_parameter_and_one_of_another_type_are_named() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'depth'"):
        pyspiel.load_game("filon_diamant(depth=3)")
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter turn_limit"):
        pyspiel.load_game("filon_labyrinth(turn_limit=none)")


def test_what_is_not_legal_is_refused_by_name_and_changes_nothing() -> None:
    state = pyspiel.load_game("filon_diamant(simultaneous=False)").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="action 99 is not legal for chance"):
        state.apply_action(99)
    with pytest.raises(NotWaitedFor, match="chance"):
        state.resample_from_infostate(0, random.Random(1).random)
    state.apply_action(state.legal_actions()[0])
    before = state.serialize()
    with pytest.raises(pyspiel.SpielError, match="action 7 is not legal for seat 0") as caught:
        state.apply_action(7)
    assert isinstance(caught.value, NotLegal)
    with pytest.raises(NotLegal, match="action 7 is not legal for seat 0"):
        state.action_to_string(0, 7)
    with pytest.raises(NotWaitedFor, match="no chance node"):
        state.chance_outcomes()
    assert state.serialize() == before
    while not state.is_terminal():
        apply_random(state, random.Random(2))
    with pytest.raises(GameIsOver):
        state.apply_action(0)

    together = played("filon_diamant", 1, decisions=0)
    before = together.serialize()
    with pytest.raises(NotLegal, match="action 5 is not legal for seat 1"):
        together.apply_actions([0, 5, 1])
    with pytest.raises(FilonError):
        together.position.setting.game.read("nonsense")
    assert together.serialize() == before


NO_PLAYERS: list[Any] = [-1, 3, 1.0, None, True]


@pytest.mark.parametrize("spec", ["filon_diamant", "filon_diamant_small(players=3)"])
@pytest.mark.parametrize("player", NO_PLAYERS)
def test_a_player_that_is_none_is_named(spec: str, player: Any) -> None:
    """`None` would be a spectator, and 1.0 nobody at all."""
    state = played(spec, 1, decisions=0)
    private = pyspiel.IIGObservationType(perfect_recall=True)
    seen = pyspiel_observation.make_observation(state.get_game(), private)
    questions: list[Callable[[], Any]] = [
        lambda: state.resample_from_infostate(player, random.random),
        lambda: seen.string_from(state, player),
        lambda: seen.set_from(state, player),
    ]
    for question in questions:
        with pytest.raises(pyspiel.SpielError, match="player") as refusal:
            question()
        assert isinstance(refusal.value, Malformed)


@pytest.mark.parametrize("spec", ["filon_diamant", "filon_diamant_small(players=3)"])
def test_actions_of_all_are_for_nodes_of_all_and_one_for_each_player(spec: str) -> None:
    """pyspiel lets anything through, at any node."""
    chance = pyspiel.load_game(spec).new_initial_state()
    together = played(spec, 1, decisions=0)
    for wrong in ([], [0], [0] * 4):
        _unchanged(together, partial(together.apply_actions, wrong), Malformed)
    _unchanged(together, lambda: together.apply_action(0), NotWaitedFor)
    alone = together.clone()
    alone.apply_actions([0, 1, 1])
    _unchanged(alone, lambda: alone.apply_actions([0, 0, 0]), NotWaitedFor)  # a card is to be turned up
    while alone.is_chance_node():
        alone.apply_action(alone.legal_actions()[0])
    assert alone.current_player() == 0
    _unchanged(alone, lambda: alone.apply_actions([7, 0, 0]), NotLegal)
    alone.apply_actions([0, 7, 7])
    assert alone.is_chance_node()
    _unchanged(chance, lambda: chance.apply_actions([0, 0, 0]), NotWaitedFor)
    over = played(spec, 2)
    _unchanged(over, lambda: over.apply_actions([0, 0, 0]), GameIsOver)
    together.apply_actions([0, 0, 0])
    in_turn = played(f"{spec.rstrip(')')}{',' if '(' in spec else '('}simultaneous=False)", 1, decisions=0)
    _unchanged(in_turn, lambda: in_turn.apply_actions([0, 0, 0]), NotWaitedFor)


def _unchanged(state: Any, refused: Callable[[], Any], error: type[FilonError]) -> None:
    before = state.serialize()
    with pytest.raises(pyspiel.SpielError) as refusal:
        refused()
    assert isinstance(refusal.value, error)
    assert state.serialize() == before


@pytest.mark.parametrize("spec", GAMES_HERE)
def test_before_the_deal_there_is_nothing_to_see(spec: str) -> None:
    state, chance = pyspiel.load_game(spec).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        for player in range(state.num_players()):
            assert state.information_state_string(player) == state.observation_string(player) == ""
            assert not any(state.information_state_tensor(player))
            assert not any(state.observation_tensor(player))
        apply_random(state, chance)
    for player in range(state.num_players()):
        view = state.position.setting.game.view(state.position.state, Seat(player))
        assert state.observation_string(player) == msgspec.json.encode(view).decode()
        assert state.information_state_string(player) == state.observation_string(player)


def test_every_random_game_is_shorter_than_the_longest() -> None:
    for spec in ("filon_saboteur(players=10)", "filon_diamant(players=3,simultaneous=False)"):
        game, state = pyspiel.load_game(spec), played(spec, 107)
        kinds = Counter(entry.player == pyspiel.PlayerId.CHANCE for entry in state.full_history())
        assert kinds[False] <= game.max_game_length()
        assert kinds[True] <= game.max_chance_nodes_in_history()


def test_the_interpreter_survives_that_the_games_were_registered() -> None:
    """pyspiel lets go of what was registered when Python has ended; with a function there, it crashed."""
    script = "import pyspiel, filon.lab.openspiel; pyspiel.load_game('filon_diamant').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=120).returncode == 0
