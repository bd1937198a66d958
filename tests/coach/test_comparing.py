"""The same deal in two hands, side by side."""

import msgspec

from filon.coach.comparing import ComparedRow, Faced, Judged, decisions, faced, rows
from filon.coach.replay import moments
from filon.games.contract import CONTINUE, Seat
from filon.games.registry import GAMES
from filon.tables import patched
from filon.tables.replays import Step
from tests.coach.games import game_of

DIAMANT = GAMES["diamant"]


def taken(seed: int, seat: int) -> list[Faced]:
    file = game_of("diamant", seed)
    steps = [
        Step(one.step, one.sequence, 0, one.seat, "bot", one.action, one.events) for one in moments(file)
    ]
    return [one for one in faced(DIAMANT, file.state, steps, Seat(seat)) if one is not None]


def test_each_decision_is_there_as_its_seat_knew_it() -> None:
    for seat in range(3):
        found = taken(1, seat)
        played = [one for one in moments(game_of("diamant")) if one.seat == seat and one.action != CONTINUE]
        assert [one.step for one in found] == [one.step for one in played]
        for one, moment in zip(found, played, strict=True):
            assert one.view == DIAMANT.view(moment.before, Seat(seat))
            assert one.action == moment.action
        told = msgspec.json.decode(msgspec.json.encode(decisions(found, {})))
        view = msgspec.json.decode(msgspec.json.encode(found[0].view))
        for decision, one in zip(told, found, strict=True):
            view = view if decision["patch"] is None else patched(view, decision["patch"])
            assert view == msgspec.json.decode(msgspec.json.encode(one.view))


def test_the_best_is_told_only_of_a_mistake() -> None:
    first, second, third = taken(1, 0)[:3]
    go_on, leave = DIAMANT.read("go"), DIAMANT.read("leave")
    judged = {first.step: Judged("mistake", 0.2, leave), second.step: Judged("best", 0.0, go_on)}
    told = decisions([first, second, third], judged)
    assert [(one.verdict, one.cost, one.best) for one in told] == [
        ("mistake", 0.2, leave),
        ("best", 0.0, None),
        (None, None, None),
    ]


def test_decisions_are_set_side_by_side_round_by_round() -> None:
    def in_round(number: int, what: str) -> Faced:
        return Faced(number, 0, None, what, what)

    ours = [in_round(1, "a"), in_round(1, "b"), in_round(3, "e")]
    theirs = [in_round(1, "a"), in_round(2, "d"), in_round(3, "f"), in_round(3, "g")]
    assert rows(ours, theirs) == (
        ComparedRow(1, 0, 0, same=True),
        ComparedRow(1, 1, None, same=False),
        ComparedRow(2, None, 1, same=False),
        ComparedRow(3, 2, 2, same=False),
        ComparedRow(3, None, 3, same=False),
    )


def test_who_begins_with_the_same_deal_faces_the_same() -> None:
    found = rows(taken(1, 1), taken(1, 1))
    assert all(row.same for row in found)
    assert len({row.round for row in found}) == 5
