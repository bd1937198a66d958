"""Taking back by agreement of all, where nothing secret was revealed since."""

from filon.games.chance import FastRandom
from filon.games.contract import Seat
from filon.games.diamant.model import Choice
from filon.games.registry import GAMES
from filon.tables import Audience, Guest, commands, sync
from filon.tables.events import Played
from filon.tables.model import UNDO_KEPT, Playing
from filon.tables.undo import revealed
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, FOUR, Desk, act, four_playing, settings


def agree_all(desk: Desk, *guests: Guest) -> None:
    for guest in guests:
        desk.say(guest, commands.AnswerUndo(agree=True))


def test_an_action_is_taken_back_when_everybody_agrees() -> None:
    desk = four_playing()
    before = desk.playing.state
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    assert desk.asked() is not None
    agree_all(desk, BEN, CLEO)
    assert desk.playing.state != before
    agree_all(desk, DAN)
    assert desk.playing.state == before
    assert desk.asked() is None
    assert set(desk.playing.turns) == {0, 1, 2, 3}
    desk.check_log()


def test_it_takes_back_what_others_did_since() -> None:
    desk = four_playing()
    before = desk.playing.state
    desk.act(ANNA, "leave")
    desk.act(BEN, "go")
    desk.say(ANNA, commands.AskUndo())
    agree_all(desk, BEN, CLEO, DAN)
    assert desk.playing.state == before
    desk.refused(ANNA, commands.AskUndo(), "nothing_to_undo")


def test_only_from_the_own_latest_action_on() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.act(BEN, "go")
    desk.say(BEN, commands.AskUndo())
    agree_all(desk, ANNA, CLEO, DAN)
    assert desk.playing.state.phase.choices == {0: Choice.LEAVE}
    desk.say(ANNA, commands.AskUndo())
    agree_all(desk, BEN, CLEO, DAN)
    assert desk.playing.state.phase.choices == {}


def test_one_no_is_enough_and_is_not_asked_for_twice() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    desk.say(CLEO, commands.AnswerUndo(agree=False))
    assert desk.asked() is None
    desk.refused(ANNA, commands.AskUndo(), "nothing_to_undo")
    assert desk.playing.state.phase.choices == {0: Choice.LEAVE}


def test_once_something_secret_is_known_nothing_goes_back() -> None:
    desk = four_playing()
    for guest in FOUR:
        desk.act(guest, "go")
    for guest in FOUR:
        desk.refused(guest, commands.AskUndo(), "nothing_to_undo")


def test_a_request_lapses_when_play_goes_on() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    desk.act(BEN, "go")
    assert desk.asked() is None
    desk.refused(BEN, commands.AnswerUndo(agree=True), "nothing_to_undo")


def test_one_request_at_a_time() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.act(BEN, "leave")
    desk.say(ANNA, commands.AskUndo())
    desk.refused(BEN, commands.AskUndo(), "undo_asked")
    desk.refused(ANNA, commands.AskUndo(), "undo_asked")
    desk.nothing(ANNA, commands.AnswerUndo(agree=True))


def test_bots_agree_to_anything() -> None:
    desk = Desk().sit(ANNA)
    desk.say(ANNA, commands.Start("random"))
    before = desk.playing.state
    desk.act(ANNA, "go")
    desk.say(ANNA, commands.AskUndo())
    assert desk.playing.state == before
    desk.check_log()


def test_a_person_a_bot_stands_in_for_is_not_waited_for() -> None:
    desk = four_playing()
    desk.act(ANNA, "go")
    desk.say(ANNA, commands.AskUndo())
    agree_all(desk, BEN, CLEO)
    desk.say(DAN, commands.LeaveSeat())
    desk.say(ANNA, commands.AskUndo())
    assert desk.playing.state.phase.choices == {}


def test_a_table_may_play_without_taking_back() -> None:
    desk = four_playing(undo="never")
    desk.act(ANNA, "go")
    desk.refused(ANNA, commands.AskUndo(), "no_undo")
    assert desk.playing.history == ()


def test_only_players_ask_and_answer_and_only_in_a_game() -> None:
    desk = four_playing().join(EVE)
    desk.refused(EVE, commands.AskUndo(), "not_seated")
    desk.refused(EVE, commands.AnswerUndo(agree=True), "not_seated")
    desk.refused(BEN, commands.AnswerUndo(agree=True), "nothing_to_undo")
    desk.play_out()
    desk.refused(ANNA, commands.AskUndo(), "not_playing")
    desk.refused(ANNA, commands.AnswerUndo(agree=True), "not_playing")


def test_everybody_sees_who_asks_and_whose_answer_is_missing() -> None:
    desk = four_playing()
    desk.act(ANNA, "go")
    assert sync(desk.table, Audience(0, playing=True)).game.can_undo is True  # type: ignore[union-attr]
    assert sync(desk.table, Audience(1, playing=True)).game.can_undo is False  # type: ignore[union-attr]
    desk.say(ANNA, commands.AskUndo())
    desk.say(BEN, commands.AnswerUndo(agree=True))
    seen = sync(desk.table, Audience()).table.undo
    assert seen is not None
    assert (seen.seat, seen.agreed, seen.missing) == (0, (0, 1), (2, 3))


def test_only_a_few_actions_are_kept() -> None:
    desk = four_playing()
    for number in range(UNDO_KEPT + 4):
        desk.act(ANNA, ("go", "leave")[number % 2])
    assert len(desk.playing.history) == UNDO_KEPT


def test_what_one_seat_alone_was_shown_counts_as_revealed() -> None:
    """A card drawn in Saboteur: hidden from all others, and still nobody may draw it a second time."""
    desk = Desk(settings(game="saboteur", seats=3, options={}))
    desk.say(ANNA, commands.SeatBot(1, "random"))
    desk.say(ANNA, commands.SeatBot(2, "random"))
    desk.sit(ANNA)
    desk.start()
    game = GAMES["saboteur"]
    assert isinstance(desk.table.phase, Playing)
    state = desk.table.phase.state
    (seat,) = game.to_act(state)
    action = next(
        action for action in game.legal_actions(state, seat) if type(action).__name__ in ("Pass", "Discard")
    )
    played = game.decide(state, seat, action, None)  # type: ignore[arg-type]
    assert any(type(event).__name__ in game.reveals for event in played)
    assert revealed(game, 3, played)


def test_the_turning_of_the_castle_can_be_taken_back() -> None:
    """Labyrinth: turning is open to all and hides nothing, so it can be undone."""
    desk = Desk(settings(game="labyrinth", seats=2)).sit(ANNA, BEN)
    desk.start()
    game = GAMES["labyrinth"]
    (seat,) = game.to_act(desk.playing.state)
    guest = (ANNA, BEN)[seat]
    before = desk.playing.state
    desk.say(guest, act(game.legal_actions(before, seat)[0]))
    desk.say(guest, commands.AskUndo())
    desk.say((BEN, ANNA)[seat], commands.AnswerUndo(agree=True))
    assert desk.playing.state == before
    desk.check_log()


def test_a_die_that_was_thrown_is_not_thrown_again() -> None:
    """Labyrinth: a challenge for the die's cards tells nobody a secret, and still chance has spoken."""
    game = GAMES["labyrinth"]
    for seed in range(20):
        desk = Desk(settings(game="labyrinth", seats=2, options={"turn_limit": 200})).sit(ANNA, BEN).start()
        random = FastRandom(seed)
        while isinstance(desk.table.phase, Playing):
            seat = min(desk.playing.turns)
            legal = game.legal_actions(desk.playing.state, Seat(seat))
            desk.say((ANNA, BEN)[seat], act(legal[random.below(len(legal))]))
            (played,) = desk.log[-1].events
            assert isinstance(played, Played)
            if played.chance and not revealed(game, 2, played.events):
                assert desk.playing.history == ()
                desk.refused((ANNA, BEN)[seat], commands.AskUndo(), "nothing_to_undo")
                return
    raise AssertionError("nobody threw the die in twenty games")
