"""Open files: each connection is one, and the system allows a process only so many."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_OPEN = Path("/proc/self/fd")
_SHORT = 0.9


def allow_all() -> None:
    """Take as many as this process may have, and not only as many as are usual."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def short() -> tuple[int, int] | None:
    """How many are open of how many, if there are hardly any left: then nobody else can come in."""
    if resource is None or not _OPEN.is_dir():
        return None
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = len(os.listdir(_OPEN))
    return (taken, allowed) if taken > _SHORT * allowed else None
