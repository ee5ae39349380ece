"""The web app's types are those of the wire."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_web_types_are_up_to_date() -> None:
    """To write them anew: python tools/write_web_types.py web/src/protocol.ts."""
    tool = runpy.run_path(str(ROOT / "tools" / "write_web_types.py"))
    assert (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8") == tool["typescript"]()
