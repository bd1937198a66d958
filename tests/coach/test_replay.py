"""A file folded again is the game as it was: every position, every view, without what was taken back."""

from typing import Any

import pytest
from msgspec.structs import replace

from filon.bots import level
from filon.coach.played import Recording, played_game
from filon.coach.replay import moments, sights
from filon.games.contract import Malformed, Seat
from filon.games.registry import GAMES
from filon.tables import commands, export_game, verify
from filon.tables.events import Played
from filon.tables.evolve import fold
from filon.tables.export import GameFile, TakenBack, read_game, write_game
from filon.tables.model import Playing
from tests.coach.games import FEWEST, game_of
from tests.tables.desk import ANNA, Desk, settings

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_game_of_bots_is_a_file_that_verifies(name: str) -> None:
    written = write_game(game_of(name))
    assert verify(written).ok, verify(written).problems
    assert read_game(written) == game_of(name)


def test_the_same_seed_plays_the_same_game() -> None:
    again = played_game(GAMES["diamant"], ("normal",) * 3, 1)
    assert again == game_of("diamant")
    assert again.steps != game_of("diamant", 2).steps


@every_game
def test_moments_are_the_positions_that_were_played(name: str) -> None:
    game = GAMES[name]
    player = level("normal")
    recording = Recording(game, ("normal",) * FEWEST[name], 3, game.simulation)
    lived = list(recording.decisions(lambda _state, _seat: player))
    told = list(sights(recording.file()))
    assert len(told) == len(lived)
    for (moment, sight), decision in zip(told, lived, strict=True):
        assert moment.before == decision.before
        assert (moment.seat, moment.action) == (decision.seat, decision.action)
        assert sight.view == decision.sight.view
        assert sight.legal == decision.sight.legal
        if decision.sight.past:
            assert sight.past == decision.sight.past


def table_game(name: str) -> Desk:
    options = {"round_limit": None} if name == "outofmine" else {}
    desk = Desk(settings(game=name, seats=FEWEST[name], options=options, bot_pause_ms=0)).sit(ANNA)
    desk.say(ANNA, commands.Start("random"))
    return desk.play_out()


@every_game
def test_moments_of_an_export_are_the_positions_of_the_table(name: str) -> None:
    desk = table_game(name)
    counted = moments(read_game(export_game(desk.log, names=True)))
    entries = {entry.sequence: entry for entry in desk.log}
    for moment in counted[:: max(1, len(counted) // 12)]:
        table = fold(desk.log[: moment.sequence - 1])
        first = next(event for event in entries[moment.sequence].events if isinstance(event, Played))
        if first.action == moment.action:
            assert isinstance(table.phase, Playing)
            assert table.phase.state == moment.before
    after = [moment.after for moment in counted]
    assert after[:-1] == [moment.before for moment in counted[1:]]
    assert GAMES[name].outcome(after[-1]) == read_game(export_game(desk.log, names=True)).outcome


def with_undo(file: GameFile[Any, Any, Any], back: int, to: int) -> GameFile[Any, Any, Any]:
    """The file with its steps from `to` to before `back` taken back and played once more."""
    steps: list[Any] = [
        *file.steps[:back],
        TakenBack(file.steps[back - 1].sequence + 1, file.steps[to].sequence),
    ]
    steps += [replace(step, sequence=step.sequence + 100) for step in file.steps[to:]]
    return replace(file, steps=tuple(steps))


def test_what_was_taken_back_is_left_out() -> None:
    file = game_of("diamant")
    undone = with_undo(file, back=9, to=4)
    counted, plain = moments(undone), moments(file)
    assert [moment.step for moment in counted] == [0, 1, 2, 3, *range(10, len(undone.steps))]
    assert [(m.before, m.action, m.after) for m in counted] == [(m.before, m.action, m.after) for m in plain]


def test_a_seat_does_not_remember_what_was_taken_back() -> None:
    file = game_of("diamant")
    before, after = (list(sights(one)) for one in (file, with_undo(file, back=9, to=4)))
    assert [sight for _, sight in before] == [sight for _, sight in after]


def test_a_file_that_goes_back_to_nowhere_is_refused() -> None:
    file = game_of("diamant")
    astray = replace(file, steps=(*file.steps[:3], TakenBack(9, 99)))
    with pytest.raises(Malformed, match="never was"):
        moments(astray)


def test_a_seat_sees_its_own_view_and_nobody_elses() -> None:
    for name in GAMES:
        for moment, sight in list(sights(game_of(name)))[:20]:
            assert moment.seat is not None
            assert sight.view == GAMES[name].view(moment.before, Seat(moment.seat))
