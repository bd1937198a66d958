"""The end of a game: what can be pressed there, in both languages."""

import hashlib

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.diamant import expect_result, play_to_the_end, start
from tests.web.house import words_of


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

    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=words["share"]).click()
    expect(page.get_by_text(words["copied"])).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.splitlines()[0] == "Filon"
    assert len(shared.splitlines()) == 5
    assert "Ada: " in shared

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
