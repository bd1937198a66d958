"""A phone on its side: the board and everything in hand at once, with nothing to scroll for."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.house import Visitor
from tests.web.outofmine import dig

SIDEWAYS: Final = ((844, 390), (780, 360), (853, 533), (1280, 500))
"""Two phones, a laptop's page at one and a half times its size, and a low window."""


def _all_at_once(ada: Visitor, lowest: str) -> None:
    for width, height in SIDEWAYS:
        ada.page.set_viewport_size({"width": width, "height": height})
        expect(ada.page.locator(lowest).last).to_be_in_viewport(ratio=0.9)
        board = ada.page.locator("main.board").bounding_box()
        assert board is not None
        assert board["height"] >= height * 0.8
        assert board["width"] >= width * 0.4
        assert ada.cut() == []
        assert ada.sideways() == 0


@pytest.mark.parametrize(
    ("game", "lowest"),
    [("saboteur", ".below .hand"), ("diamant", ".choice.leave"), ("labyrinth", ".below button")],
)
def test_a_phone_on_its_side_shows_board_and_hand_at_once(visit: Visit, game: str, lowest: str) -> None:
    ada = visit(size="phone", locale="fr-FR").named("Ada")
    ada.open_table(game, 4, bot_pause_ms=60_000)
    ada.page.locator(".start .main").click()
    ada.page.wait_for_selector(".shell")
    _all_at_once(ada, lowest)


def test_experts_dig_with_a_phone_on_its_side(visit: Visit) -> None:
    ada = visit(size="phone", locale="fr-FR").named("Ada")
    dig(ada, visit().named("Bruno"), elves="on", finds="on")
    _all_at_once(ada, ".call")
