"""The language of an answer: as the query says, otherwise as the browser does."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import QueryParameter

from floe.server.language import Language, accepted

Lang = Annotated[
    Language | None, QueryParameter(description="The language of its words; by the header Accept-Language if none.")
]


async def language_of(request: Request[Any, Any, Any], lang: Lang = None) -> Language:
    """To be provided as a dependency."""
    return lang or accepted(request.headers.get("accept-language", ""))
