"""What a player far away keeps of the messages: the latest view, the legal actions, and what has happened."""

import json
from typing import Any

import msgspec

from filon.games.chance import FastRandom
from filon.games.contract import Seat, play
from filon.games.diamant import DIAMANT
from filon.games.diamant.model import Choice, Choose
from filon.lab.heard import Heard, read_frame

GO_ON = Choose(Choice.GO_ON)
STATE = DIAMANT.deal(3, DIAMANT.simulation, FastRandom(1))
TABLE = {"status": "playing", "game_number": 1}


def game(state: Any = STATE, *, turns: tuple[int, ...] = (0, 1, 2), legal: bool = True) -> dict[str, Any]:
    part = {"view": plain(DIAMANT.view(state, Seat(0))), "turns": [{"seat": seat} for seat in turns]}
    return {**part, "legal": plain(DIAMANT.legal_actions(state, Seat(0)))} if legal else part


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def entry(sequence: int, *events: dict[str, Any]) -> dict[str, Any]:
    return {"sequence": sequence, "at": 0, "sender": "g", "events": events}


def played(seat: int) -> dict[str, Any]:
    return {"type": "Played", "seat": seat, "by": "player", "events": [plain(happened(seat))]}


def happened(seat: int) -> Any:
    _, events = play(DIAMANT, STATE, Seat(seat), GO_ON, FastRandom(2))
    return DIAMANT.redact(events[0], Seat(0))


def told(*messages: dict[str, Any]) -> Heard:
    heard = Heard(DIAMANT)
    for said in read_frame(json.dumps(messages)):
        heard.hear(said)
    return heard


def sync(sequence: int, **more: Any) -> dict[str, Any]:
    return {
        "type": "Sync",
        "sequence": sequence,
        "seat": 0,
        "playing": True,
        "table": TABLE,
        "chat": [],
        **more,
    }


def update(sequence: int, *entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "Update", "sequence": sequence, "at": 0, "entries": entries, **more}


STARTED = update(2, entry(2, {"type": "Started", "game": 1}), game=game(), table=TABLE)
LOBBY = sync(1, table={"status": "lobby", "game_number": 1}, game=None)


def test_in_the_lobby_there_is_nothing_to_decide() -> None:
    assert told(LOBBY).sight() is None


def test_a_sight_has_the_view_the_legal_actions_and_the_past_since_the_start() -> None:
    sight = told(LOBBY, STARTED, update(3, entry(3, played(1)), game=game())).sight()
    assert sight is not None
    assert sight.view == DIAMANT.view(STATE, Seat(0))
    assert list(sight.legal) == list(DIAMANT.legal_actions(STATE, Seat(0)))
    assert sight.past == (happened(1),)


def test_legal_actions_that_are_left_out_are_what_they_were() -> None:
    sight = told(LOBBY, STARTED, update(3, entry(3, played(1)), game=game(legal=False))).sight()
    assert sight is not None
    assert list(sight.legal) == list(DIAMANT.legal_actions(STATE, Seat(0)))


def test_nobody_is_asked_out_of_turn() -> None:
    assert told(LOBBY, STARTED, update(3, entry(3, played(0)), game=game(turns=(1, 2)))).sight() is None


def test_who_is_too_late_is_not_asked() -> None:
    """The seat is waited for still, but a bot takes the decision: nothing is legal for its player."""
    assert told(sync(4, game={**game(), "legal": []})).sight() is None


def test_what_was_taken_back_has_not_happened() -> None:
    heard = told(
        LOBBY,
        STARTED,
        update(4, entry(3, played(1)), entry(4, played(2))),
        update(6, entry(6, {"type": "Undone", "to": 4})),
        update(7, entry(7, {"type": "SeatHanded", "seat": 1, "guest": "g", "to": "h"})),
    )
    sight = heard.sight()
    assert sight is not None
    assert sight.past == (happened(1),)
    assert heard.sequence == 7


def test_who_came_late_has_no_past_rather_than_half_of_one() -> None:
    heard = told(sync(5, game=game()), update(6, entry(6, played(1)), game=game()))
    sight = heard.sight()
    assert sight is not None
    assert sight.past == ()
    for said in read_frame(json.dumps([update(9, entry(9, {"type": "Started", "game": 2}, played(2)))])):
        heard.hear(said)
    sight = heard.sight()
    assert sight is not None
    assert sight.past == (happened(2),)


def test_who_was_away_for_a_while_has_no_past_with_a_gap_in_it() -> None:
    """A Sync says what is, and not what has happened in between."""
    back = sync(8, game=game())
    heard = told(LOBBY, STARTED, update(3, entry(3, played(1)), game=game()), back)
    for said in ([], [update(9, entry(9, played(2)), game=game())]):
        for message in read_frame(json.dumps(said)):
            heard.hear(message)
        sight = heard.sight()
        assert sight is not None
        assert sight.past == ()


def test_who_only_watches_is_never_asked() -> None:
    assert told(sync(5, game=game(), playing=False)).sight() is None


def test_the_outcome_comes_with_the_end() -> None:
    outcome = {"winners": [0, 2], "reason": "the most gems", "scores": [9, 3, 9], "tally": {}}
    over = update(8, table={"status": "over", "game_number": 1}, game={**game(turns=()), "outcome": outcome})
    heard = told(LOBBY, STARTED)
    assert not heard.is_over()
    assert heard.outcome() is None
    heard = told(LOBBY, STARTED, over)
    assert heard.is_over()
    found = heard.outcome()
    assert found is not None
    assert found.winners == (0, 2)
