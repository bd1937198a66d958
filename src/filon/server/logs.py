"""Structured logs to standard error: JSON lines, or colours where a person looks on. Never a secret or a
token.
"""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

import structlog

_SECRET_NAMES: Final = ("token", "secret", "cookie", "authorization", "password", "seed")
_SECRET_SHAPES: Final = (
    re.compile(r"\b(?:filon|seat)_[A-Za-z0-9_-]{16,}"),  # tokens and seat links are born with these prefixes
    re.compile(r"(?<=://)[^/@\s]+@"),  # credentials in a database or Redis address
)
_GONE: Final = "[kept back]"


def scrubbed(value: Any) -> Any:
    """The value with everything that looks like a credential taken out, however deep it lies."""
    match value:
        case str():
            for shape in _SECRET_SHAPES:
                value = shape.sub(_GONE, value)
            return value
        case bytes():
            return f"<{len(value)} bytes>"
        case Mapping():
            return {
                key: _GONE if any(name in str(key).lower() for name in _SECRET_NAMES) else scrubbed(inner)
                for key, inner in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [scrubbed(inner) for inner in value]
        case _:
            return value


def _keep_secrets_back(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if any(name in key.lower() for name in _SECRET_NAMES):
            event[key] = _GONE
        elif not key.startswith("_"):
            event[key] = scrubbed(value)
    return event


def set_up(level: str, *, as_json: bool | None = None) -> None:
    """For this process, the standard library's loggers (uvicorn, asyncio) included."""
    if as_json is None:
        as_json = not sys.stderr.isatty()
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    ending: list[structlog.types.Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _keep_secrets_back,
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=ending))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for chatty in ("uvicorn", "websockets", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
