"""Text for the actions, events and positions of Candles."""

from typing import assert_never

from filon.games.contract import Hidden, Malformed, Seat
from tests.fifth.games.model import (
    CANDLES,
    Action,
    DarkView,
    Decided,
    Event,
    GameEnded,
    GemTurned,
    Light,
    Shown,
    StayDark,
    View,
)

_CANDLES = {str(candle): candle for candle in CANDLES}


def write(action: Action) -> str:
    return f"light {action.candle}" if isinstance(action, Light) else "dark"


def read(text: str) -> Action:
    match text.lower().split():
        case ["light", number] if number in _CANDLES:
            return Light(_CANDLES[number])
        case ["dark"]:
            return StayDark()
        case _:
            raise Malformed("notation", "say 'light' and the number of a candle, or 'dark'")


def tell(event: Event) -> str:
    match event:
        case Decided(seat, Hidden()):
            return f"{seat} has decided"
        case Decided(seat, choice):
            return f"{seat} has decided: {_word(choice)}"
        case Shown(choices, taker):
            said = ", ".join(f"{seat} {_word(choice)}" for seat, choice in choices.items())
            return f"shown: {said}; {'nobody' if taker is None else taker} takes the gem"
        case GemTurned(gem):
            return f"a gem worth {gem} is turned up"
        case GameEnded(worth):
            return f"no gem is left; gems worth {' '.join(map(str, worth))}"
        case _:
            assert_never(event)


def draw(view: View) -> str:
    if isinstance(view.phase, DarkView):
        head = f"a gem worth {view.phase.gem}, {view.pile} to come"
    else:
        head = "no gem is left"
    rows = [
        f"seat {seat}{' (you)' if seat == view.seat else ''}: {_seat(view, Seat(seat))}"
        for seat in range(len(view.won))
    ]
    burnt = " ".join(map(str, view.burnt)) or "none"
    lost = " ".join(map(str, view.lost)) or "none"
    return "\n".join([head, *rows, f"burnt: {burnt}; in the box: {view.box}", f"gems lost: {lost}"])


def _seat(view: View, seat: Seat) -> str:
    hand = " ".join("?" if isinstance(candle, Hidden) else str(candle) for candle in view.hands[seat])
    gems = " ".join(map(str, view.won[seat])) or "none"
    words = [f"candles {hand or 'none'}", f"gems {gems}"]
    if isinstance(view.phase, DarkView) and seat in view.phase.choices:
        words.append(f"has decided: {_word(view.phase.choices[seat])}")
    return ", ".join(words)


def _word(choice: Action | Hidden) -> str:
    return "?" if isinstance(choice, Hidden) else write(choice)
