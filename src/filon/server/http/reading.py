"""Logs read back for somebody, and not for free.

A host can make a log of tens of thousands of entries: whoever asks for one pays for each.
"""

from typing import Any, Final

from litestar import Request

from filon.server.http.caller import address_of
from filon.server.http.problems import HTTPProblem
from filon.server.rooms.reading import entries
from filon.server.server import Server
from filon.store import Guest

__all__ = ["charge", "entries"]

_LEAST: Final = 20
"""What any question costs, in entries."""


def charge(server: Server, visitor: Guest | None, request: Request[Any, Any, Any], length: int) -> None:
    """Takes so many entries from the allowance of the guest, or of the strangers at the address.

    What is longer than the allowance takes all of it.
    """
    key = address_of(request, server) if visitor is None else visitor.guest
    wait = server.reads.take(key, min(_LEAST + length, server.settings.read_entries_burst))
    if wait:
        server.metrics.limited.labels("reads").inc()
        raise HTTPProblem(429, "too_fast", "too much was read back", wait_s=wait)
