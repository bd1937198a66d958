"""The fit of Saboteur's weights of deeds: it judges as beliefs do, and finds weights that are no worse."""

import re
from collections.abc import Iterator

import pytest

from filon.bots import level
from filon.bots.arena.match import turns
from filon.bots.saboteur.belief import Evidence, conclude
from filon.bots.saboteur.motives import WEIGHTS, Motives
from filon.games.chance import FastRandom
from filon.games.saboteur import SABOTEUR
from filon.games.saboteur.model import Options, RoundView
from filon.kernels.saboteur import deeds
from tools.fit_saboteur_deeds import Pairing, guesses, likeliest, loss, main, played

EASY = [Pairing("easy", "easy")]
"""They do everything: normal bots hardly ever mend anybody else's tool."""
SEED = 5
SMALL = ["--bots", "normal:normal", "--seats", "4", "5", "--rounds", "5", "--steps", "20", "--seed", "3"]


def watched(seats: int, number: int) -> Iterator[tuple[RoundView, Evidence]]:
    """After every turn of that same round: what is open to all, and what beliefs go by."""
    random = FastRandom(SEED << 32 | number)
    state = SABOTEUR.deal(seats, Options(), random)
    evidence = Evidence(seats, adjacent=False)
    for turn in turns(SABOTEUR, state, lambda *_: level("easy"), random, lambda: random):
        if turn.after.results:
            return
        for deed in turn.deeds:
            for event in deed.events:
                evidence.take_in(event)
        yield SABOTEUR.view(turn.after, None).round, evidence


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_the_deeds_that_are_kept_add_up_to_what_beliefs_go_by(seats: int) -> None:
    for number in range(3):
        one = played(seats, EASY, number, SEED)
        motives, guess, judged = Motives(seats), guesses(one, WEIGHTS), 0
        for turn, (table, evidence) in enumerate(watched(seats, number), 1):
            if turn % max(4, seats):
                continue
            moment = one.moments[turn // max(4, seats) - 1]
            for deed in one.deeds[judged:moment]:
                motives.take_in(deed)
            judged = moment
            assert any(evidence.motives)
            assert motives.by_seat == pytest.approx(evidence.motives, abs=1e-9)
            assert next(guess) == pytest.approx(conclude(table, None, evidence).roles, abs=1e-9)
        assert next(guess, None) is None, "no moment comes after the round's end"


def test_every_weight_is_fitted_and_stands_in_deeds_by_its_name() -> None:
    named = {name.lower(): weight for name, weight in vars(deeds).items() if isinstance(weight, int)}
    assert named == WEIGHTS._asdict()


@pytest.mark.parametrize("name", WEIGHTS._fields)
def test_every_weight_counts(name: str) -> None:
    rounds = [played(4, EASY, number, SEED) for number in range(4)]
    moved = WEIGHTS._replace(**{name: getattr(WEIGHTS, name) - 50})
    assert loss(rounds, moved) != loss(rounds, WEIGHTS)


def test_fitted_weights_are_no_worse_on_the_rounds_they_were_fitted_to() -> None:
    rounds = [played(4, EASY, number, SEED) for number in range(4)]
    fitted = likeliest(rounds, FastRandom(1), steps=30, leash=0.002)
    assert fitted != WEIGHTS
    assert loss(rounds, fitted) < loss(rounds, WEIGHTS) < loss(rounds, WEIGHTS._replace(most=0))


def test_a_leash_that_is_short_keeps_the_weights_where_they_are() -> None:
    rounds = [played(4, EASY, number, SEED) for number in range(2)]
    assert likeliest(rounds, FastRandom(1), steps=20, leash=1e9) == WEIGHTS


def test_the_same_seed_prints_the_same_lines_for_deeds(capsys: pytest.CaptureFixture[str]) -> None:
    main(SMALL)
    printed = capsys.readouterr()
    main(SMALL)
    assert capsys.readouterr() == printed
    names = re.findall(r"^([A-Z_]+): Final = -?\d+$", printed.out, re.MULTILINE)
    assert names == [name.upper() for name in WEIGHTS._fields]
    before, after = map(
        float, re.findall(r"training: .* loss ([\d.]+) before, ([\d.]+) after", printed.err)[0]
    )
    assert after <= before
    assert "held out: " in printed.err


def test_too_few_rounds_to_hold_any_out_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--bots", "normal:normal", "--rounds", "1"])
    assert "--rounds: more than there are pairings" in capsys.readouterr().err
