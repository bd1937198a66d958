"""A game in the terminal against bots: the position as text, actions by number or in notation."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from filon.bots import Player, Sight
from filon.games.chance import pick
from filon.games.codec import rules_text
from filon.games.contract import TABLE, Actor, AnyGame, IllegalAction, Malformed, Random, Seat, play
from filon.lab.walk import PATIENCE

SHOWN_ACTIONS: Final = 40
PANEL_RIM: Final = 4
HELP: Final = """\
a number       does the action with that number
notation       does what it says, e.g. {example}
all            lists every legal action
look           draws the position again
rules [N]      shows the rules, or one of them: rules {prefix}-2.4
help           shows this
quit           leaves the game"""


class Stopped(Exception):  # noqa: N818 - not an error: the player has left
    """The player left the game, or there is no more input."""


class Terminal:
    """One person in `seat`, one level of bots in all others. `ask` reads a line; EOFError ends the game."""

    def __init__(
        self,
        game: AnyGame,
        *,
        seats: int,
        seat: Seat,
        options: Any,
        bot: Player,
        random: Random,
        console: Console,
        ask: Callable[[str], str],
    ) -> None:
        self._game = game
        self._seat = seat
        self._bot = bot
        self._random = random
        self._console = console
        self._ask = ask
        self._bots = [Seat(other) for other in range(seats) if other != seat]
        self._state = game.deal(seats, options, random)
        self._happened: list[Any] = []
        self._bot_moves = 0

    def run(self) -> None:
        """The whole game; raises Stopped when the player leaves before the end."""
        while (outcome := self._game.outcome(self._state)) is None:
            if self._seat in self._game.to_act(self._state):
                self._look()
                self._person_acts()
                self._bots_act(once=True)
            else:
                self._bots_act(once=False)
        self._look()
        winners = ", ".join(self._name(winner) for winner in outcome.winners) or "nobody"
        scores = ", ".join(str(score) for score in outcome.scores)
        self._console.print(
            Panel(Text(f"Won by {winners}: {outcome.reason}. Scores: {scores}."), title="The end")
        )

    def _name(self, seat: Seat) -> str:
        return "you" if seat == self._seat else f"seat {seat}"

    def _look(self) -> None:
        drawing = self._game.draw(self._game.view(self._state, self._seat))
        width = max(len(line) for line in drawing.splitlines())
        if width + PANEL_RIM <= self._console.width:
            self._console.print(Panel(Text(drawing), title=self._game.title, expand=False))
            return
        self._console.print(Text(drawing), no_wrap=True, overflow="ignore", crop=False)
        if self._console.is_terminal:
            self._say(f"(The drawing is {width} columns wide: a wider window shows it better.)")

    def _legal(self) -> Sequence[Any]:
        return self._game.legal_actions(self._state, self._seat)

    def _person_acts(self) -> None:
        """Asks until an action was accepted; nothing that is typed can break it."""
        self._list(self._legal()[:SHOWN_ACTIONS])
        while True:
            words = self._line("your move> ").strip()
            if words and not self._is_request(words.lower()):
                try:
                    self._happen(self._seat, self._read(words))
                except Malformed as error:
                    self._say(f"I do not understand that ({error.reason}). Type help for help.")
                except IllegalAction as refusal:
                    self._say(f"Not allowed: {refusal.reason} ({refusal.rule})")
                    self._show_rule(refusal.rule)
                else:
                    return

    def _line(self, prompt: str) -> str:
        try:
            return self._ask(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Stopped from None

    def _is_request(self, words: str) -> bool:
        """Whether the words asked to see something (it is shown then) rather than to act."""
        match words.split():
            case ["quit" | "exit" | "q"]:
                raise Stopped
            case ["all"]:
                self._list(self._legal())
            case ["look"]:
                self._look()
            case ["help" | "?"]:
                self._say(HELP.format(example=self._game.write(self._legal()[0]), prefix=self._game.prefix))
            case ["rules"]:
                self._console.print(Markdown(rules_text(self._game)))
            case ["rules", number]:
                self._show_rule(number.upper())
            case _:
                return False
        return True

    def _read(self, words: str) -> Any:
        if re.fullmatch(r"[0-9]{1,6}", words) and 1 <= int(words) <= len(self._legal()):
            return self._legal()[int(words) - 1]
        return self._game.read(words)

    def _list(self, actions: Sequence[Any]) -> None:
        shown = [Text(f"{number:>3} {self._game.write(action)}") for number, action in enumerate(actions, 1)]
        self._console.print(Columns(shown, padding=(0, 3), column_first=True))
        if (more := len(self._legal()) - len(actions)) > 0:
            self._say(f"... and {more} more: type all to see them.")

    def _show_rule(self, number: str) -> None:
        item = rf"^- \*\*{re.escape(number)}\*\*.*?(?=^-|^#|\Z)"
        found = re.search(item, rules_text(self._game), re.MULTILINE | re.DOTALL)
        self._console.print(Markdown(found[0]) if found else Text(f"There is no rule {number}."))

    def _bots_act(self, *, once: bool) -> None:
        """Bots that have to act do, once or until the person has to; the table acts when nobody else can."""
        while self._game.outcome(self._state) is None:
            waiting = self._game.to_act(self._state)
            for bot in self._bots:
                if bot in self._game.to_act(self._state):
                    self._bot_moves += 1
                    self._happen(bot, self._chosen_by(bot))
            alone = self._seat not in waiting and self._bot_moves >= PATIENCE
            if not waiting or alone:
                self._bot_moves = 0
                table_actions = self._game.legal_actions(self._state, TABLE)
                if table_actions:
                    self._happen(TABLE, pick(table_actions, self._random))
            if once or self._seat in self._game.to_act(self._state):
                return

    def _chosen_by(self, seat: Seat) -> Any:
        """What the bot of this seat does, from what the seat sees and has seen."""
        game = self._game
        past = [game.redact(event, seat) for event in self._happened] if self._bot.remembers else ()
        sight = Sight(game, game.view(self._state, seat), game.legal_actions(self._state, seat), past)
        return self._bot.choose(sight, self._random)

    def _happen(self, actor: Actor, action: Any) -> None:
        self._state, events = play(self._game, self._state, actor, action, self._random)
        self._happened += events
        for event in events:
            self._say(f"  {self._game.tell(self._game.redact(event, self._seat))}")

    def _say(self, words: str) -> None:
        self._console.print(Text(words))
