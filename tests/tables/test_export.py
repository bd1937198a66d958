"""Leaving with one's data: a finished game as one file, and whether every card and event in it is right."""

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from filon.games.contract import Malformed, Seat
from filon.games.outofmine.model import Choosing
from filon.games.registry import GAMES
from filon.tables import Guest, Refused, commands, export_game, replay, verify
from filon.tables.export import finished_game, require_may_export
from filon.tables.model import GAMES_KEPT, Playing
from tests.tables.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, act, four_playing, settings

FAY = Guest("fay")


def finished() -> Desk:
    return four_playing().play_out()


def as_dict(data: bytes) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(data)
    return decoded


def test_a_finished_game_verifies() -> None:
    desk = finished()
    verdict = verify(export_game(desk.log, names=True))
    assert verdict.ok, verdict.problems
    assert verdict.steps == sum(
        type(event).__name__ == "Played" for entry in desk.log for event in entry.events
    )


@pytest.mark.parametrize(("game", "seats"), [("saboteur", 4), ("labyrinth", 3), ("outofmine", 2)])
def test_every_game_verifies_bots_and_table_actions_included(game: str, seats: int) -> None:
    options = msgspec.to_builtins(GAMES[game].simulation)
    desk = Desk(settings(game=game, seats=seats, options=options, bot_pause_ms=0)).sit(ANNA)
    desk.say(ANNA, commands.Start("random"))
    desk.play_out()
    data = export_game(desk.log, names=True)
    assert verify(data).ok, verify(data).problems
    assert "".join(replay(data))


def test_a_game_that_the_clock_ends_verifies() -> None:
    """Out of Mine!: when time is up the table itself deals the boards of the next round."""
    desk = Desk(settings(game="outofmine", seats=2, options={"round_limit": 60})).sit(ANNA, BEN).start()
    game = GAMES["outofmine"]
    while isinstance(desk.table.phase, Playing):
        phase = desk.table.phase
        if isinstance(phase.state.phase, Choosing):
            seat = min(phase.turns)
            desk.say((ANNA, BEN)[seat], act(game.legal_actions(phase.state, Seat(seat))[0]))
        else:
            desk.wait(60)
    data = export_game(desk.log, names=True)
    assert b'"table"' in data
    assert verify(data).ok, verify(data).problems


def test_names_are_in_the_file_by_choice() -> None:
    desk = Desk().sit(ANNA, BEN)
    desk.say(ANNA, commands.Start("random"))
    desk.play_out()
    assert as_dict(export_game(desk.log, names=True))["players"] == [
        "Anna",
        "Ben",
        "bot: random",
        "bot: random",
    ]
    without = export_game(desk.log, names=False)
    assert as_dict(without)["players"] == ["player 1", "player 2", "bot: random", "bot: random"]
    for word in (b"Anna", b"anna", b"Ben"):
        assert word not in without


def test_a_game_is_not_given_away_before_it_is_over() -> None:
    with pytest.raises(Refused) as no:
        export_game(four_playing().log, names=True)
    assert no.value.code == "not_over"


def test_the_latest_game_or_any_earlier_one() -> None:
    desk = finished()
    desk.say(ANNA, commands.Rematch())
    first = export_game(desk.log, names=True)
    desk.start()
    assert export_game(desk.log, names=True) == first, "the second is still being played"
    desk.play_out(seed=9)
    second = export_game(desk.log, names=True)
    assert second != first
    assert export_game(desk.log, names=True, game=1) == first
    assert verify(first).ok
    assert verify(second).ok
    with pytest.raises(Refused):
        export_game(desk.log, names=True, game=3)


def test_what_was_taken_back_is_in_the_file_and_verifies() -> None:
    desk = four_playing()
    desk.act(ANNA, "leave")
    desk.say(ANNA, commands.AskUndo())
    for guest in (BEN, CLEO, DAN):
        desk.say(guest, commands.AnswerUndo(agree=True))
    desk.play_out()
    data = export_game(desk.log, names=True)
    assert verify(data).ok
    assert "taken back to before 10" in list(replay(data))


def test_replay_tells_the_game_and_its_end() -> None:
    lines = list(replay(export_game(finished().log, names=True)))
    assert lines[0] == "Diamant: 0 Anna, 1 Ben, 2 Cleo, 3 Dan"
    assert lines[-1].startswith("won by ")
    assert any("turned" in line for line in lines)


def _first_turned(file: dict[str, Any]) -> dict[str, Any]:
    for step in file["steps"]:
        for event in step["events"]:
            if event["type"] == "CardTurned":
                found: dict[str, Any] = event
                return found
    raise AssertionError


def tamper_secret(file: dict[str, Any]) -> None:
    file["secret"] = "00" * 32


def tamper_commitment(file: dict[str, Any]) -> None:
    file["commitment"] = "00" * 32


def tamper_nonce(file: dict[str, Any]) -> None:
    file["nonces"][0] = "11" * 16


def tamper_nonce_length(file: dict[str, Any]) -> None:
    file["nonces"][0] = "11"


def tamper_hex(file: dict[str, Any]) -> None:
    file["secret"] = "none of your business"  # noqa: S105


def tamper_seed(file: dict[str, Any]) -> None:
    file["seed"] = "22" * 32


def tamper_deal(file: dict[str, Any]) -> None:
    file["state"]["phase"]["pile"].reverse()


def tamper_card(file: dict[str, Any]) -> None:
    _first_turned(file)["share"] += 1


def tamper_action(file: dict[str, Any]) -> None:
    action = file["steps"][0]["action"]
    action["choice"] = "leave" if action["choice"] == "go_on" else "go_on"


def tamper_seat(file: dict[str, Any]) -> None:
    file["steps"][0]["seat"] = 99


def tamper_step(file: dict[str, Any]) -> None:
    del file["steps"][3]


def tamper_last_step(file: dict[str, Any]) -> None:
    del file["steps"][-1]


def tamper_events(file: dict[str, Any]) -> None:
    file["steps"][-1]["events"].pop()


def tamper_order(file: dict[str, Any]) -> None:
    file["steps"][0], file["steps"][1] = file["steps"][1], file["steps"][0]


def tamper_undo(file: dict[str, Any]) -> None:
    sequence = file["steps"][0]["sequence"]
    file["steps"].insert(1, {"type": "TakenBack", "sequence": sequence, "to": 1})


def tamper_outcome(file: dict[str, Any]) -> None:
    file["outcome"]["winners"] = [0, 1, 2, 3]


def tamper_options(file: dict[str, Any]) -> None:
    file["options"]["artifacts"] = "one_per_cave"


def tamper_option_name(file: dict[str, Any]) -> None:
    file["options"] = {"dragons": "yes"}


def tamper_players(file: dict[str, Any]) -> None:
    file["players"].append("Nobody")


def tamper_dealt_at(file: dict[str, Any]) -> None:
    file["dealt_at"] -= 1


@pytest.mark.parametrize(
    "tamper", [value for name, value in sorted(globals().items()) if name.startswith("tamper_")]
)
def test_whatever_is_changed_in_the_file_is_found_out(tamper: Any) -> None:
    file = as_dict(export_game(finished().log, names=True))
    tamper(file)
    verdict = verify(msgspec.json.encode(file))
    assert not verdict.ok
    assert verdict.problems[0]
    with pytest.raises(Malformed, match=re.escape(verdict.problems[0])):
        list(replay(msgspec.json.encode(file)))


@pytest.mark.parametrize("part", [-1, 0, 2**63])
def test_an_impossible_sequence_is_malformed(part: int) -> None:
    file = as_dict(export_game(finished().log, names=True))
    file["dealt_at"] = part
    with pytest.raises(Malformed):
        verify(msgspec.json.encode(file))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"format": "filon-game-1", "game": "chess"}',
        b'{"format": "pgn", "game": "diamant"}',
        b'{"format": "filon-game-1", "game": "diamant"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_game_file_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        verify(data)


def may(desk: Desk, guest: Guest | None, *, game: int | None = None, after_s: float = 0) -> str:
    """Whether this guest may take the game along: "yes", or why not."""
    try:
        finished = finished_game(desk.table, game)
        require_may_export(desk.table, finished, guest, desk.now + int(after_s * 1000))
    except Refused as no:
        return no.code
    return "yes"


def played_out(**given: Any) -> Desk:
    return Desk(settings(**given)).sit(ANNA, BEN, CLEO, DAN).start().play_out()


@pytest.mark.parametrize(
    ("given", "stranger"),
    [
        ({"watch": "nobody"}, "no_watching"),
        ({"watch": "public"}, "yes"),
        ({"watch": "seat"}, "yes"),
        ({"watch": "delayed", "delay_s": 300}, "late"),
    ],
)
def test_the_rule_of_the_game_decides_who_takes_it_along(given: dict[str, Any], stranger: str) -> None:
    desk = played_out(**given)
    for phase in range(4):
        assert [may(desk, nosy, game=1) for nosy in (EVE, None)] == [stranger, stranger]
        assert {may(desk, guest, game=1) for guest in (ANNA, BEN, CLEO, DAN)} == {"yes"}
        match phase:
            case 0:
                desk.say(ANNA, commands.Rematch())
            case 1:
                desk.say(ANNA, commands.ChangeSettings(settings(watch="public")))
            case _:
                if not isinstance(desk.table.phase, Playing):
                    desk.start()


def test_a_game_shown_late_is_taken_along_as_late() -> None:
    desk = played_out(watch="delayed", delay_s=300)
    assert may(desk, EVE, after_s=299.9) == "late"
    assert may(desk, EVE, after_s=300) == "yes"
    desk.say(ANNA, commands.Rematch())
    desk.say(ANNA, commands.ChangeSettings(settings(watch="delayed", delay_s=600)))
    assert may(desk, EVE, after_s=599.9) == "late"
    assert may(desk, EVE, after_s=600) == "yes"


def test_who_sat_there_may_and_who_came_for_the_next_game_may_not() -> None:
    desk = Desk(settings(watch="nobody")).sit(ANNA, BEN, CLEO, DAN).start()
    desk.say(CLEO, commands.Leave())
    desk.play_out()
    assert may(desk, CLEO) == "yes", "a bot played on, but the seat was Cleo's when the cards were dealt"
    desk.say(BEN, commands.HandSeat(EVE))
    assert (may(desk, EVE), may(desk, BEN)) == ("yes", "no_watching"), "the same person on another device"
    desk.say(ANNA, commands.Rematch())
    desk.say(DAN, commands.LeaveSeat())
    desk.sit(FAY)
    assert may(desk, FAY) == "no_watching"
    assert may(desk, DAN) == "yes"
    desk.say(ANNA, commands.Remove(DAN))
    assert may(desk, DAN) == "removed"


def test_only_the_latest_games_are_remembered() -> None:
    desk = played_out()
    finished = desk.table.finished[0]
    many = tuple(replace(finished, game=game) for game in range(2, GAMES_KEPT + 2))
    desk.table = replace(desk.table, finished=many)
    assert may(desk, ANNA, game=1) == "too_old"
    assert may(desk, ANNA, game=2) == "yes"
    assert may(desk, ANNA, game=GAMES_KEPT + 2) == "not_over"
    desk = played_out()
    for seed in range(1, GAMES_KEPT + 3):
        desk.say(ANNA, commands.Rematch())
        desk.start().play_out(seed=seed)
    assert [game.game for game in desk.table.finished] == list(range(4, GAMES_KEPT + 4))
