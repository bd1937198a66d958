"""docs/lab/tutorial.md from first to last: a policy is trained, rated, and seated at a table in a browser."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from playwright.sync_api import expect

from examples.train_diamant import Policy, features, train
from filon.lab.batch import batch
from tests.web.conftest import Visit
from tests.web.diamant import expect_result, play_to_the_end, start

ROOT: Final = Path(__file__).parents[2]
TUTORIAL: Final = ROOT / "docs" / "lab" / "tutorial.md"
BOT: Final = "examples.train_diamant:Trained"
HABITS: Final = ("ten_gems", "second_hazard", "six_cards", "one_in_ten")
_COMMANDS: Final = (
    "python examples/train_diamant.py",
    f"filon arena diamant --seats 5 --games 400 --bots {BOT},{','.join(HABITS)}",
    f"--bot {BOT}",
)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """From nothing, in a quarter of the tutorial's time."""
    kept = tmp_path_factory.mktemp("tutorial") / "weights.npy"
    words = ("--updates", "40", "--games", "1024", "--out", str(kept))
    subprocess.run([sys.executable, "examples/train_diamant.py", *words], cwd=ROOT, check=True)
    return kept


def test_it_shows_the_commands_that_run_here() -> None:
    text = TUTORIAL.read_text()
    assert [line for line in _COMMANDS if line not in text] == []


def test_the_same_seed_learns_the_same() -> None:
    first, again, other = (train(updates=2, games=64, seed=seed).weights for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_its_features_are_finite_and_its_chances_are_chances() -> None:
    with batch("diamant", games=64, seats=5, seed=3, artifacts="one_per_cave") as tables:
        for step in range(200):
            seen = features(tables.layout, tables.observations)
            chance = Policy(np.ones(seen.shape[1])).leaving(seen)
            assert np.isfinite(seen).all()
            assert ((chance >= 0) & (chance <= 1)).all()
            tables.step(np.full(64, step % 3 == 0, np.int32))


def test_it_beats_the_simple_habits_in_the_arena(weights: Path) -> None:
    words = (
        "--seats",
        "5",
        "--games",
        "200",
        "--processes",
        "1",
        "--json",
        "--bots",
        ",".join((BOT, *HABITS)),
    )
    done = subprocess.run(
        [sys.executable, "-m", "filon", "arena", "diamant", *words],
        cwd=ROOT, env={**os.environ, "DIAMANT_WEIGHTS": str(weights)}, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    shares = {one["bot"]: one["wins"]["share"] for one in json.loads(done.stdout)["standings"]}
    assert shares[BOT] == max(shares.values())
    assert shares[BOT] > 0.28  # a fair share is 0.2


@contextmanager
def seated(address: str, code: str, weights: Path) -> Iterator[None]:
    words = (address, code, "--bot", BOT, "--name", "Pupil", "--pause", "0")
    bot = subprocess.Popen(
        [sys.executable, "-m", "filon", "seat", *words],
        cwd=ROOT, env={**os.environ, "DIAMANT_WEIGHTS": str(weights)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield
        assert bot.wait(60) == 0
    finally:
        bot.kill()
        bot.communicate()


def test_it_sits_at_a_table_in_the_browser(visit: Visit, address: str, weights: Path) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 3)
    with seated(address, table["code"], weights):
        expect(ada.page.get_by_text("Pupil", exact=True)).to_be_visible()
        page = start(ada)
        play_to_the_end(page, leave_every=2)
        expect_result(page, 3)
        expect(page.locator(".scores li").filter(has_text="Pupil")).to_have_count(1)
