"""What happens around a game among people: a wrong code, somebody sent away, a house that restarts."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.diamant import start
from tests.web.house import words_of


def test_a_wrong_code_is_corrected_where_it_was_refused(visit: Visit) -> None:
    table = visit().named("Ada").open_table("diamant", 3)
    bruno = visit(size="phone").named("Bruno")
    bruno.go("/").get_by_label("Code or link").fill("222222")
    bruno.page.keyboard.press("Enter")
    expect(bruno.page.get_by_role("heading", level=1)).to_contain_text("222222")
    bruno.complaints.clear()  # the browser's own words on a 404
    field = bruno.page.get_by_label("Code or link")
    expect(field).to_have_value("222222")
    field.fill(table["code"].lower())
    bruno.page.keyboard.press("Enter")
    expect(bruno.page.get_by_text("Bruno (you)")).to_be_visible()


def test_nobody_is_sent_away_by_a_slip_and_who_was_may_be_let_back(visit: Visit) -> None:
    ada, bruno = visit().named("Ada"), visit(size="phone", locale="fr-FR").named("Bruno")
    gone = words_of("fr")["refused_removed"]
    table = ada.open_table("diamant", 3)
    bruno.go(f"/t/{table['code']}")
    send = ada.page.get_by_role("button", name=re.compile("Send away ?: Bruno"))
    send.click()
    ada.page.get_by_role("button", name="Do nothing").click()
    expect(bruno.page.get_by_text("Bruno (toi)")).to_be_visible()
    send.click()
    ada.page.get_by_role("button", name="Send away", exact=True).click()
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text(gone)
    expect(bruno.page.locator(".room")).to_have_count(0)
    bruno.page.get_by_role("button", name="Réessayer").click()
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text(gone)
    ada.page.reload()
    ada.page.get_by_role("button", name=re.compile("Let them back ?: Bruno")).click()
    expect(ada.page.get_by_text("You sent Bruno away.")).to_have_count(0)
    bruno.page.get_by_role("button", name="Réessayer").click()
    expect(bruno.page.get_by_text("Bruno (toi)")).to_be_visible()


def test_a_seat_moves_with_its_players_name_to_a_device_that_nobody_has_named(visit: Visit) -> None:
    ada = visit().named("Ada")
    table = ada.open_table("diamant", 3, bot_pause_ms=60_000)
    start(ada)
    link = ada.fetch("POST", f"/api/tables/{table['id']}/seat-links", {})
    other = visit(size="phone")
    other.go(f"{link['path']}/Ada%20L.")
    expect(other.page.locator(".choice:enabled")).to_have_count(2)
    assert other.page.evaluate("localStorage.getItem('filon.name')") == '"Ada L."'


def test_the_form_for_a_table_waits_for_a_house_that_restarts(visit: Visit) -> None:
    ada = visit().named("Ada")
    ada.page.route("**/api/games", lambda route: route.fulfill(status=503))
    ada.go("/open/diamant")
    expect(ada.page.get_by_role("status").filter(has_text="does not answer")).to_be_visible()
    ada.page.unroute("**/api/games")
    expect(ada.page.locator("form .big")).to_be_visible()
    ada.complaints.clear()  # the browser's own words on each 503
