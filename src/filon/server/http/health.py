"""For whoever watches over the server: is it alive, is it ready, how is it doing."""

from typing import Any

import msgspec
from litestar import Request, Response, get

from filon.server.auth import same_secret
from filon.server.http.caller import TheServer, header_of
from filon.server.http.problems import HTTPProblem, problems
from filon.server.limits import is_local, is_local_host
from filon.server.metrics import CONTENT_TYPE
from filon.server.samples import joined


class Health(msgspec.Struct, frozen=True):
    status: str


@get("/healthz", summary="Is the process alive", tags=["health"], responses=problems(), sync_to_thread=False)
def healthz() -> Health:
    return Health("ok")


@get("/readyz", summary="Can it serve", tags=["health"], responses=problems(503))
async def readyz(server: TheServer) -> Health:
    """Not while it starts, ends, cannot write to its database or reach Redis, or a task keeps failing; nor
    while one of its processes does.
    """
    trouble = await server.trouble()
    if trouble is not None:
        raise HTTPProblem(503, trouble.code, trouble.reason)
    if server.siblings is not None:
        for process, reason in (await server.siblings.ask("trouble")).items():
            if reason != "":
                said = "does not answer" if reason is None else reason
                raise HTTPProblem(503, "unavailable", f"process {process}: {said}")
    return Health("ready")


@get("/metrics", include_in_schema=False)
async def metrics(server: TheServer, request: Request[Any, Any, Any]) -> Response[bytes]:
    wanted = server.settings.metrics_token
    peer = request.scope.get("client")
    if wanted:
        if not same_secret(header_of(request, "authorization"), f"Bearer {wanted}"):
            raise HTTPProblem(401, "unauthorized", "this needs the metrics token")
    elif (
        peer is None
        or not is_local(peer[0])
        or header_of(request, "x-forwarded-for")
        or not is_local_host(header_of(request, "host"))
    ):
        raise HTTPProblem(403, "forbidden", "without FILON_METRICS_TOKEN, metrics are for this machine only")
    counts = await server.store.counts()
    for status in ("lobby", "playing", "over"):
        server.metrics.tables.labels(status).set(getattr(counts, status))
    server.metrics.guests.set(counts.guests)
    text = server.metrics.text()
    if server.siblings is not None:
        text = joined(text.decode(), server.number, await server.siblings.ask("metrics")).encode()
    return Response(text, media_type=CONTENT_TYPE)
