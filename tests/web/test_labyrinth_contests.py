"""Duels and swaps of Le Labyrinthe Secret, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from filon.games.labyrinth.castle import SQUARE_OF
from filon.games.labyrinth.pieces import Secret
from tests.web.conftest import Visit
from tests.web.contests import Seated, to_a_challenge, to_a_defended_secret, to_a_swap
from tests.web.fingers import middle_of
from tests.web.house import Visitor

_WATCH = """() => {
    window.staged = [];
    const look = () => {
        const stage = document.querySelector('section.duel');
        const said = stage ? stage.innerText.split('\\n').filter(Boolean).join(' | ') : '';
        const offered = document.querySelectorAll('[data-square], [data-throw], [data-turn]').length;
        const now = `${said} #${offered}`;
        if (staged.at(-1) !== now) staged.push(now);
    };
    look();
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.body, all);
}"""


def calm(page: Page) -> None:
    """From now on this page shows what happens as slowly as most people like, and what it showed is kept."""
    page.evaluate("localStorage.setItem('filon.pace', JSON.stringify('calm'))")
    page.reload()
    page.wait_for_selector("[data-phase][data-settled=true]")
    page.evaluate(_WATCH)


def shown(page: Page) -> list[str]:
    """What stood on the stage, and, after a #, how many things could be pressed meanwhile."""
    return [str(line) for line in page.evaluate("staged")]


def castle_size(page: Page) -> tuple[int, int]:
    box = page.locator("div.field").bounding_box()
    assert box
    return round(box["width"]), round(min(box["width"], box["height"]))


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


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_duel_is_shown_in_order_and_a_second_tap_throws_nothing(visit: Visit, size: str) -> None:
    """LAB-5.3, LAB-5.4: fists, hands, who won, cards; and only then is the loser's pawn to be placed."""
    ada, bruno = visit(size=size).named("Ada"), visit(size=size).named("Bruno")
    challenger, challenged = to_a_challenge(*sat_down(ada, bruno))
    page, other = challenger.visitor.page, challenged.visitor.page
    rival = "Bruno" if challenger.visitor is ada else "Ada"
    for each in (page, other):
        calm(each)
    defy = middle_of(page.locator("[data-challenge]"))
    page.locator("[data-challenge]").click()
    page.wait_for_selector("[data-throw]")
    below = page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-throw]')", list(defy)
    )
    assert not below, "a throw lies where the challenge was"
    page.locator("[data-throw=paper]").dispatch_event("click", {"detail": 2})
    expect(page.locator("[data-throw][aria-pressed=true]")).to_have_count(0)
    for mine, theirs in (("paper", "paper"), ("paper", "stone")):
        page.locator(f"[data-throw={mine}]").click()
        expect(page.locator(f"[data-throw={mine}]")).to_have_attribute("aria-pressed", "true")
        other.locator(f"[data-throw={theirs}]").click()
        expect(page.locator("section.duel")).to_contain_text("Stone, scissors, paper…")
        if theirs == mine:
            expect(page.locator("section.duel")).to_contain_text("A tie: again!")
            expect(page.locator("[data-throw=stone]:enabled")).to_be_visible()
    page.wait_for_selector("[data-phase=placing][data-settled=true]")
    expect(page.locator("[data-square]")).not_to_have_count(0)
    stages = shown(page)
    words = (
        "Stone, scissors, paper…",
        "A tie: again!",
        "Paper against stone!",
        "You win the duel!",
        "Paper wraps",
    )
    places = [next(at for at, line in enumerate(stages) if word in line) for word in words]
    assert places == sorted(places), stages
    assert [
        line for line in stages if "Paper against" in line or "You win" in line if not line.endswith("#0")
    ] == []
    assert any("wins the duel against you" in line for line in shown(other))
    assert stages[-1].startswith(" #")
    expect(page.locator(".sentence p")).to_contain_text(
        f"put {rival}\N{RIGHT SINGLE QUOTATION MARK}s pawn wherever you like"
    )


def test_a_swap_keeps_the_castle_in_place_and_is_shown_by_name(visit: Visit) -> None:
    """LAB-4.2: at 1280x800 neither its panel nor a question about taking back takes room from the castle."""
    ada, bruno = visit().named("Ada"), visit().named("Bruno")
    swapper, partner = to_a_swap(*sat_down(ada, bruno))
    page, other = swapper.visitor.page, partner.visitor.page
    rival = "Bruno" if swapper.visitor is ada else "Ada"
    for each in (page, other):
        calm(each)
    size, size_there = castle_size(page), castle_size(other)
    page.locator("button.animal").click()
    assert castle_size(page) == size
    assert page.get_by_role("button", name="Cancel").count() == 0
    assert swapper.visitor.cut() == []
    page.locator("[data-keep]").click()
    expect(page.locator("[data-swap]")).to_have_count(0)
    page.locator("button.animal").click()
    assert swapper.visitor.axe() == []
    page.locator("[data-swap]").click()
    name = "Ada" if swapper.visitor is ada else "Bruno"
    for each, words in ((page, f"from {rival} and give the "), (other, "from you and gives you the ")):
        expect(each.locator("section.duel")).to_contain_text(words)
    assert any(line.startswith("A swap | ") and f"{name} plays the" in line for line in shown(other))
    other.wait_for_selector("[data-settled=true]")
    undo = page.get_by_role("button", name="Take back")
    page.wait_for_selector("[data-settled=true]")
    if undo.count():
        undo.click()
        expect(other.get_by_role("group", name="Take back")).to_be_visible()
        assert castle_size(other) == size_there
        assert castle_size(page) == size


def holds(seated: Seated, secret: Secret) -> bool:
    seated.look()
    hand = seated.view.hands[seated.seat]
    return isinstance(hand, tuple) and secret in hand
