"""HTTP: guests, and seats that move to another device."""

from typing import Annotated, Any, Literal

import msgspec
import segno
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from filon.server.auth import (
    cookie,
    credential,
    identify,
    is_link_secret,
    kept_token,
    new_guest_id,
    new_link_secret,
    new_token,
)
from filon.server.clock import now_ms
from filon.server.fanout.contract import Revoked
from filon.server.http.caller import Caller, TheServer, address_of, header_of, link_base
from filon.server.http.problems import HTTPProblem, problems
from filon.store import SeatLink, fingerprint
from filon.tables import Guest as GuestId
from filon.tables import seat_of
from filon.tables.commands import HandSeat
from filon.tables.names import NAME_LONGEST, clean_name
from filon.tables.protocol import RefusedAnswer

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LONGEST)]
TableId = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
_NOBODY = GuestId("")


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`keep`: a browser keeps its token in a cookie that no script can read; a program gets it in the
    answer. `replace`: whoever this browser was before is given up for good.
    """

    name: Name
    keep: Literal["cookie", "token"] = "cookie"
    replace: bool = False


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Me(msgspec.Struct, frozen=True):
    guest: str
    name: str


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """`token` is there if it was asked for, once: the server keeps only its hash."""

    guest: str
    name: str
    token: str | None = None


class NewSeatLink(msgspec.Struct, frozen=True):
    """Whoever takes it first, before `expires_at`, has the seat. `path` holds the secret behind a `#`,
    where no server and no referrer sees it; `qr` is the whole link as an SVG image.
    """

    secret: str
    path: str
    url: str
    qr: str
    expires_at: int


class TakeLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: Annotated[str, Meta(max_length=100)]


class Taken(msgspec.Struct, frozen=True):
    table: str


def qr_svg(text: str) -> str:
    return segno.make(text, error="m").svg_inline(scale=4, dark="#000", light="#fff")


class Guests(Controller):
    path = "/api"
    tags = ("guests",)

    @post("/guests", summary="Become a guest", responses=problems(400, 403, 409, 413, 415, 503))
    async def new(
        self, data: JSONBody[NewGuest], server: TheServer, request: Request[Any, Any, Any]
    ) -> Response[Known]:
        """No account: a name and a secret token is all there is to a guest."""
        name = clean_name(None, _NOBODY, data.name)
        if data.keep == "cookie" and not data.replace:
            kept = kept_token(server.settings, lambda name: header_of(request, name))
            if await identify(server.store, kept) is not None:
                raise HTTPProblem(409, "already_a_guest", "this browser is a guest already: see GET /api/me")
        wait = server.new_guests.take(address_of(request, server))
        if wait:
            server.metrics.limited.labels("guests").inc()
            raise HTTPProblem(429, "too_many", "too many new guests from your address", wait_s=wait)
        token, guest = new_token(), new_guest_id()
        await server.store.add_guest(guest, fingerprint(token), name, now_ms())
        if data.keep == "token":
            return Response(Known(guest, name, token), status_code=201)
        return Response(
            Known(guest, name), status_code=201, headers={"Set-Cookie": cookie(server.settings, token)}
        )

    @get("/me", summary="Who am I", responses=problems(401, 503))
    async def me(self, caller: Caller) -> Me:
        return Me(caller.guest, caller.name)

    @patch("/me", summary="Another name", responses=problems(400, 401, 403, 413, 415, 503))
    async def rename(self, data: JSONBody[Rename], caller: Caller, server: TheServer) -> Me:
        """For tables joined from now on; at others, send the command `Rename`."""
        name = clean_name(None, _NOBODY, data.name)
        await server.store.rename(caller.guest, name)
        return Me(caller.guest, name)

    @delete("/me", summary="Be forgotten", responses=problems(401, 403, 503))
    async def forget(self, caller: Caller, server: TheServer) -> Response[None]:
        """Every token stops working. Names stay in the logs of tables until those are deleted."""
        await server.store.forget_guest(caller.guest)
        server.revoke(Revoked(caller.guest))
        return Response(None, status_code=204, headers={"Set-Cookie": cookie(server.settings, "")})

    @delete("/me/token", summary="Forget this device", responses=problems(401, 403, 503))
    async def sign_out(
        self, caller: Caller, server: TheServer, request: Request[Any, Any, Any]
    ) -> Response[None]:
        shown = credential(server.settings, lambda name: header_of(request, name))
        assert shown is not None, f"{caller.guest} was known by it"
        token = fingerprint(shown.token)
        await server.store.revoke_token(token)
        server.revoke(Revoked(caller.guest, token))
        return Response(None, status_code=204, headers={"Set-Cookie": cookie(server.settings, "")})

    @post(
        "/tables/{table:str}/seat-links",
        summary="Move my seat to another device",
        responses=problems(400, 401, 403, 404, 409, 503),
    )
    async def link(
        self, table: TableId, caller: Caller, server: TheServer, request: Request[Any, Any, Any]
    ) -> NewSeatLink:
        """A link that works once and soon expires."""
        room = await server.rooms.get(table)
        if room is None:
            raise HTTPProblem(404, "not_found", "there is no such table")
        if seat_of(room.table, GuestId(caller.guest)) is None:
            raise HTTPProblem(409, "not_seated", "you have no seat at this table")
        wait = server.new_links.take(caller.guest)
        if wait:
            server.metrics.limited.labels("links").inc()
            raise HTTPProblem(429, "too_many", "too many links", wait_s=wait)
        secret = new_link_secret()
        expires_at = now_ms() + int(server.settings.seat_link_minutes * 60_000)
        await server.store.add_link(SeatLink(fingerprint(secret), table, caller.guest, expires_at))
        path = f"/seat#{secret}"
        url = link_base(request, server) + path
        return NewSeatLink(secret, path, url, qr_svg(url), expires_at)

    @post(
        "/seat-links/take",
        status_code=200,
        summary="Take over a seat by its link",
        responses=problems(400, 401, 403, 404, 409, 413, 415, 503),
    )
    async def take(self, data: JSONBody[TakeLink], caller: Caller, server: TheServer) -> Taken:
        """The seat, and hosting if it came with it, is the caller's from now on."""
        wait = server.new_links.take(caller.guest)
        if wait:
            raise HTTPProblem(429, "too_many", "too many links", wait_s=wait)
        link = None
        if is_link_secret(data.secret):
            link = await server.store.take_link(fingerprint(data.secret), now_ms())
        if link is None:
            raise HTTPProblem(404, "not_found", "this link is unknown, used or too old")
        answer = await server.rooms.ask(link.table, GuestId(link.guest), "", HandSeat(GuestId(caller.guest)))
        if answer is None:
            raise HTTPProblem(404, "not_found", "there is no such table any more")
        if isinstance(answer, RefusedAnswer):
            raise HTTPProblem(409, answer.code, answer.reason)
        return Taken(link.table)
