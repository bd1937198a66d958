"""How HTTP says no: always the same shape, with a code for programs and a sentence for people."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from filon.coach.registry import NoCoach
from filon.games.contract import FilonError, Malformed
from filon.server.rooms.requests import ServedByNewer
from filon.store import StoreError
from filon.tables import Refused

log = structlog.stdlib.get_logger(__name__)

JSON: Final = "application/json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    reason: str
    field: str | None = None


class HTTPProblem(FilonError):  # noqa: N818 - it is one
    """Raised by a handler; becomes the answer."""

    def __init__(self, status: int, code: str, reason: str, *, wait_s: float | None = None) -> None:
        super().__init__(f"{code}: {reason}")
        self.status = status
        self.code = code
        self.reason = reason
        self.wait_s = wait_s


_TEXTS: Final = {
    400: "Something in the request is not as described",
    401: "Nobody knows this token, or there was none",
    403: "Not for you, or not from that page",
    404: "There is no such thing, or not for you",
    409: "Not as things stand",
    413: "The body is too long",
    415: "The body has to be JSON",
    429: "Too many; `Retry-After` says how long to wait",
    503: "The database does not answer; nothing is known to have happened",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI description of a handler."""
    return {
        status: ResponseSpec(Problem, description=_TEXTS[status], generate_examples=False)
        for status in (*statuses, 429)
    }


def _answer(status: int, problem: Problem, wait_s: float | None = None) -> Response[Problem]:
    headers = {} if wait_s is None else {"Retry-After": str(max(1, round(wait_s + 0.5)))}
    return Response(problem, status_code=status, headers=headers, media_type=JSON)


def _problem(_request: Request[Any, Any, Any], no: HTTPProblem) -> Response[Problem]:
    return _answer(no.status, Problem(no.code, no.reason), no.wait_s)


def _refused(_request: Request[Any, Any, Any], no: Refused) -> Response[Problem]:
    status = 400 if no.code == "malformed" else 409
    return _answer(status, Problem(no.code, no.reason, no.field))


def _malformed(_request: Request[Any, Any, Any], error: Malformed) -> Response[Problem]:
    return _answer(400, Problem("malformed", error.reason, error.field))


def _no_coach(_request: Request[Any, Any, Any], error: NoCoach) -> Response[Problem]:
    return _answer(409, Problem("no_coach", str(error)))


def _away(_request: Request[Any, Any, Any], _error: StoreError) -> Response[Problem]:
    return _answer(503, Problem("unavailable", _TEXTS[503]), 1)


def _elsewhere(_request: Request[Any, Any, Any], error: ServedByNewer) -> Response[Problem]:
    return _answer(503, Problem("unavailable", str(error)), 30)


def _invalid(_request: Request[Any, Any, Any], error: ValidationException) -> Response[Problem]:
    field = reason = None
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        field = error.extra[0].get("key")
        reason = error.extra[0].get("message")
    return _answer(400, Problem("malformed", str(reason or error.detail), field and str(field)))


def _http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    code = {400: "malformed", 404: "not_found", 405: "no_such_method", 413: "too_long", 415: "not_json"}
    answer = _answer(error.status_code, Problem(code.get(error.status_code, "refused"), error.detail))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("a request failed", path=request.scope["path"], method=request.method, exc_info=error)
    return _answer(500, Problem("fault", "something went wrong on our side"))


HANDLERS: Final[dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[Problem]]]] = {
    HTTPProblem: _problem,
    Refused: _refused,
    Malformed: _malformed,
    NoCoach: _no_coach,
    ServedByNewer: _elsewhere,
    StoreError: _away,
    ValidationException: _invalid,
    HTTPException: _http,
    Exception: _fault,
}
