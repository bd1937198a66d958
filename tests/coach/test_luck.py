"""Luck: its mean is zero whatever the value function, and the parts of a result add up to it exactly."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import astuple, replace

from filon.coach.diamant.value import GAMES as PLAYED_OUT
from filon.coach.luck import KnowsChance, KnowsMean, Tally, luck_of, parts_of, spans
from filon.coach.played import played_game
from filon.coach.registry import coach_of
from filon.coach.replay import moments
from filon.games.chance import FastRandom
from filon.games.contract import FilonError, Seat, in_intermission, play
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Expedition, State
from filon.games.diamant.pieces import card_name
from filon.games.registry import GAMES
from tests.coach.games import game_of
from tests.games_under_test import COACHED

DIAMANTS = coach_of("diamant")


class Guesses:
    """Diamant's coach, but for a value that makes no sense at all: another one for each `which`."""

    insight_type: Any = None
    is_real = weigh = insight = None

    def __init__(self, which: int) -> None:
        self.which = which

    def value(self, state: State) -> tuple[float, ...]:
        """Of the chests and the gallery, of which the pile's order says nothing."""
        gallery = getattr(state.phase, "gallery", ())
        seen = msgspec.json.encode((state.chests, gallery, self.which))
        parts = [1 + crc32(seen + bytes([seat])) % 1000 for seat in range(len(state.chests))]
        return tuple(part / sum(parts) for part in parts)

    def redraw(self, state: State, random: Any) -> Any:
        return DIAMANTS.redraw(state, random)


class Dreams(Guesses):
    """Counts what is carried, and takes every card for a snake."""

    def value(self, state: State) -> tuple[float, ...]:
        hope = 1 / (2 + getattr(state.phase, "loot", 0))
        return (1 - 2 * hope, hope, hope)

    def redraw(self, state: State, random: Any) -> Any:  # noqa: ARG002
        if not isinstance(state.phase, Expedition):
            return state
        pile = tuple(sorted(state.phase.pile, key=card_name))
        return replace(state, phase=replace(state.phase, pile=pile))


def lucks_of(coach: Any, games: Sequence[int]) -> list[float]:
    """Of seat 1, less what the deal's own value is worth: chance alone is looked at."""
    found = []
    for seed in games:
        file = played_game(DIAMANT, ("random",) * 3, seed)
        tally = Tally(DIAMANT, coach, file.state, 3)
        dealt = tally.luck[1]
        for span in spans(DIAMANT, moments(file)):
            tally.take(span, FastRandom(1000 * seed + span.step), 2)
        found.append(tally.luck[1] - dealt)
    return found


def standard_errors(values: Sequence[float]) -> float:
    return fmean(values) / (stdev(values) / sqrt(len(values)))


@pytest.mark.parametrize("which", range(4))
def test_luck_comes_to_nothing_whatever_the_value_says(which: int) -> None:
    found = lucks_of(Guesses(which), range(100))
    assert stdev(found) > 0.1
    assert abs(standard_errors(found)) < 4


def test_a_draw_that_is_not_the_true_one_would_be_found() -> None:
    """The test above is worth something."""
    assert abs(standard_errors(lucks_of(Dreams(0), range(100)))) > 6


@pytest.mark.parametrize("name", COACHED)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_parts_add_up_to_the_result_exactly(name: str, seed: int) -> None:
    file = game_of(name, seed)
    parts = parts_of(
        GAMES[name], coach_of(name), moments(file), file.outcome, FastRandom(seed), depth="quick"
    )
    for seat, (result, fair, luck, own, others) in enumerate(map(astuple, parts)):
        assert result == fair + luck + own + others
        assert result == pytest.approx((seat in file.outcome.winners) / len(file.outcome.winners))
    assert sum(part.luck for part in parts) == pytest.approx(0, abs=1e-9)
    assert any(part.luck for part in parts)


@pytest.mark.parametrize("name", COACHED)
def test_values_are_shares_of_one_win_and_know_the_end(name: str) -> None:
    file, coach = game_of(name), coach_of(name)
    counted = moments(file)
    for moment in counted[:: max(1, len(counted) // 10)]:
        shares = coach.value(moment.before)
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0
        assert shares == coach.value(moment.before)
        assert shares == pytest.approx(coach.value(coach.redraw(moment.before, FastRandom(5))))
    end = coach.value(counted[-1].after)
    assert end == pytest.approx(
        tuple((seat in file.outcome.winners) / len(file.outcome.winners) for seat in range(len(end)))
    )


@pytest.mark.parametrize("name", COACHED)
def test_spans_join_what_intermissions_part(name: str) -> None:
    game, counted = GAMES[name], moments(game_of(name))
    joined = list(spans(game, counted))
    assert joined[0].before == counted[0].before
    assert joined[-1].after == counted[-1].after
    assert [span.before for span in joined[1:]] == [span.after for span in joined[:-1]]
    assert not any(in_intermission(game, span.after) for span in joined)


def test_the_mean_that_a_coach_knows_is_that_of_the_draws() -> None:
    coach = coach_of("diamant")
    assert isinstance(coach, KnowsChance)
    assert isinstance(coach, KnowsMean)
    counted = spans(DIAMANT, moments(game_of("diamant")))
    turned = [span for span in counted if coach.draws(span.before, span.seat, span.action)]
    for span in turned[:: len(turned) // 3]:
        assert span.seat is not None
        drawn = []
        for number in range(40):
            fresh = FastRandom(number)
            before = coach.redraw(span.before, fresh)
            came, _events = play(DIAMANT, before, Seat(span.seat), span.action, fresh)
            drawn.append(coach.value(came)[0])
        error = stdev(drawn) / sqrt(len(drawn))
        # Both are played out, by a thousand games with compiled kernels and by sixty without.
        assert coach.mean(span.before, span.seat, span.action)[0] == pytest.approx(
            fmean(drawn), abs=4 * (error + 0.5 / sqrt(PLAYED_OUT))
        )


@pytest.mark.parametrize("name", COACHED)
def test_luck_alone_is_the_luck_among_the_parts(name: str) -> None:
    """But for what is drawn to find it, which Diamant does not need."""
    file, game = game_of(name), GAMES[name]
    lucks = luck_of(game, coach_of(name), moments(file), FastRandom(1), depth="quick")
    assert sum(lucks) == pytest.approx(0, abs=1e-9)
    if name == "diamant":
        parts = parts_of(game, coach_of(name), moments(file), file.outcome, FastRandom(1), depth="quick")
        assert lucks == pytest.approx(tuple(part.luck for part in parts))


def test_a_game_in_which_nothing_was_played_has_no_parts() -> None:
    with pytest.raises(FilonError, match="nothing was played"):
        parts_of(DIAMANT, DIAMANTS, (), game_of("diamant").outcome, FastRandom(1), depth="quick")
