"""Rates and quotas, by address and by guest. What is remembered about strangers is bounded."""

import ipaddress
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

_KEYS: Final = 50_000
"""Buckets remembered at most; the one unused longest goes first, so a flood of addresses costs no memory."""
_HOST_SHAPE: Final = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


class Bucket:
    """Holds `burst` tokens and gains `rate` a second; each thing done takes one."""

    __slots__ = ("_at", "_tokens", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float, cost: float = 1) -> float:
        """0 if it may happen now, else the seconds to wait; nothing is taken then."""
        tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if tokens >= cost:
            self._tokens = tokens - cost
            return 0.0
        self._tokens = tokens
        return (cost - tokens) / self.rate

    def reserve(self, now: float, patience_s: float) -> float:
        """The seconds after which one thing may happen: it is taken in advance if that is soon enough, and
        nothing is taken where it is not.
        """
        tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        wait = max(0.0, (1 - tokens) / self.rate)
        self._tokens = tokens - 1 if wait <= patience_s else tokens
        return wait


class Rates:
    """One bucket for each key, all alike."""

    def __init__(
        self, rate: float, burst: float, *, keys: int = _KEYS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._keys = keys
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> float:
        """0 if it may happen now, else the seconds to wait."""
        now = self._clock()
        return self._bucket(key, now).take(now, cost)

    def reserve(self, key: str, patience_s: float) -> float:
        """The seconds after which it may happen; more than `patience_s`: never, for this time."""
        now = self._clock()
        return self._bucket(key, now).reserve(now, patience_s)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._rate, self._burst, now)
            if len(self._buckets) >= self._keys:
                del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket
        return bucket


class Quota:
    """How many of something a key holds at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        return self._held[key]

    def take(self, key: str) -> bool:
        if self._held[key] >= self._most:
            if not self._held[key]:
                del self._held[key]
            return False
        self._held[key] += 1
        return True

    def give_back(self, key: str) -> None:
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]


def rate_limit_key(address: str) -> str:
    """What limits count as one address: an IPv6 customer has at least a /64, and could use all of it."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


def is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def is_local_host(host: str) -> bool:
    """Whether a Host header names this machine by a name that no web page can have been opened under.

    A page whose name is made to lead here (DNS rebinding) is asked for under that name.
    """
    name = urlsplit(f"//{host}").hostname if _HOST_SHAPE.fullmatch(host) else None
    return name is not None and (name == "localhost" or is_local(name))


def client_address(peer: str, forwarded: str, trusted_proxies: int) -> str:
    """Who is at the other end: the entry that the outermost of our own proxies wrote into X-Forwarded-For.

    Everything to the left of it was sent by the client and may be invented.
    """
    if not trusted_proxies:
        return peer
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    if not hops:
        return peer
    return hops[-min(trusted_proxies, len(hops))]
