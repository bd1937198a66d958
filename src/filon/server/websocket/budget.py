"""What one connection may send before anybody knows whose it is, and at most when somebody does."""

from typing import Final

from filon.server.limits import Bucket
from filon.server.settings import ServerSettings

_INTAKE: Final = 8
"""Times the messages that may come as frames of any kind, reads, or KiB: what no browser comes near."""
_HELLOS: Final = 0.1
"""Of the messages may be Hellos: each is answered with a whole table."""
_KIB: Final = 1024


class Budget:
    """Beside the guest's own: what others send from the same address is theirs."""

    __slots__ = ("_hellos", "_intake", "_messages")

    def __init__(self, settings: ServerSettings, now: float) -> None:
        rate, burst = settings.messages_per_second, settings.message_burst
        self._intake = Bucket(_INTAKE * rate, _INTAKE * burst, now)
        self._messages = Bucket(rate, burst, now)
        self._hellos = Bucket(_HELLOS * rate, max(1, _HELLOS * burst), now)

    def covers(self, now: float, frames: int, size: int) -> bool:
        """Takes a read of `size` bytes that held so many frames; False if that was too much.

        Every frame costs and every read does, whatever is in it and whether or not it is whole: pongs, pings,
        empty parts of messages and single bytes are no messages, and no rate of messages meets them.
        """
        return not self._intake.take(now, max(1, frames) + size / _KIB)

    def message(self, now: float) -> float:
        """The seconds to wait, for a connection that is no guest's."""
        return self._messages.take(now)

    def hello(self, now: float) -> float:
        return self._hellos.take(now)
