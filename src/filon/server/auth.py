"""Who is asking. A guest has a name and a secret token; there are no accounts and no passwords.

A token travels in a cookie that scripts cannot read, or as `Authorization: Bearer`, or in the first message
on a WebSocket: never in an address. The store holds SHA-256 of it, and is asked by that hash alone, so how
long an answer takes says nothing about a token.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from typing import Final, NamedTuple

from filon.server.settings import ServerSettings, origin_of
from filon.store import Guest, Store, fingerprint

TOKEN_PREFIX: Final = "filon_"  # noqa: S105 - what a token begins with, so that logs can recognise one
LINK_PREFIX: Final = "seat_"
COOKIE_DAYS: Final = 400
_TOKEN_SHAPE: Final = re.compile(r"filon_[A-Za-z0-9_-]{43}")
_LINK_SHAPE: Final = re.compile(r"seat_[A-Za-z0-9_-]{43}")
_RANDOM_BYTES: Final = 32

Headers = Callable[[str], str]
"""A header by its lower-case name, empty if it was not sent."""


class Credential(NamedTuple):
    """A token and how it came: only a browser sends cookies by itself, on behalf of whoever asked it to."""

    token: str
    by_cookie: bool


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def new_link_secret() -> str:
    return LINK_PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def new_guest_id() -> str:
    return "g" + secrets.token_hex(10)


def is_token(text: str) -> bool:
    return _TOKEN_SHAPE.fullmatch(text) is not None


def is_link_secret(text: str) -> bool:
    return _LINK_SHAPE.fullmatch(text) is not None


def same_secret(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def cookie_name(settings: ServerSettings) -> str:
    """`__Host-` makes browsers insist on TLS, on this very host, and on the whole of it."""
    return "__Host-filon" if settings.secure else "filon"


def cookie(settings: ServerSettings, token: str) -> str:
    """The Set-Cookie that keeps a token; an empty one forgets it."""
    age = COOKIE_DAYS * 86_400 if token else 0
    parts = [f"{cookie_name(settings)}={token}", "Path=/", f"Max-Age={age}", "HttpOnly", "SameSite=Lax"]
    if settings.secure:
        parts.append("Secure")
    return "; ".join(parts)


def credential(settings: ServerSettings, header: Headers) -> Credential | None:
    """What the request shows. A Bearer token goes before a cookie."""
    scheme, _, token = header("authorization").partition(" ")
    if scheme.lower() == "bearer":
        token = token.strip()
        return Credential(token, by_cookie=False) if is_token(token) else None
    return kept_token(settings, header)


def kept_token(settings: ServerSettings, header: Headers) -> Credential | None:
    """What a browser's cookie shows, whatever else the request says.

    Other programs on this host set cookies too, of any form, and browsers send them along: only our own name
    is looked for, and what is no token is nobody's. Of several the last counts, as browsers send those for
    longer paths first.
    """
    named = cookie_name(settings)
    found = None
    for part in header("cookie").split(";"):
        name, _, value = part.partition("=")
        if name.strip() == named and is_token(value.strip()):
            found = Credential(value.strip(), by_cookie=True)
    return found


def is_own_origin(settings: ServerSettings, header: Headers) -> bool:
    """Whether the page behind a browser's request is one of ours. False too where no browser says so."""
    origin = header("origin")
    if not origin:
        return header("sec-fetch-site") == "same-origin"
    if settings.allowed_origins:
        return origin in settings.allowed_origins
    scheme = origin.partition("://")[0]
    return origin_of(origin) != "" and origin_of(origin) == origin_of(f"{scheme}://{header('host')}")


def is_foreign(settings: ServerSettings, header: Headers) -> bool:
    """Whether a browser says that a page of somebody else's asks. Programs say nothing of it."""
    if header("origin"):
        return not is_own_origin(settings, header)
    return header("sec-fetch-site") in ("cross-site", "same-site")


async def identify(store: Store, shown: Credential | None) -> Guest | None:
    if shown is None or not is_token(shown.token):
        return None
    return await store.guest_by_token(fingerprint(shown.token))
