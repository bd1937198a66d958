"""The code of a shared deal: which game, which seat, and who shares it, sealed by the table's own secret.

Nothing of it is stored: whichever server has the table at hand knows whether a code was made here.
"""

import base64
import binascii
import hmac
from hashlib import sha256
from typing import Final, NamedTuple

from filon.tables import AnyTable, Guest

_SEAL_BYTES: Final = 16
_PURPOSE: Final = b"a deal that is shared\0"


class Deal(NamedTuple):
    table: str
    game: int
    seat: int
    shared_by: Guest


def code_of(deal: Deal, table: AnyTable) -> str:
    told = "\0".join((deal.table, str(deal.game), str(deal.seat), deal.shared_by)).encode()
    return base64.urlsafe_b64encode(_seal(told, table) + told).rstrip(b"=").decode()


def deal_of(code: str) -> Deal | None:
    """What it says, sealed or not: `is_sealed` comes next, when the table is at hand."""
    try:
        told = _opened(code)[_SEAL_BYTES:].decode()
        table, game, seat, shared_by = told.split("\0")
        return Deal(table, int(game), int(seat), Guest(shared_by))
    except (binascii.Error, ValueError):
        return None


def is_sealed(code: str, table: AnyTable) -> bool:
    given = _opened(code)
    return hmac.compare_digest(given[:_SEAL_BYTES], _seal(given[_SEAL_BYTES:], table))


def _opened(code: str) -> bytes:
    return base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)


def _seal(told: bytes, table: AnyTable) -> bytes:
    """The root itself is never shown; of a game's secret, which is, nobody gets back to it."""
    key = hmac.digest(table.root, _PURPOSE, sha256)
    return hmac.digest(key, told, sha256)[:_SEAL_BYTES]
