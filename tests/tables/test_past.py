"""What a bot is told of the past: its own seat's, of this game, without what was taken back."""

from filon.games.contract import HIDDEN
from filon.games.diamant.model import CaveEntered, Choice, Chose
from filon.games.registry import GAMES
from filon.tables import commands, past_of
from filon.tables.events import Played
from tests.tables.desk import ANNA, BEN, CLEO, DAN, FOUR, Desk, four_playing

GAME = GAMES["diamant"]


def chose(desk: Desk, seat: int) -> list[Chose]:
    return [event for event in past_of(GAME, seat, desk.log) if isinstance(event, Chose)]


def test_others_choices_and_piles_stay_hidden() -> None:
    desk = four_playing()
    for guest in FOUR:
        desk.act(guest, "leave")
    seen = past_of(GAME, 1, desk.log)
    assert [event.choice for event in chose(desk, 1)] == [HIDDEN, Choice.LEAVE, HIDDEN, HIDDEN]
    assert [event.pile for event in seen if isinstance(event, CaveEntered)] == [HIDDEN]
    whole = [
        one
        for entry in desk.log
        for event in entry.events
        if isinstance(event, Played)
        for one in event.events
    ]
    assert list(seen) == [GAME.redact(one, 1) for one in whole]  # type: ignore[arg-type]


def test_what_was_taken_back_never_happened() -> None:
    desk = four_playing()
    desk.act(BEN, "go")
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    for guest in (BEN, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    assert [event.seat for event in chose(desk, 0)] == [1]


def test_a_new_game_has_no_past() -> None:
    desk = four_playing()
    desk.play_out()
    assert chose(desk, 0)
    desk.say(ANNA, commands.Rematch())
    desk.start()
    assert past_of(GAME, 0, desk.log) == ()
