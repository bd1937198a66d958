"""News between the processes that serve the same tables: none for one, through their parent for those of
one machine, over Redis for many machines.
"""

from filon.server.fanout.contract import Fanout
from filon.server.fanout.local import LocalFanout


def open_fanout(redis_url: str) -> Fanout:
    if not redis_url:
        return LocalFanout()
    from filon.server.fanout.redis import RedisFanout  # noqa: PLC0415 - half of the time it takes to start alone

    return RedisFanout(redis_url)
