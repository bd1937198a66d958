"""Chance that can be checked: a hash before the deal, the secret and the seed after the game.

The secret of game n is SHA-256(root, n) where `root` is the server's secret for the table, never shown; n has
8 bytes, big-endian. Its SHA-256 is shown from the opening (or the rematch) on. The seed is SHA-256(secret,
one nonce for each seat in order); a nonce has 16 bytes, and 16 zero bytes stand for a seat that sent none.
Fixed lengths leave one way only to read what was hashed. The server chose its secret before it saw a nonce,
and no player knows the secret, so that none of them can steer the seed.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from filon.games.chance import SealedRandom

NONCE_BYTES: Final = 16
NO_NONCE: Final = "00" * NONCE_BYTES
ROOT_BYTES: Final = 32


class EntryRandom(SealedRandom):
    """The chance of one entry, which also knows whether any of it was used."""

    @property
    def used(self) -> bool:
        return self._block > 0


def secret_of(root: bytes, game: int) -> bytes:
    return sha256(root + game.to_bytes(8, "big")).digest()


def commitment_to(secret: bytes) -> str:
    return sha256(secret).hexdigest()


def seed_from(secret: bytes, nonces: Sequence[str]) -> bytes:
    return sha256(secret + b"".join(bytes.fromhex(nonce) for nonce in nonces)).digest()
