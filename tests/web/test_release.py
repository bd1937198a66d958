"""A page of an older release, whose parts the house does not have any more."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.house import Visitor

SETTINGS = "**/assets/Settings-*.js"


def without_settings(visit: Visit) -> Visitor:
    ada = visit().named("Ada")
    ada.pardon("status of 404", "Failed to fetch dynamically imported module")
    ada.page.route(SETTINGS, lambda route: route.fulfill(status=404))
    ada.go("/")
    ada.page.evaluate("window.older = true")
    return ada


def test_a_part_that_is_gone_has_the_page_begin_anew_as_the_newer_release(visit: Visit) -> None:
    ada = without_settings(visit)
    with ada.page.expect_event("load"):
        ada.page.get_by_role("button", name="Settings").click()
    ada.page.unroute(SETTINGS)
    assert ada.page.evaluate("window.older") is None
    ada.page.get_by_role("button", name="Settings").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("why", ["it was done a moment ago", "nobody answers"])
def test_a_page_does_not_begin_anew_when(visit: Visit, why: str) -> None:
    ada = without_settings(visit)
    if why == "nobody answers":
        ada.pardon("ERR_FAILED")
        ada.page.route("**/healthz", lambda route: route.abort())
        asked = ada.page.expect_event("requestfailed", lambda request: request.url.endswith("/healthz"))
    else:
        ada.page.evaluate("sessionStorage.setItem('filon.began-anew', String(Date.now()))")
        asked = ada.page.expect_event("response", lambda answer: answer.url.endswith("/healthz"))
    with asked:
        ada.page.get_by_role("button", name="Settings").click()
    # What was to follow the first answer has begun before this one comes.
    ada.page.evaluate("fetch('/icon.svg')")
    assert ada.page.evaluate("window.older") is True
