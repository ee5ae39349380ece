"""The project's tools, which are scripts and no package."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def tool(name: str) -> ModuleType:
    """A module of ``tools/``, imported as the scripts there import each other."""
    folder = str(ROOT / "tools")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)
