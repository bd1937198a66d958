"""Hard players think less long in tests: what they may see and do does not depend on it."""

import pytest

from filon.bots.saboteur import hard


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "_WORLDS", 4)
