"""Requests made from the OpenAPI description: every answer is one that it describes."""

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.playing import Filon

_settings = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def test_every_answer_is_one_that_the_description_knows(server: Filon) -> None:
    described = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    token = httpx.post(f"{server.url}/api/guests", json={"name": "Schema", "keep": "token"}).json()["token"]
    operations: list[Any] = [found.ok() for found in described.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) >= 15
    for operation in operations:
        # The one who asks must not be forgotten before the rest is asked.
        shown = "filon_" + "x" * 43 if operation.method.upper() == "DELETE" else token
        _ask(operation, {"Authorization": f"Bearer {shown}"})
    assert not server.faults(), server.faults()


def _ask(operation: Any, headers: dict[str, str]) -> None:
    @_settings
    @given(case=operation.as_strategy())
    def answers_as_described(case: Any) -> None:
        # A name of blanks, a game that does not exist: not everything that is refused can be described.
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

    answers_as_described()
