"""One picture of each state of the web client, taken from a real server. `scripts/screenshots FOLDER`."""

import contextlib
import re
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

from filon.games.labyrinth.model import Throw
from filon.games.labyrinth.pieces import Thing
from tests.web.contests import Seated, to_a_defended_secret
from tests.web.fingers import middle_of
from tests.web.house import Visitor, launch, serving
from tests.web.lessons import LESSONS
from tests.web.outofmine import Lay, dig, drag, middle

LOOKS = {
    "phone-dark-fr": ("phone", "dark", "fr-FR"),
    "laptop-light-en": ("laptop", "light", "en-GB"),
    "phone-light-en": ("phone", "light", "en-GB"),
    "laptop-dark-fr": ("laptop", "dark", "fr-FR"),
    "tablet-dark-en": ("tablet", "dark", "en-GB"),
}


ADVISED: dict[str, tuple[int, int]] = {"saboteur": (5, 5), "labyrinth": (3, 10), "outofmine": (3, 5)}
"""Seats, and decisions of one's own after which the middle of a game is kept."""
GAMES = ("saboteur", "diamant", "labyrinth", "outofmine")


class Album:
    def __init__(self, browser: Browser, address: str, folder: Path, look: str, *, small: bool) -> None:
        self.browser, self.address, self.folder, self.look = browser, address, folder, look
        self.small = small
        self.size, self.theme, self.locale = LOOKS[look]

    def visitor(self, *, size: str | None = None, pace: str = "calm") -> Visitor:
        return Visitor(
            self.browser,
            self.address,
            size=size or self.size,
            theme=self.theme,
            locale=self.locale,
            motion="no-preference",
            pace=pace,
        )

    def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        page.wait_for_timeout(500)
        path = self.folder / f"{name}.{self.look}"
        if self.small:
            page.screenshot(path=path.with_suffix(f".{self.look}.jpg"), type="jpeg", quality=70)
        else:
            page.screenshot(path=path.with_suffix(f".{self.look}.png"), full_page=whole)


def door(album: Album) -> None:
    visitor = album.visitor().named("Ada")
    visitor.fetch("POST", "/api/tables", {"game": "diamant", "seats": 4, "public": True})
    page = visitor.go("/")
    page.wait_for_selector(".game")
    album.keep(page, "door", whole=True)
    page.locator("header button").last.click()
    album.keep(page, "settings")
    visitor.close()


def opening(album: Album) -> None:
    visitor = album.visitor().named("Ada")
    for game in GAMES:
        page = visitor.go(f"/open/{game}")
        page.wait_for_selector("form .big")
        album.keep(page, f"{game}-open", whole=True)
    page = visitor.go("/open/diamant")
    page.get_by_label("Tous sur cet appareil" if album.locale == "fr-FR" else "All on this device").check()
    album.keep(page, "open-here", whole=True)
    visitor.close()


def my_games(album: Album) -> None:
    """Games that go on and games that were played, one of them looked back at, and an invitation."""
    visitor = album.visitor(pace="instant").named("Ada")
    for game, seats in (("saboteur", 5), ("labyrinth", 3)):
        visitor.open_table(game, seats, bot_pause_ms=60_000)
        visitor.page.locator(".start .main").click()
        visitor.page.wait_for_selector("[data-phase]")
    for _ in range(2):
        table = visitor.open_table("diamant", 4, intermission_s=0)
        visitor.page.locator(".start .main").click()
        visitor.play_out(table, 60)
    page = visitor.go("/")
    page.wait_for_selector("#my-games")
    album.keep(page, "my-games")
    page.locator("a[href*='/games/']").first.click()
    page.locator(".log li").first.wait_for()
    album.keep(page, "look-back", whole=True)
    table = visitor.open_table("diamant", 4)
    guest = album.visitor()
    guest.go(f"/t/{table['code']}").wait_for_selector("form")
    album.keep(guest.page, "invited")
    guest.close()
    visitor.close()


def lobby(album: Album) -> None:
    host = album.visitor().named("Ada")
    table = host.open_table("diamant", 5)
    guest = album.visitor(size="phone").named("Bruno")
    guest.go(f"/t/{table['code']}").wait_for_selector(".start")
    host.page.get_by_role("button", name="Robot" if album.locale == "fr-FR" else "Bot").first.click()
    host.page.wait_for_selector("text=Bruno")
    album.keep(host.page, "lobby", whole=True)
    screen = album.visitor(size="screen")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector(".invite")
    album.keep(screen.page, "screen-lobby")
    for visitor in (host, guest, screen):
        visitor.close()


def diamant(album: Album) -> None:
    visitor = album.visitor().named("Ada")
    table = visitor.open_table("diamant", 6, options={"artifacts": "one_per_cave"}, intermission_s=600)
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=choosing]")
    album.keep(page, "diamant-first")
    screen = album.visitor(size="screen")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase]")
    best = 0
    for turn in range(400):
        if page.locator("#end-title").count():
            break
        onward = page.locator(".choice.onward")
        if onward.count():
            how = "fled" if page.locator(".aftermath.fled").count() else "left"
            page.wait_for_timeout(3500)
            album.keep(page, f"diamant-{how}")
            album.keep(screen.page, f"diamant-screen-{how}")
            onward.click()
            page.wait_for_selector(".aftermath", state="detached")
        torch = page.locator(".choice.go_on:enabled[aria-pressed=false]")
        if torch.count():
            cards = page.locator(".cave .card").count()
            if cards > best and page.locator("[data-settled=true]").count():
                best = cards
                album.keep(page, "diamant-play")
                album.keep(screen.page, "diamant-screen")
            camp = page.locator(".choice.leave:enabled[aria-pressed=false]")
            with contextlib.suppress(Error):  # the last choice may end the game under the pointer
                (camp if turn % 9 == 8 and camp.count() else torch).click(timeout=1000)
            if turn == 0:
                page.screenshot(path=album.folder / f"diamant-reveal.{album.look}.png")
        page.wait_for_timeout(120)
    visitor.close()
    screen.close()


def panels(album: Album) -> None:
    visitor = album.visitor().named("Ada")
    visitor.open_table("diamant", 5)
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=choosing]")
    page.locator(".ask").click()
    album.keep(page, "diamant-odds")
    page.keyboard.press("Escape")
    if album.size == "phone":
        page.locator(".top button").last.click()
    tabs = page.get_by_role("tab")
    for index, name in enumerate(("log", "chat", "rules", "players")):
        tabs.nth(index).click()
        if name == "chat":
            page.locator(".phrases button").first.click()
        album.keep(page, f"panel-{name}")
    visitor.close()


def pass_and_play(album: Album) -> None:
    visitor = album.visitor().named("Ada")
    page = visitor.go("/open/diamant")
    page.get_by_label("Tous sur cet appareil" if album.locale == "fr-FR" else "All on this device").check()
    page.locator("fieldset .name input").nth(1).fill("Bruno")
    page.locator("form .big").click()
    page.wait_for_selector(".cover h1")
    album.keep(page, "pass-cover")
    visitor.close()


def pages(album: Album) -> None:
    visitor = album.visitor()
    for game in GAMES:
        page = visitor.go(f"/rules/{game}")
        page.wait_for_selector(".rule")
        album.keep(page, f"{game}-rules", whole=True)
    page = visitor.go("/nowhere/at/all")
    album.keep(page, "lost")
    page = visitor.go("/t/NOSUCH")
    album.keep(page, "no-such-table")
    visitor.close()


def lessons(album: Album) -> None:
    for game, steps in LESSONS.items():
        visitor = album.visitor()
        page = visitor.go(f"/learn/{game}")
        page.wait_for_selector(".teacher")
        for number, _ in enumerate(steps(page), 1):
            album.keep(page, f"{game}-lesson-{number:02}")
        visitor.close()


def contest(album: Album) -> None:
    """A secret of the castle that somebody defends: the way to it, the duel, and the loser to be placed."""
    ada, bruno = (album.visitor(pace="instant").named(name) for name in ("Ada", "Bruno"))
    table = ada.open_table("labyrinth", 2, options={"corridors": "either"})
    bruno.go(f"/t/{table['code']}").wait_for_selector(".start")
    ada.page.wait_for_selector("text=Bruno")
    ada.page.locator(".start .main").click()
    for visitor in (ada, bruno):
        visitor.page.wait_for_selector("[data-phase=turning]")
    walker, defender = to_a_defended_secret(Seated(ada, table), Seated(bruno, table))
    page = walker.visitor.page
    page.wait_for_selector("[data-phase=moving][data-settled=true]")
    page.mouse.move(*middle_of(page.locator(f"[data-square='{walker.view.square}']")))
    album.keep(page, "labyrinth-defended")
    page.locator("[data-go]").click()
    page.wait_for_selector("section.duel")
    album.keep(page, "labyrinth-contest")
    page.locator("[data-throw=stone]").click()
    defender.look()
    defender.act(Throw(Thing.SCISSORS))
    page.wait_for_selector("[data-phase=placing]")
    album.keep(page, "labyrinth-placing")
    ada.close()
    bruno.close()


def offline(album: Album) -> None:
    """A house that goes away in the middle of a game, and the door without a house behind it."""
    with serving() as address:
        album = Album(album.browser, address, album.folder, album.look, small=album.small)
        visitor = album.visitor().named("Ada")
        visitor.open_table("diamant", 4)
        page = visitor.page
        page.locator(".start .main").click()
        page.wait_for_selector("[data-phase=choosing]")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_selector(".top .connection-status p")
    album.keep(page, "offline-game")
    visitor.go("/")
    page.wait_for_selector(".offline")
    album.keep(page, "offline-door")
    visitor.close()


def refused(album: Album) -> None:
    """Experts, whose referee sees each tile: one that the card does not ask for."""
    visitor = album.visitor().named("Ada")
    options = {"elves": "on", "finds": "on", "referee": "live"}
    visitor.open_table("outofmine", 3, options=options, countdown_ms=150)
    page = visitor.page
    page.locator(".start .main").click()
    album.keep(page, "outofmine-choose")
    page.locator("[data-side]:not([aria-disabled=true])").first.click()
    page.wait_for_selector("[data-phase=placing]", timeout=30_000)
    album.keep(page, "outofmine-expert")
    unwanted = page.locator(".group:not(.wanted) [data-shape]")
    if unwanted.count():  # a card may ask for all colours
        unwanted.first.click()
        album.keep(page, "refused")
    visitor.close()


def hands(album: Album) -> None:
    """Two tiles of one's own board in hand at once, and a lantern that says why it waits."""
    visitor, other = album.visitor().named("Ada"), album.visitor().named("Bruno")
    dig(visitor, other)
    page = visitor.page
    for lay in (Lay("I3", [63, 64, 65]), Lay("I2", [78, 79])):
        drag(page, lay)
    for at in (63, 78):
        page.mouse.click(*middle(page, at))
    album.keep(page, "outofmine-hands")
    for _ in range(2):
        page.keyboard.press("Escape")
    page.locator(".call").click(force=True)
    album.keep(page, "outofmine-no-call")
    visitor.close()
    other.close()


def round_end(album: Album) -> None:
    """The end of a round of Saboteur: goals, masks, gold, and the way on; on the television too."""
    visitor = album.visitor().named("Ada")
    table = visitor.open_table("saboteur", 5, intermission_s=600)
    page = visitor.page
    page.locator(".start .main").click()
    page.wait_for_selector("[data-phase=digging]")
    _uncover(page)
    screen = album.visitor(size="screen")
    screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase]")
    kept = set()
    for _ in range(2000):
        for name, shown in (("goals", ".caption"), ("masks", ".result"), ("gold", ".result .on button")):
            if name not in kept and page.locator(shown).count():
                kept.add(name)
                album.keep(page, f"saboteur-{name}")
        if "gold" in kept:
            break
        visitor.take_advice(table)
        page.wait_for_timeout(50)
    album.keep(screen.page, "saboteur-screen-gold")
    screen.close()
    visitor.close()


def advised(album: Album) -> None:
    """The middle of each other game, reached by doing what the hints say."""
    for game, (seats, decisions) in ADVISED.items():
        visitor = album.visitor().named("Ada")
        table = visitor.open_table(game, seats, bot_pause_ms=300)
        page = visitor.page
        page.locator(".start .main").click()
        page.wait_for_selector("[data-phase]")
        page.wait_for_timeout(1500)
        album.keep(page, f"{game}-first")
        visitor.play_on(table, decisions)
        page.wait_for_selector(".shell.mine[data-settled=true]", timeout=60_000)
        _uncover(page)
        page.wait_for_timeout(1500)
        album.keep(page, f"{game}-play")
        visitor.close()


def _uncover(page: Page) -> None:
    """Sends away what lies over the board, if it has not gone by itself."""
    page.locator(".scene").evaluate_all("scenes => scenes.forEach((scene) => scene.click())")


def hints(album: Album) -> None:
    """Hints switched on, and the television."""
    for game, (seats, _) in ADVISED.items():
        visitor = album.visitor().named("Ada")
        table = visitor.open_table(game, seats, countdown_ms=150)
        page = visitor.page
        page.locator(".start .main").click()
        page.wait_for_selector("[data-phase]")
        _uncover(page)
        page.get_by_role("button", name=re.compile("^(Hints|Conseils)$")).click()
        page.wait_for_selector(".shell.mine[data-settled=true]", timeout=60_000)
        page.wait_for_selector(".told", timeout=30_000)
        album.keep(page, f"{game}-hint")
        visitor.play_on(table, 6)
        screen = album.visitor(size="screen")
        screen.go(f"/t/{table['code']}/screen").wait_for_selector("[data-phase]")
        screen.page.wait_for_timeout(1500)
        album.keep(screen.page, f"{game}-screen")
        screen.close()
        visitor.close()


def ends(album: Album) -> None:
    """The end of each game and how it is verified, on one's own screen and on the television.

    Played at once against quick bots; who has seen the moves before wants to see the last page.
    """
    for game in GAMES:
        visitor = album.visitor(pace="instant").named("Ada")
        short = {"turn_limit": 15} if game == "labyrinth" else {}
        table = visitor.open_table(game, 4, countdown_ms=150, options=short)
        visitor.page.wait_for_selector(".start .main")
        start = {"id": "start", "command": {"type": "Start", "fill": "easy"}}
        visitor.fetch("POST", f"/api/tables/{table['id']}/commands", start)
        visitor.page.wait_for_selector("[data-phase]")
        visitor.play_out(table, seconds=180)
        page = visitor.page
        album.keep(page, f"{game}-end")
        page.locator("summary").click()
        page.locator(".end button.small").first.click()
        page.locator("summary").scroll_into_view_if_needed()
        album.keep(page, f"{game}-verify")
        screen = album.visitor(size="screen", pace="instant")
        screen.go(f"/t/{table['code']}/screen").wait_for_selector(".end h2", timeout=60_000)
        album.keep(screen.page, f"{game}-screen-end")
        screen.close()
        visitor.close()


def coached(album: Album) -> None:
    """A game of each kind watched again, what the coach says, a decision asked again, my record, puzzles."""
    visitor = album.visitor(pace="instant").named("Ada")
    page = visitor.page
    for game in GAMES:
        short = {"turn_limit": 15} if game == "labyrinth" else {}
        table = visitor.open_table(game, 4, countdown_ms=150, options=short)
        page.wait_for_selector(".start .main")
        start = {"id": "start", "command": {"type": "Start", "fill": "easy"}}
        visitor.fetch("POST", f"/api/tables/{table['id']}/commands", start)
        page.wait_for_selector("[data-phase]")
        visitor.play_out(table, seconds=180)
        page.locator(".below a[href$='/coach']").click()
        page.wait_for_selector(".working")
        album.keep(page, f"{game}-coach-works")
        coach = page.url
        page.goto(coach.replace("/coach", "/replay"))
        scrub = page.locator("input[type=range]")
        scrub.fill(str(int(scrub.get_attribute("max") or 0) // 2))
        album.keep(page, f"{game}-replay")
        page.goto(coach)
        page.wait_for_selector(".report", timeout=300_000)
        album.keep(page, f"{game}-coach", whole=True)
        page.locator("section.insight").evaluate("part => part.scrollIntoView()")
        album.keep(page, f"{game}-coach-insight")
        page.locator(".decisions li button").first.click()
        page.wait_for_selector(".exercise")
        album.keep(page, f"{game}-coach-asks")
        page.locator(".coach button").first.click()
        page.wait_for_selector(".options")
        album.keep(page, f"{game}-coach-answers")
    visitor.go("/record").wait_for_selector(".games")
    album.keep(page, "record", whole=True)
    visitor.go("/daily").wait_for_selector(".streak")
    album.keep(page, "daily", whole=True)
    visitor.close()


STATES: tuple[Callable[[Album], None], ...] = (
    door,
    my_games,
    opening,
    lobby,
    panels,
    pass_and_play,
    pages,
    lessons,
    contest,
    offline,
    refused,
    hands,
    diamant,
    round_end,
    advised,
    hints,
    ends,
    coached,
)


def main(arguments: list[str]) -> None:
    if not arguments or arguments[0].startswith("-"):
        sys.exit(
            f"usage: scripts/screenshots FOLDER [--small] [LOOK ...] [STATE ...]\nlooks: {', '.join(LOOKS)}"
        )
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    looks = [look for look in arguments[1:] if look in LOOKS] or list(LOOKS)[:2]
    states = [state for state in STATES if state.__name__ in arguments[1:]] or list(STATES)
    with serving() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for look in looks:
            for state in states:
                state(Album(browser, address, folder, look, small="--small" in arguments))
                sys.stdout.write(f"{state.__name__} {look}\n")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
