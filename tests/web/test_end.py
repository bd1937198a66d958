"""The end of a game: what can be pressed there, in both languages."""

import hashlib
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.diamant import expect_result, play_to_the_end, start
from tests.web.house import Visitor, words_of

_WINDOWS = ((1280, 800), (1280, 500), (853, 533), (844, 390), (390, 844))
_PNG = b"\x89PNG\r\n\x1a\n"


def _always_in_sight(page: Page, *buttons: str) -> None:
    """However high the result is, and however low the window."""
    usual = page.viewport_size
    for width, height in _WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        for name in buttons:
            expect(page.locator(".below").get_by_text(name, exact=True)).to_be_in_viewport(ratio=1)
        expect(page.locator(".scores li").first).to_be_attached()
    assert usual is not None
    page.set_viewport_size(usual)


def _shared(ada: Visitor, words: dict[str, str]) -> None:
    """A sentence with a link that others can follow, and a picture."""
    page = ada.page
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    url = json.dumps({"url": "https://filon.example/t/ABCDEF", "qr": "", "reachable": True})
    page.route("**/api/tables/*/qr", lambda route: route.fulfill(body=url, content_type="application/json"))
    page.get_by_role("button", name=words["share"]).click()
    dialog = page.get_by_role("dialog", name=words["share_result"])
    expect(dialog).to_contain_text("https://filon.example")
    dialog.get_by_role("button", name=words["share_copy"]).click()
    expect(page.get_by_text(words["copied"])).to_be_visible()
    sentence = page.evaluate("navigator.clipboard.readText()")
    assert sentence.startswith("Diamant ")
    assert "Ada" in sentence
    assert sentence.endswith(" https://filon.example"), "the house, not the table"
    with page.expect_download() as saved:
        dialog.get_by_role("button", name=words["share_save"]).click()
    assert saved.value.suggested_filename == "filon-diamant.png"
    assert Path(saved.value.path()).read_bytes().startswith(_PNG)
    assert ada.axe() == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("locale", "size"), [("en-GB", "laptop"), ("fr-FR", "phone")])
def test_the_end_is_shared_checked_and_played_again(visit: Visit, locale: str, size: str) -> None:
    words = words_of(locale)
    ada = visit(size=size, locale=locale).named("Ada")
    table = ada.open_table("diamant", 4, options={"artifacts": "one_per_cave"})
    promised = ada.page.locator(".facts code").inner_text().rstrip("…")
    page = start(ada)
    assert ada.sideways() == 0
    play_to_the_end(page, leave_every=3)
    expect_result(page, 4)

    _always_in_sight(page, words["rematch"], words["share"], words["home"])
    page.get_by_role("button", name=words["statistics"]).click()
    expect(page.locator(".statistics table").first.locator("tbody tr")).to_have_count(4)
    assert ada.axe() == []
    assert ada.cut() == []
    assert ada.sideways() == 0
    page.locator(".end").get_by_role("button", name=words["show_result"], exact=True).click()
    _shared(ada, words)

    page.get_by_role("button", name=words["see_table"]).click()
    expect(page.locator(".end")).to_have_count(0)
    page.get_by_role("button", name=words["show_result"]).click()

    page.get_by_text(words["verify_title"]).click()
    commitment, secret, seed = page.locator(".end code").all_inner_texts()
    assert commitment.startswith(promised), "the hash of before the deal"
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert len(bytes.fromhex(seed)) == 32
    page.get_by_role("button", name=words["verify_here"]).click()
    for finding in ("verify_commitment", "verify_mixed", "verify_mine"):
        expect(page.get_by_text(words[finding])).to_be_visible()
    assert page.locator(".end li.bad").count() == 0
    with page.expect_download() as saved:
        page.locator(".end a[download]").click()
    assert saved.value.suggested_filename == f"filon-{table['code']}.json"

    page.get_by_role("button", name=words["rematch"]).click()
    expect(page.get_by_text(words["lobby_again"])).to_be_visible()
    assert page.locator(".facts code").inner_text().rstrip("…") != promised, "another game, another secret"
    start(ada)
    if size == "phone":
        page.get_by_role("button", name=words["menu"]).click()
    log = page.get_by_role("list", name=words["log"])
    expect(log).to_contain_text(words["told_started"].replace("{number}", "2"))
    expect(log).not_to_contain_text(words["told_started"].replace("{number}", "1"))


def test_another_game_invites_the_others_and_takes_nobody_from_the_result(visit: Visit) -> None:
    words = words_of("fr-FR")
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    table = ada.open_table("diamant", 3)
    bruno.go(f"/t/{table['code']}").wait_for_selector(".start")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    start(ada)
    play_to_the_end(ada.page, bruno.page)
    scores = bruno.page.locator(".scores b").all_inner_texts()

    ada.page.get_by_role("button", name="Play again").click()
    expect(ada.page.locator(".start .main")).to_be_visible()
    bar = bruno.page.locator(".below")
    expect(bar).to_contain_text(words["next_game_invites"].replace("{name}", "Ada"))
    bar.get_by_role("button", name=words["next_game_stay"]).click()
    expect(bar.get_by_role("status")).to_have_count(0)
    assert bruno.page.locator(".scores b").all_inner_texts() == scores

    start(ada)
    expect(bar).to_contain_text(words["next_game_begun"])
    expect(bruno.page.locator("#end-title")).to_be_visible()
    assert bruno.page.locator(".scores b").all_inner_texts() == scores
    assert bruno.axe() == []
    bar.get_by_role("button", name=words["next_game_go"]).click()
    expect(bruno.page.locator(".choice:enabled")).to_have_count(2)
