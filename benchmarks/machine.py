"""The machine that figures were measured on."""

from __future__ import annotations

import contextlib
import os
import platform
from pathlib import Path
from typing import Any

import numba

import floe
from floe.core.threads import cores


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    processor = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
    return {
        "processor": processor,
        "architecture": platform.machine(),
        "cores": cores(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "floe": floe.__version__,
    }
