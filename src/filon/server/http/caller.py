"""Who calls, for the handlers of HTTP requests."""

import socket
from typing import Any, Final, cast
from urllib.parse import urlsplit

from litestar import Request
from litestar.di import NamedDependency

from filon.server.auth import credential, identify
from filon.server.http.problems import HTTPProblem
from filon.server.limits import client_address, is_local_host, rate_limit_key
from filon.server.server import Server
from filon.store import Guest

TheServer = NamedDependency[Server]
Visitor = NamedDependency[Guest | None]
"""The guest whose token came along, if one did and it is known."""
Caller = NamedDependency[Guest]
"""The same, where there has to be one."""
_NOT_FOUND_OUT: Final = object()


def header_of(request: Request[Any, Any, Any], name: str) -> str:
    return ", ".join(request.headers.getall(name, []))


VISITOR: Final = "filon_visitor"
"""Under this name SecurityMiddleware leaves whom it found out about, unless the store did not answer."""


async def optional_guest(request: Request[Any, Any, Any], server: TheServer) -> Guest | None:
    found = request.scope["state"].get(VISITOR, _NOT_FOUND_OUT)
    if found is not _NOT_FOUND_OUT:
        return cast("Guest | None", found)
    return await identify(server.store, credential(server.settings, lambda name: header_of(request, name)))


async def required_guest(visitor: Visitor) -> Guest:
    if visitor is None:
        raise HTTPProblem(401, "unauthorized", "this needs a guest's token: POST /api/guests gives one")
    return visitor


def address_of(request: Request[Any, Any, Any], server: Server) -> str:
    peer = request.scope.get("client")
    return rate_limit_key(
        client_address(
            peer[0] if peer else "local",
            header_of(request, "x-forwarded-for"),
            server.settings.trusted_proxies,
        )
    )


def link_base(request: Request[Any, Any, Any], server: Server) -> str:
    """What links for other people begin with: the public address, or the one this page was opened at.

    A page opened as localhost means nothing on a phone: where we listen on the network, its address there.
    """
    if server.settings.public_origin:
        return server.settings.public_origin
    base = str(request.base_url).rstrip("/")
    if server.settings.host in ("0.0.0.0", "::") and not reaches_others(base):  # noqa: S104
        parts = urlsplit(base)
        found = network_address()
        if found is not None:
            return f"{parts.scheme}://{found}" + ("" if parts.port is None else f":{parts.port}")
    return base


def reaches_others(base: str) -> bool:
    """Whether a link that begins like this can be opened on another device."""
    return not is_local_host(urlsplit(base).netloc)


def network_address() -> str | None:
    """This machine's address as others on its network see it. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
