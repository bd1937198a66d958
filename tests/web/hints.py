"""Hints as a player meets them: a switch, a sentence, and a glow on what it speaks of."""

import re

from playwright.sync_api import Locator, Page, expect

_FIRST_MS = 30_000
"""Whoever thinks for the house has to wake up first."""


def switch_on(page: Page) -> None:
    switch = page.get_by_role("button", name=re.compile("^(Hints|Conseils)$"))
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".told")).to_be_visible(timeout=_FIRST_MS)


def switch_off(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Hints|Conseils)$")).click()
    expect(page.locator(".told, .advised")).to_have_count(0)


def advised(page: Page, within: str = "") -> Locator:
    """What glows; the sentence is there before."""
    expect(page.locator(".told")).to_be_visible(timeout=_FIRST_MS)
    return page.locator(f"{within} .advised")
