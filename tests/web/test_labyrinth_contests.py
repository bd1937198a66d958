"""Duels for the sought card in Le Labyrinthe Secret, in a real browser."""

from playwright.sync_api import expect

from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.pieces import Secret
from tests.web.conftest import Visit
from tests.web.contests import Seated, to_a_defended_secret
from tests.web.fingers import middle_of
from tests.web.house import Visitor


def sat_down(ada: Visitor, bruno: Visitor) -> tuple[Seated, Seated]:
    table = ada.open_table("labyrinth", 2, options={"corridors": "either", "turn_limit": 1_000})
    bruno.go(f"/t/{table['code']}")
    expect(ada.page.get_by_text("Bruno", exact=True)).to_be_visible()
    ada.page.locator(".start .main").click()
    for visitor in (ada, bruno):
        visitor.page.wait_for_selector("[data-phase=turning]")
    return Seated(ada, table), Seated(bruno, table)


def test_who_walks_onto_a_defended_secret_duels_for_it_and_its_winner_takes_the_card(visit: Visit) -> None:
    """LAB-5.6: foreseen before the step, shown to both, and the card is taken before the loser is placed."""
    ada, bruno = visit().named("Ada"), visit(size="phone").named("Bruno")
    walker, defender = to_a_defended_secret(*sat_down(ada, bruno))
    walks, waits = walker.visitor.page, defender.visitor.page
    rival = "Bruno" if walker.visitor is ada else "Ada"
    sought = walker.view.sought
    assert sought is not None
    secret = f"the {sought.value}"
    walks.wait_for_selector("[data-phase=moving][data-settled=true]")
    expect(walks.locator(".sentence")).to_contain_text(f"{secret}, but {rival} is there: you would duel")
    walks.mouse.move(*middle_of(walks.locator(f"[data-square='{SQUARE_OF[sought]}']")))
    expect(walks.locator("[data-go]")).to_have_text(f"Go and duel {rival} for {secret}")
    assert walker.visitor.axe() == []
    walks.locator("[data-go]").click()
    for visitor in (walker.visitor, defender.visitor):
        stage = visitor.page.locator("section.duel")
        expect(stage).to_be_visible()
        expect(stage).to_contain_text(f"At stake: {sought.value.capitalize()}")
        assert visitor.axe() == []
        assert visitor.cut() == []
    expect(walks.locator("section.duel")).to_contain_text(f"You came to where {rival} stood")
    expect(waits.locator("section.duel")).to_contain_text("came to where you stood")
    walks.locator("[data-throw=stone]").click()
    waits.locator("[data-throw=paper]").click()
    waits.wait_for_selector("[data-phase=placing]")
    expect(waits.locator(".sentence")).to_contain_text("The card is yours!")
    assert holds(defender, sought), "before the loser is placed"
    expect(waits.locator(".collection")).to_contain_text(sought.value.capitalize())
    waits.locator("[data-square]").first.focus()
    waits.keyboard.press("Enter")
    walks.wait_for_function("() => document.querySelector('[data-phase]').dataset.phase !== 'placing'")
    expect(walks.locator(".collection")).not_to_contain_text(sought.value.capitalize())


def holds(seated: Seated, secret: Secret) -> bool:
    seated.look()
    hand = seated.view.hands[seated.seat]
    return isinstance(hand, tuple) and secret in hand
