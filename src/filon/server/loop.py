"""The event loop that a process of ours runs on."""

import asyncio
from collections.abc import Coroutine
from typing import Any


def run(main: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop  # noqa: PLC0415 - not on every machine
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)
