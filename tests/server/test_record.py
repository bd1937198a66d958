"""My record over HTTP: what the caller has played, for nobody else, to take along and to forget."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.playing import Filon, Person, new_guest, serving
from tests.server.test_analyses import ask, done, path_of, play_out, played_out
from tests.server.test_reading import hosting
from tests.tables.desk import four_playing
from tests.tables.test_given import begun, in_the_middle

pytestmark = pytest.mark.anyio


async def record(server: Filon, person: Person) -> list[dict[str, Any]]:
    answer = await ask(server, person, "GET", "/me/record")
    assert answer.status_code == 200, answer.text
    games: list[dict[str, Any]] = answer.json()["games"]
    return games


async def test_a_finished_game_is_in_the_record_of_each_who_sat_and_judged_once_analysed(
    server: Filon,
) -> None:
    anna, ben, cleo = await played_out(server)
    assert (await ask(server, None, "GET", "/me/record")).status_code == 401
    assert await record(server, await new_guest(server)) == []
    (before,) = await record(server, anna)
    assert (before["game"], before["games"], before["analysed"]) == ("diamant", 1, 0)
    assert [one["against"] for one in before["standings"]] == ["people"]
    assert before["levels"] == [{"name": "people", "played": 1, "wins": before["wins"]}]
    assert before["accuracy"] == []
    wins = [(await record(server, person))[0]["wins"] for person in (anna, ben, cleo)]
    assert sum(wins) == pytest.approx(1.0)
    await ask(server, anna, "POST", path_of(anna.table), {})
    analysis = (await done(server, anna, anna.table))["analysis"]
    for seat, person in enumerate((anna, ben, cleo)):
        (found,) = await record(server, person)
        assert found["analysed"] == 1
        own = [one for one in analysis["decisions"] if one["seat"] == seat]
        graded = [one for one in own if one["verdict"] != "ungraded"]
        assert [one["decisions"] for one in found["accuracy"]] == ([len(graded)] if graded else [])
        mistakes = [one["step"] for one in own if one["verdict"] == "mistake"]
        links = [link for kind in found["mistakes"] for link in kind["dearest"]]
        assert sorted(link["step"] for link in links) == mistakes
        for link in links:
            assert (link["table"], link["number"], link["kept"]) == (anna.table, 1, True)
    for person in (anna, ben, cleo):
        await person.go()


async def test_a_record_can_be_taken_along_and_tells_of_nobody_else_who_they_are(server: Filon) -> None:
    everybody = await played_out(server)
    anna, ben, cleo = everybody
    await anna.order("Rematch")
    await anna.order("Start")
    for person in everybody:
        await person.until(lambda who=person: who.status == "playing")  # type: ignore[misc]
    await play_out(everybody)
    answer = await ask(server, anna, "GET", "/me/record/export")
    assert "attachment" in answer.headers["content-disposition"]
    export = answer.json()
    assert export["format"] == "filon-record-1"
    assert export["record"]["games"] == await record(server, anna)
    first, second = export["played"]
    assert (first["number"], second["number"]) == (1, 2)
    assert first["opponents"] == second["opponents"] == ["", "person 1", "person 2"]
    for other in (ben, cleo):
        assert other.guest not in answer.text
    for person in everybody:
        await person.go()


async def test_a_forgotten_record_takes_the_games_off_ones_own_list_alone(server: Filon) -> None:
    anna, ben, cleo = await played_out(server)
    assert (await ask(server, None, "DELETE", "/me/record")).status_code == 401
    assert (await ask(server, anna, "DELETE", "/me/record")).status_code == 204
    assert await record(server, anna) == []
    assert (await ask(server, anna, "GET", "/me/games")).json()["games"] == []
    assert len(await record(server, ben)) == 1
    await ask(server, ben, "DELETE", f"/me/games/{ben.table}/1")
    assert await record(server, ben) == [], "what is off the list is out of the record"
    for person in (anna, ben, cleo):
        await person.go()


async def test_a_record_is_kept_when_its_tables_are_put_away(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/filon.db"
    with serving(database) as server:
        everybody = await played_out(server)
        anna = everybody[0]
        await ask(server, anna, "POST", path_of(anna.table), {})
        await done(server, anna, anna.table)
        before = await record(server, anna)
        for person in everybody:
            await person.go()
    with serving(database, finished_days=1e-9, retention_seconds=0.05) as server:
        while (await ask(server, anna, "GET", f"/tables/{anna.table}")).status_code != 404:
            pass
        (after,) = await record(server, anna)
        assert (await ask(server, anna, "GET", path_of(anna.table))).status_code == 404
    assert {**after, "mistakes": []} == {**before[0], "mistakes": []}
    assert [one["count"] for one in after["mistakes"]] == [one["count"] for one in before[0]["mistakes"]]
    assert not any(link["kept"] for one in after["mistakes"] for link in one["dearest"])


async def test_a_game_that_began_with_a_moment_of_another_is_listed_and_not_counted(tmp_path: Path) -> None:
    for number, (desk, counted) in enumerate(((four_playing(), 1), (begun(in_the_middle()), 0))):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with hosting(desk.play_out(), folder) as (_, http):
            assert len((await http.get("/api/me/games")).json()["games"]) == 1
            assert len((await http.get("/api/me/record")).json()["games"]) == counted
