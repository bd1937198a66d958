"""A finished game in the terminal, step by step: forth and back, as it was or as somebody saw it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from filon.coach.contract import Moment
from filon.coach.replay import moments
from filon.games.contract import Seat
from filon.games.registry import game_named
from filon.tables.export import GameFile

HELP: Final = """\
Enter or next     the next step
back              the one before
a number          that step; 0 is the deal
first, last       the deal, the end
eyes truth        with nothing hidden
eyes public       as those saw it who only watched
eyes 1            as seat 1 saw it; seats are counted from 0
help              shows this
quit              ends"""
PANEL_RIM: Final = 4


class Stepper:
    """`ask` reads a line; EOFError ends it."""

    def __init__(self, file: GameFile[Any, Any, Any], console: Console, ask: Callable[[str], str]) -> None:
        self._game = game_named(file.game)
        self._players = file.players
        self._moments: Sequence[Moment] = moments(file)
        self._states = [file.state, *(moment.after for moment in self._moments)]
        self._console = console
        self._ask = ask
        self._at = 0
        self._eyes: Seat | None = None
        self._truth = True

    def run(self) -> None:
        self._show()
        while True:
            try:
                words = self._ask(f"{self._at} of {len(self._moments)}> ").split()
            except (EOFError, KeyboardInterrupt):
                return
            if words and words[0] in {"quit", "q", "exit"}:
                return
            self._follow([word.lower() for word in words])

    def _follow(self, words: list[str]) -> None:
        match words:
            case [] | ["next" | "n"]:
                self._go(self._at + 1)
            case ["back" | "b" | "previous" | "p"]:
                self._go(self._at - 1)
            case ["first"]:
                self._go(0)
            case ["last"]:
                self._go(len(self._moments))
            case [number] if number.isascii() and number.isdigit():
                self._go(int(number[:9]))
            case ["eyes", whose]:
                self._look_as(whose)
            case _:
                self._say(HELP)

    def _go(self, at: int) -> None:
        if not 0 <= at <= len(self._moments):
            self._say(f"The steps are 0 to {len(self._moments)}.")
            return
        self._at = at
        self._show()

    def _look_as(self, whose: str) -> None:
        seats = {str(seat) for seat in range(len(self._players))}
        if whose not in {"truth", "public", *seats}:
            self._say(f"Eyes are truth, public, or a seat from 0 to {len(self._players) - 1}.")
            return
        self._truth = whose == "truth"
        self._eyes = Seat(int(whose)) if whose in seats else None
        self._show()

    def _show(self) -> None:
        if self._at:
            moment = self._moments[self._at - 1]
            who = "the table" if moment.seat is None else f"seat {moment.seat}, {self._players[moment.seat]}"
            self._say(f"{self._at}: {who}")
            for event in moment.events:
                known = event if self._truth else self._game.redact(event, self._eyes)
                self._say(f"  {self._game.tell(known)}")
        state = self._states[self._at]
        view = self._game.reveal(state, None) if self._truth else self._game.view(state, self._eyes)
        drawing = self._game.draw(view)
        if max(map(len, drawing.splitlines())) + PANEL_RIM <= self._console.width:
            self._console.print(Panel(Text(drawing), title=self._whose(), expand=False))
        else:
            self._console.print(Text(drawing), no_wrap=True, overflow="ignore", crop=False)

    def _whose(self) -> str:
        if self._truth:
            return "as it was"
        return "as all saw it" if self._eyes is None else f"as seat {self._eyes} saw it"

    def _say(self, words: str) -> None:
        self._console.print(Text(words))
