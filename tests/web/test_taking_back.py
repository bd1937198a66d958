"""Taking a move back: asked over the board, answered by the others, told to each in the right person."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.house import words_of


def test_a_take_back_is_asked_over_the_board_and_told_in_the_right_person(visit: Visit) -> None:
    words = words_of("fr-FR")
    ada, elise = visit(locale="fr-FR").named("Ada"), visit(size="phone", locale="fr-FR").named("Élise")
    table = ada.open_table("labyrinth", 2)
    elise.go(f"/t/{table['code']}").wait_for_selector(".start")
    expect(ada.page.get_by_text("Élise", exact=True)).to_be_visible()
    ada.page.locator(".start .main").click()
    elise.page.wait_for_selector(".shell[data-settled=true]")
    ada.play_on(table, 1)
    undo = ada.page.get_by_role("button", name=words["undo"], exact=True)
    expect(undo).to_be_visible()
    expect(elise.page.locator(".shell")).to_have_attribute("data-settled", "true")
    board = elise.page.locator("main.board")
    before = board.bounding_box()

    undo.click()
    question = elise.page.get_by_role("group", name=words["undo"])
    expect(question).to_contain_text("Ada voudrait annuler son dernier coup")
    assert board.bounding_box() == before, "the castle keeps its size"
    assert elise.axe() == []
    expect(ada.page.get_by_role("group", name=words["undo"])).to_contain_text(re.compile("l.accord d.Élise"))
    question.get_by_role("button", name=words["no"]).click()
    expect(question).to_have_count(0)
    log = ada.page.locator(".side ol")
    expect(log).to_contain_text("Tu voudrais annuler un coup.")
    expect(log).to_contain_text(re.compile("Élise n.est pas d.accord"))
    elise.page.get_by_role("button", name=words["menu"]).click()
    theirs = elise.page.locator("dialog ol")
    expect(theirs).to_contain_text("Ada voudrait annuler un coup.")
    expect(theirs).to_contain_text(re.compile("Tu n.es pas d.accord"))
    elise.page.get_by_role("tab", name=words["players"]).click()
    expect(elise.page.get_by_text(words["notes_private"]), "nobody to suspect here").to_have_count(0)
