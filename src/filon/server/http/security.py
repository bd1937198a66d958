"""What every HTTP request passes and every response carries."""

import asyncio
import contextlib
from typing import Any, Final

import msgspec

from filon.server.auth import Credential, Headers, credential, identify, is_foreign, is_own_origin
from filon.server.http.caller import VISITOR
from filon.server.http.problems import Problem
from filon.server.limits import client_address, rate_limit_key
from filon.server.server import Server
from filon.store import StoreError

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = frozenset({*_SAFE, "POST", "PATCH", "DELETE", "PUT"})
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
_PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_FILE_PATIENCE_S: Final = 5.0
"""How long a file of the web client may be kept waiting. A browser asks for a few at a time and waits for
them, so that any number of fresh pages at one address comes in, if slowly; what is asked for without waiting
is soon this far behind, and refused.
"""
_ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_MAY: Final = (b"permissions-policy", b"camera=(self), microphone=(), geolocation=(), payment=(), usb=()")
_PARTS: Final = (".js", ".css", ".woff2", ".jpg", ".png")
"""What a browser loads into a page, which is where policies are kept: on forty parts of a page they would
weigh as much as one of its fonts.
"""
_BY_HTTPS: Final = (
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),  # on a plain address browsers only complain of it
)


class SecurityMiddleware:
    """ASGI around the application: rates by guest and address, cookies from our own pages only, headers."""

    def __init__(self, server: Server, app: Any) -> None:
        self._server = server
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        server = self._server
        asked: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            asked.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))

        def header(name: str) -> str:
            return ", ".join(asked.get(name, ()))

        method = scope["method"]
        api = scope["path"].startswith(("/api", "/healthz", "/readyz", "/metrics"))
        extra = list(_ALWAYS)
        if not (scope["path"].startswith("/assets/") and scope["path"].endswith(_PARTS)):
            extra += (_MAY, (b"content-security-policy", (_NOTHING if api else _PAGE).encode()))
        if api:
            extra.append((b"cache-control", b"no-store"))
        if server.settings.secure:
            extra.extend(_BY_HTTPS)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra]
                counted = method if method in _METHODS else "other"
                server.metrics.requests.labels(counted, str(message["status"])).inc()
            await send(message)

        peer = scope.get("client")
        address = rate_limit_key(
            client_address(
                peer[0] if peer else "local", header("x-forwarded-for"), server.settings.trusted_proxies
            )
        )
        shown = credential(server.settings, header)
        if api:
            wait = await self._charge(scope, shown, address)
        else:
            wait = await self._page_file(address)
        if wait:
            server.metrics.limited.labels("requests" if api else "pages").inc()
            problem = Problem("too_fast", "too many requests")
            # Who goes on regardless pays for a new connection each time.
            headers = [(b"retry-after", str(int(wait) + 1).encode()), (b"connection", b"close")]
            await _refuse(send_with_headers, 429, problem, headers)
            return
        if method not in _SAFE:
            by_cookie = shown is not None and shown.by_cookie
            if is_foreign(server.settings, header) or (
                by_cookie and not is_own_origin(server.settings, header)
            ):
                # Without a cookie too: the answer may set one, and replace whom the browser was before.
                problem = Problem("foreign_page", "what changes something comes from our own pages only")
                await _refuse(send_with_headers, 403, problem, [])
                return
            if _has_body(header) and not _is_json(header("content-type")):
                # A form of any page may send other types without asking first.
                problem = Problem("not_json", "the body has to be application/json")
                await _refuse(send_with_headers, 415, problem, [])
                return
        await self._app(scope, receive, send_with_headers)

    async def _page_file(self, address: str) -> float:
        """Takes a file from the budget of the address, as soon as there is one; else the seconds to wait."""
        wait = self._server.page_files.reserve(address, _FILE_PATIENCE_S)
        if wait > _FILE_PATIENCE_S:
            return wait
        if wait:
            await asyncio.sleep(wait)
        return 0.0

    async def _charge(self, scope: Any, shown: Credential | None, address: str) -> float:
        """Takes a request from the budget of the guest, or of the strangers at the address; the seconds to
        wait.
        """
        server = self._server
        guest = None
        with contextlib.suppress(StoreError):  # the handler finds out by itself, and says so
            guest = await identify(server.store, shown)
            scope.setdefault("state", {})[VISITOR] = guest
        if guest is None:
            return server.stranger_requests.take(address)
        return server.requests.take(guest.guest)


def _has_body(header: Headers) -> bool:
    return header("content-length") not in ("", "0") or header("transfer-encoding") != ""


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"


async def _refuse(send: Any, status: int, problem: Problem, headers: list[tuple[bytes, bytes]]) -> None:
    body = msgspec.json.encode(problem)
    fixed = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": body})
