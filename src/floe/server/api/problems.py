"""Everything that goes wrong is answered with a ``Problem``: no stack traces, no secrets, one shape for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from floe.core.errors import FloeError
from floe.server import answers
from floe.server.logs import Log
from floe.server.store.faults import StoreUnavailable
from floe.server.tables.refusals import NotFound, Refusal, Stale
from floe.server.wire.http import Problem

Asked = Request[Any, Any, Any]
journal = Log("http")


def _answer(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type="application/json")


_STATUS = {"too_many": 429, "too_many_addresses": 429, "too_fast": 429, "banned": 403}


def refused(_: Asked, fault: Refusal) -> Response[Problem]:
    status = 404 if isinstance(fault, NotFound) else _STATUS.get(fault.key, 409)
    return _answer(status, Problem(fault.key, fault.words, fault.rule, fault.values))


def stale(_: Asked, fault: Stale) -> Response[Problem]:
    return _answer(409, Problem("stale", "the table has changed since; look again"))


def engine(_: Asked, fault: FloeError) -> Response[Problem]:
    return _answer(400, answers.problem_of(fault))


def unavailable(_: Asked, fault: StoreUnavailable) -> Response[Problem]:
    return _answer(503, Problem("unavailable", "the server cannot reach its database just now; try again"))


def invalid(_: Asked, fault: ValidationException) -> Response[Problem]:
    where = "; ".join(str(one.get("message", "")) for one in fault.extra or [] if isinstance(one, dict))
    return _answer(400, Problem("malformed", where or fault.detail))


def undecodable(_: Asked, fault: msgspec.MsgspecError) -> Response[Problem]:
    return _answer(400, Problem("malformed", str(fault)))


def no_text(_: Asked, fault: UnicodeDecodeError) -> Response[Problem]:
    return _answer(400, Problem("malformed", "the text is not valid UTF-8"))


def too_deep(_: Asked, fault: RecursionError) -> Response[Problem]:
    return _answer(400, Problem("malformed", "lists or objects inside each other go too deep"))


def http(_: Asked, fault: HTTPException) -> Response[Problem]:
    keys = {401: "no_guest", 403: "foreign", 404: "not_found", 405: "bad_method", 413: "too_large", 429: "too_many"}
    return _answer(fault.status_code, Problem(keys.get(fault.status_code, "malformed"), fault.detail))


def unexpected(request: Asked, fault: Exception) -> Response[Problem]:
    journal.error("request_failed", fault, path=request.scope["path"], method=request.method)
    return _answer(500, Problem("fault", "something went wrong here; it is in the server's log"))


_WHEN = {
    400: "The request cannot be understood.",
    401: "It needs a guest: ask GET /api/me first.",
    403: "It comes from a page of another site, or the host has shut the one who asks out.",
    404: "There is no such thing, or none that the one who asks may see.",
    409: "The table or the rules of the game refuse it, or a link or code is not valid.",
    413: "It is too large.",
    429: "Too many requests, or too many tables.",
    503: "The database is away just now.",
}
PROBLEMS = {
    status: ResponseSpec(Problem, description=words, generate_examples=False) for status, words in _WHEN.items()
}
"""What the OpenAPI document says of all that can go wrong."""

HANDLERS: dict[type[Exception] | int, Callable[..., Response[Problem]]] = {
    Refusal: refused,
    Stale: stale,
    FloeError: engine,
    StoreUnavailable: unavailable,
    ValidationException: invalid,
    msgspec.MsgspecError: undecodable,
    UnicodeDecodeError: no_text,
    RecursionError: too_deep,
    HTTPException: http,
    Exception: unexpected,
}
