"""What web pages of other origins, other programs on this host, and names that lead here can do: nothing."""

import http.server
import socket
import threading
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import sync_playwright

from filon.server.auth import cookie_name, kept_token, new_token
from filon.server.limits import is_local_host
from filon.server.settings import ServerSettings
from tests.server.playing import Filon, serving
from tests.web.house import launch

TOKEN = new_token()


@pytest.fixture(scope="module")
def filon() -> Iterator[Filon]:
    with serving() as server:
        yield server


def own(server: Filon) -> dict[str, str]:
    return {"Origin": server.url}


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_what_changes_something_is_json(filon: Filon, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = httpx.post(f"{filon.url}/api/guests", content=b'{"name": "Eve"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_foreign_page_changes_nothing_with_or_without_a_cookie(
    filon: Filon, headers: dict[str, str]
) -> None:
    answer = httpx.post(f"{filon.url}/api/guests", json={"name": "Eve"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_page")
    assert "set-cookie" not in answer.headers


def test_programs_say_nothing_of_pages_and_go_on_working(filon: Filon) -> None:
    for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON"):
        body = b'{"name": "Program", "keep": "token"}'
        answer = httpx.post(f"{filon.url}/api/guests", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 201
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert httpx.delete(f"{filon.url}/api/me", headers=headers).status_code == 204


def test_who_one_is_is_replaced_only_when_asked_for(filon: Filon) -> None:
    with httpx.Client(base_url=filon.url, headers=own(filon)) as browser:
        anna = browser.post("/api/guests", json={"name": "Anna"}).json()["guest"]
        again = browser.post("/api/guests", json={"name": "Anna again"})
        assert (again.status_code, again.json()["code"]) == (409, "already_a_guest")
        assert browser.get("/api/me").json()["guest"] == anna
        # A further player on the same device keeps a token of its own.
        assert browser.post("/api/guests", json={"name": "Ben", "keep": "token"}).status_code == 201
        assert browser.get("/api/me").json()["guest"] == anna
        other = browser.post("/api/guests", json={"name": "Cleo", "replace": True})
        assert other.status_code == 201
        assert browser.get("/api/me").json()["guest"] == other.json()["guest"] != anna


def test_a_cookie_that_nobody_knows_any_more_is_no_identity(filon: Filon) -> None:
    headers = {**own(filon), "Cookie": f"filon={new_token()}"}
    assert httpx.post(f"{filon.url}/api/guests", json={"name": "Anna"}, headers=headers).status_code == 201


def test_a_form_on_a_page_of_another_origin_does_not_make_anybody_somebody_else(filon: Filon) -> None:
    """A real browser, and the attack as it was found: a form of text/plain whose one field reads as JSON."""
    form = (
        f'<form method="post" enctype="text/plain" action="{filon.url}/api/guests">'
        """<input name='{"name": "Eve", "keep": "cookie", "x": "' value='"}'></form>"""
        f"""<form method="post" enctype="text/plain" action="{filon.url}/api/guests">"""
        """<input name='{"name": "Eve"}//' value=''></form>"""
    )

    class Evil(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(form.encode())

        def log_message(self, *_: object) -> None:
            pass

    evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=evil.serve_forever, daemon=True).start()
    # The same host by another name: another site to a browser, for which cookies and Lax do not help.
    address = f"http://localhost:{evil.server_address[1]}/"
    try:
        with sync_playwright() as playwright, launch(playwright) as chromium:
            page = chromium.new_page()
            page.goto(f"{filon.url}/")
            made = page.evaluate(
                "async () => (await fetch('/api/guests', {method: 'POST',"
                " body: JSON.stringify({name: 'Anna'}),"
                " headers: {'Content-Type': 'application/json'}})).json()"
            )
            for number in (0, 1):
                page.goto(address)
                with page.expect_navigation():
                    page.evaluate(f"document.forms[{number}].submit()")
                assert "foreign_page" in page.content()
            page.goto(address)
            page.evaluate(
                """address => fetch(address, {method: 'POST', mode: 'no-cors',
                credentials: 'include', body: '{"name": "Eve"}'}).catch(() => 'sent, and not to be read')""",
                f"{filon.url}/api/guests",
            )
            page.goto(f"{filon.url}/")
            assert page.evaluate("async () => (await fetch('/api/me')).json()") == {
                "guest": made["guest"],
                "name": "Anna",
            }
    finally:
        evil.shutdown()
        evil.server_close()


@pytest.mark.parametrize(
    "others",
    ['a="b', "odd[name]={}", "=nothing", "x", 'j={"a": "b, c"}', "é=ü", "a b c=1", "Path=/", ";;", '"'],
)
def test_cookies_of_others_of_any_form_do_not_hide_ours(filon: Filon, others: str) -> None:
    token = httpx.post(f"{filon.url}/api/guests", json={"name": "Anna", "keep": "token"}).json()["token"]
    for line in (f"{others}; filon={token}", f"filon={token}; {others}"):
        answer = httpx.get(f"{filon.url}/api/me", headers={b"Cookie": line.encode()})
        assert answer.status_code == 200, line


@given(st.lists(st.text(max_size=30).map(lambda text: text.replace(";", "")), max_size=5), st.integers(0, 5))
def test_no_neighbour_hides_or_forges_our_cookie(others: list[str], at: int) -> None:
    settings = ServerSettings()
    others.insert(at, f" {cookie_name(settings)}={TOKEN}")
    shown = kept_token(settings, lambda name: ";".join(others) if name == "cookie" else "")
    assert shown is not None
    assert shown.token == TOKEN


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "localhost.evil.example", "127.0.0.1.nip.io", "x"]
)
def test_metrics_are_for_those_who_ask_for_this_machine_by_its_own_name(filon: Filon, host: str) -> None:
    headers = {"Host": host.format(port=filon.port)}
    assert httpx.get(f"{filon.url}/metrics", headers=headers).status_code == 403
    for ours in ("localhost", f"localhost:{filon.port}", "127.0.0.1", f"[::1]:{filon.port}"):
        assert httpx.get(f"{filon.url}/metrics", headers={"Host": ours}).status_code == 200


@given(st.text(max_size=40))
def test_no_odd_host_is_taken_for_this_machine(host: str) -> None:
    if is_local_host(host):
        name = host.rsplit(":", 1)[0] if host.count(":") == 1 else host.partition("]")[0].strip("[")
        assert name == "localhost" or socket.inet_pton(
            socket.AF_INET6 if ":" in name else socket.AF_INET, name
        )
