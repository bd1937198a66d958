"""After the game: what the coach says of it, its exercises, the record, and the puzzle of the day."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from filon.coach.puzzle import searching
from filon.coach.puzzle_model import FORMAT, FoundPuzzle
from tests.web.conftest import Visit
from tests.web.house import PATIENCE_MS, ROOT, Visitor, serving, words_of
from tests.web.labyrinth import TURNS, Hand

_ANALYSED_MS: Final = 90_000
"""It gives way to everything else on a busy machine."""
_RAW: Final = re.compile(r"\bcoach\.|\b[a-z]+_[a-z]+_?|[{}]|\bundefined\b|\bNaN\b")


def _said(locale: str) -> dict[str, str]:
    """What these pages say, by the names of their messages."""
    messages = json.loads((ROOT / "web" / "messages" / locale[:2] / "coach.json").read_text())
    return {name: text for name, text in messages.items() if isinstance(text, str)} | words_of(locale)


def _expect_words(page: Page) -> None:
    """Nothing on the page is a key instead of a sentence."""
    assert _RAW.findall(page.locator("body").inner_text()) == []


def _expect_sound(visitor: Visitor) -> None:
    _expect_words(visitor.page)
    assert visitor.axe() == []
    assert visitor.cut() == []
    assert visitor.sideways() == 0


def _whole(number: str) -> int:
    return int(number.replace("\N{MINUS SIGN}", "-"))


def _expect_a_sum(page: Page) -> None:
    """Whoever adds up the parts on paper finds the result, for each player."""
    for player in page.locator(".sum .who button").all():
        player.click()
        *parts, result = map(_whole, page.locator(".sum dd b").all_inner_texts())
        assert sum(parts) == result
        assert len(parts) == 4


def _expect_a_curve(page: Page, players: int) -> None:
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    shares = page.locator(".readout li b")
    expect(shares).to_have_count(players)
    assert 98 <= sum(map(int, shares.all_inner_texts())) <= 102
    first = slider.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") != first
    page.locator(".curve summary").click()
    assert page.locator(".curve tbody tr").count() > 2


def _opened(visitor: Visitor, words: dict[str, str]) -> Page:
    """One press at the end of the game, and then only to wait."""
    page = visitor.page
    page.locator(".below a[href$='/coach']").click()
    page.wait_for_selector(".working")
    expect(page).to_have_title(re.compile(re.escape(words["coach"])))
    return page


def _stopped_and_asked_again(visitor: Visitor, words: dict[str, str]) -> None:
    """At once: what is done already cannot be stopped any more."""
    page = visitor.page
    page.locator(".working button").evaluate_all("buttons => buttons.forEach((button) => button.click())")
    page.wait_for_selector(".working[data-state=cancelled], .report")
    if page.locator(".working").count():
        assert visitor.axe() == []
        page.get_by_role("button", name=words["coach_again"]).click()


def _exercise(page: Page) -> Locator:
    """The first decision that could be weighed, asked again: nothing of the answer is there yet."""
    page.locator(".decisions li button").first.click()
    page.wait_for_selector(".exercise[data-answered=false]")
    exercise = page.locator(".exercise")
    expect(exercise.locator(".options, .hinted, .advised")).to_have_count(0)
    return exercise


def _diamant(page: Page) -> None:
    page.locator(".choice.go_on").click()
    expect(page.locator(".choice.hinted")).to_have_count(1)
    expect(page.locator(".options li")).to_have_count(2)


def _labyrinth(page: Page) -> None:
    assert Hand(page, touch=True, patience_ms=PATIENCE_MS).act()


_PLAYED: Final[dict[str, tuple[dict[str, object], Callable[[Page], None]]]] = {
    "diamant": ({}, _diamant),
    "labyrinth": ({"turn_limit": TURNS, "goal": 6}, _labyrinth),
}


@pytest.mark.parametrize(
    ("game", "locale", "size", "theme"),
    [("diamant", "en-GB", "laptop", "light"), ("labyrinth", "fr-FR", "phone", "dark")],
)
def test_a_game_is_understood_asked_again_and_remembered(
    visit: Visit, game: str, locale: str, size: str, theme: str
) -> None:
    words = _said(locale)
    options, play = _PLAYED[game]
    ada = visit(size=size, locale=locale, theme=theme).named("Ada")
    table = ada.open_table(game, 3, options=options)
    ada.page.locator(".start .main").click()
    ada.play_out(table, seconds=60)
    page = _opened(ada, words)
    if size == "phone":
        _stopped_and_asked_again(ada, words)
    page.wait_for_selector(".report", timeout=_ANALYSED_MS)
    _expect_a_sum(page)
    asked = page.locator(".dearest b").all_inner_texts()
    assert set(asked) <= {words["coach_what_would_you_do"]}, "what was wrong would tell the answer"
    _expect_a_curve(page, 3)
    page.locator(".decisions select").select_option("1")
    expect(page.locator(".decisions li").first).to_contain_text(re.compile(r"\w"))
    page.locator(".decisions select").select_option("0")
    _expect_sound(ada)

    exercise = _exercise(page)
    play(page)
    expect(exercise.locator(".options li.best")).to_have_count(1)
    expect(exercise.locator(".options")).to_contain_text(words["coach_played_by_you"])
    expect(exercise.locator(".reason")).to_contain_text(re.compile(r"\w"))
    _expect_sound(ada)
    page.reload()
    page.wait_for_selector(".exercise[data-answered=false]")
    page.get_by_role("button", name=words["coach_show_me"]).click()
    expect(exercise.locator(".options li.best")).to_have_count(1)
    exercise.locator("header button").click()
    page.wait_for_selector(".report")

    ada.go("/record")
    expect(page.locator(f"section[aria-labelledby=record-{game}]")).to_be_visible()
    _expect_sound(ada)
    page.get_by_role("button", name=words["record_delete"]).click()
    page.get_by_role("button", name=words["record_delete_not"]).click()
    page.get_by_role("button", name=words["record_delete"]).click()
    page.get_by_role("button", name=words["record_delete_sure"]).click()
    expect(page.get_by_text(words["record_empty"])).to_be_visible()
    assert ada.axe() == []


def _keep(file: Path, puzzle: FoundPuzzle) -> None:
    """Puts a puzzle of today, and of tomorrow, there as somebody who works would have."""
    today = datetime.now(UTC).date()
    job = ("daily", None, "", FORMAT, "done", 1, 1, "", msgspec.json.encode(puzzle), 1)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as connection:
        connection.executemany(
            "INSERT OR REPLACE INTO jobs (key, kind, table_id, guest, format, state, progress, attempts,"
            " reason, result, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(f"{today + timedelta(days=later)} diamant", *job) for later in (0, 1)],
        )


def _found() -> FoundPuzzle:
    work = searching("diamant", "2026-01-02", enough=lambda: True)
    while True:
        try:
            next(work)
        except StopIteration as found:
            puzzle: FoundPuzzle = found.value
            return puzzle


def test_a_puzzle_of_the_day_has_one_try_and_begins_a_streak(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = _said("fr-FR")
    monkeypatch.setenv("FILON_EMBEDDED_WORKER", "false")  # the puzzle is laid out here
    puzzle = _found()
    right = puzzle.decision.options[0].action.choice.value
    with serving(folder=tmp_path) as address:
        ada = Visitor(browser, address, size="phone", locale="fr-FR", theme="light")
        page = ada.go("/")
        page.locator("a[href='/daily']").click()
        expect(page.get_by_text(words["daily_streak_none"])).to_be_visible()
        _expect_sound(ada)
        page.locator("a[href='/daily/diamant']").click()
        expect(page.get_by_text(words["daily_making"])).to_be_visible()
        _keep(tmp_path / "filon.db", puzzle)
        page.wait_for_selector(".exercise[data-answered=false]")
        assert page.locator(".options, .hinted").count() == 0
        _expect_sound(ada)
        page.locator(f".choice.{right}").click()
        expect(page.get_by_text(words["daily_right"])).to_be_visible()
        _expect_sound(ada)
        page.reload()
        expect(page.get_by_text(words["daily_right"])).to_be_visible()
        other = "leave" if right == "go_on" else "go_on"
        page.locator(f".choice.{other}").click()
        expect(page.get_by_text(words["daily_right"])).to_be_visible()
        page.locator(".coach a[href='/daily']").click()
        expect(page.locator(".streak.lit")).to_contain_text("1")
        expect(page.get_by_text(words["daily_solved"])).to_be_visible()
        ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name=words["daily_share"]).click()
        _expect_sound(ada)
        assert ada.complaints == []
        ada.close()
