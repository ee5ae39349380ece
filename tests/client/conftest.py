"""A server that the tests of a file share."""

from __future__ import annotations

from tests.server.conftest import anyio_backend, live

__all__ = ["anyio_backend", "live"]
