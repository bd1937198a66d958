"""`filon play`: whole games by number and by notation, and any input survived."""

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from filon.bots import LEVELS, level
from filon.games.chance import FastRandom
from filon.games.contract import AnyGame, Seat
from filon.games.registry import GAMES
from filon.terminal import Stopped, Terminal

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def seated(
    game: AnyGame, ask: Callable[[str], str], seat: int = 0, options: Any = None, bots: str = "random"
) -> tuple[Terminal, io.StringIO]:
    paper = io.StringIO()
    return Terminal(
        game,
        seats=game.seats[0],
        seat=Seat(seat),
        options=options or game.simulation,
        bot=level(bots),
        random=FastRandom(11),
        console=Console(file=paper, width=200),
        ask=ask,
    ), paper


def lines(words: list[str]) -> Callable[[str], str]:
    """A keyboard that types these lines and is then closed."""
    left: Iterator[str] = iter(words)

    def ask(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


@every_game
@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_by_numbers(game: AnyGame, seat: int) -> None:
    random = FastRandom(5)
    terminal, paper = seated(game, lambda _: str(1 + random.below(len(terminal._legal()))), seat)
    terminal.run()
    assert "The end" in paper.getvalue()
    assert "Won by" in paper.getvalue()


@pytest.mark.parametrize("bots", LEVELS)
def test_bots_of_every_level_sit_in_the_terminal(bots: str) -> None:
    terminal, paper = seated(GAMES["diamant"], lambda _: "1", bots=bots)
    terminal.run()
    assert "The end" in paper.getvalue()


@every_game
def test_notation_does_what_it_says(game: AnyGame) -> None:
    terminal, paper = seated(game, lines([]))
    with pytest.raises(Stopped):
        terminal.run()
    first = re.search(r"^ +1 (.*?)(?:   |$)", paper.getvalue(), re.MULTILINE)
    assert first
    typed, _ = seated(game, lines([first[1].strip().upper()]))
    numbered, _ = seated(game, lines(["1"]))
    for terminal in (typed, numbered):
        with pytest.raises(Stopped):
            terminal.run()
    assert typed._state == numbered._state


@every_game
@given(words=st.lists(st.text(max_size=12), max_size=8))
def test_any_input_is_survived(game: AnyGame, words: list[str]) -> None:
    terminal, _ = seated(
        game, lines([*words, "9" * 5000, "0", "-1", "rules", "all", "look", "?", "rules X-1"])
    )
    with pytest.raises(Stopped):
        terminal.run()


def test_a_refusal_shows_its_rule() -> None:
    game = GAMES["saboteur"]
    far = "place nesw at 30,30"
    terminal, paper = seated(game, lines([far, "discard map", "discard rockfall"]))
    with pytest.raises(Stopped):
        terminal.run()
    assert re.search(r"Not allowed: .* \(SAB-\d+\.\d+\)", paper.getvalue())


def test_quitting_and_a_closed_keyboard_end_the_game() -> None:
    for ask in (lines(["quit"]), lines([]), _interrupted):
        terminal, _ = seated(GAMES["diamant"], ask)
        with pytest.raises(Stopped):
            terminal.run()


def _interrupted(prompt: str) -> str:
    raise KeyboardInterrupt


def test_nothing_that_a_bot_chose_is_shown_before_its_time() -> None:
    terminal, paper = seated(GAMES["diamant"], lines(["go"] * 3))
    with pytest.raises(Stopped):
        terminal.run()
    assert "1 has chosen\n" in paper.getvalue()
    assert not re.search(r"\b[12] has chosen to", paper.getvalue())
