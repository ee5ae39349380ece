"""The OpenAPI document: it is valid, and the server answers as it says to whatever Schemathesis thinks of."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from floe.server.app import create
from floe.server.settings import Settings
from tests.server.live import PATIENCE_S, Live
from tests.server.people import Person

pytestmark = pytest.mark.anyio
DOCUMENT: dict[str, Any] = create(Settings(database="unused.sqlite")).openapi_schema.to_schema()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = [
    (method, path)
    for path, operations in DOCUMENT["paths"].items()
    for method in operations
    if method in {"get", "post", "put", "delete", "patch"}
]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def references(value: Any) -> Iterator[str]:
    """Every reference in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from references(one)


async def test_the_document_is_served_and_sound(live: Live) -> None:
    ada = await live.person()
    served = await ada.get("/schema")
    assert served == await ada.get("/schema/openapi.json")
    assert served["openapi"].startswith("3.")
    SCHEMA.validate()
    known = {f"#/components/schemas/{name}" for name in served["components"]["schemas"]}
    assert set(references(served)) <= known
    identifiers = [served["paths"][path][method]["operationId"] for method, path in OPERATIONS]
    assert len(set(identifiers)) == len(identifiers)


async def test_whatever_can_go_wrong_is_told_as_a_problem(live: Live) -> None:
    for method, path in OPERATIONS:
        answers = DOCUMENT["paths"][path][method]["responses"]
        for status, answer in answers.items():
            if path.startswith("/api/") and int(status) >= 400:
                told = answer["content"]["application/json"]["schema"]
                assert told["$ref"].rpartition("/")[2].endswith("Problem")


@pytest.fixture(scope="module")
async def ada(live: Live) -> Person:
    return await live.person("Ada")


@pytest.fixture(scope="module")
async def tables(live: Live, ada: Person) -> list[str]:
    """Tables in every state: one that gathers, one that runs, one that is over."""
    made = [await ada.new_table("me", "open"), await ada.new_table("me", "random", game="igluiglu")]
    over = await ada.new_table("me", "random")
    async with ada.at(over) as socket:
        await socket.ask("resign", seat=0)
    return [*made, over, "no-such-table"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
async def test_the_server_answers_as_the_document_says(
    live: Live, ada: Person, tables: list[str], method: str, path: str
) -> None:
    turns = itertools.cycle([None, *tables])

    @given(case=SCHEMA[path][method.upper()].as_strategy())
    @settings(
        max_examples=25,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def exercise(case: Case[Any]) -> None:
        table = next(turns)
        if table is not None and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table
        headers = {"Authorization": f"Bearer {ada.token}"} if table else {}
        answer = case.call(base_url=live.url, headers=headers, timeout=PATIENCE_S)
        case.validate_response(answer, checks=CHECKS)

    await asyncio.to_thread(exercise)
