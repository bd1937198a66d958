"""The fan-out of one process: there is nobody to tell."""

import secrets

from filon.server.fanout.contract import Listener, News
from filon.server.supervise import Supervisor


class LocalFanout:
    """Keeps nothing and tells nobody."""

    shared = False

    def __init__(self) -> None:
        self.origin = secrets.token_hex(6)

    @property
    def connected(self) -> bool:
        return True

    async def start(self, supervisor: Supervisor, listener: Listener) -> None:
        pass

    async def follow(self, table: str) -> None:
        pass

    def unfollow(self, table: str) -> None:
        pass

    def tell(self, news: News) -> None:
        pass

    async def close(self) -> None:
        pass
