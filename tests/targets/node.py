"""Running compiled kernels in Node, with the web app's own module around them."""

from __future__ import annotations

import base64
import functools
import json
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

import floe
from floe.bots.search.targets import search_for_web, ways_of
from floe.core.targets.artefacts import rules_for_web

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
TOOL = runpy.run_path(str(ROOT / "tools" / "kernels.py"))
KERNELS: Path = TOOL["WEB"]
ESBUILD = WEB / "node_modules" / ".bin" / "esbuild"

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not ESBUILD.exists(), reason="needs Node.js and what web/ is built with"
)


SHIPPED: list[str] = TOOL["_games"]()


@functools.cache
def artefacts(game: str = SHIPPED[0]) -> Path:
    """The folder of a game's compiled kernels, up to date."""
    if game in SHIPPED:
        assert TOOL["web"](KERNELS) == 0
        return KERNELS
    folder = Path(tempfile.mkdtemp(prefix="floe-kernels-"))
    rules_for_web(floe.game(game)).write(folder)
    for way in ways_of(game):
        search_for_web(game, way).write(folder)
    return folder


@functools.cache
def _program() -> Path:
    made = Path(tempfile.mkdtemp(prefix="floe-kernels-")) / "same.mjs"
    source = WEB / "tests" / "kernels" / "same.ts"
    flags = ["--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={made}"]
    subprocess.run([str(ESBUILD), str(source), *flags], check=True)
    return made


def compare(task: dict[str, Any], folder: Path) -> dict[str, float]:
    """Have Node compare what Python found with what it finds itself; return how much it compared."""
    file = folder / "task.json"
    file.write_text(json.dumps(task), encoding="utf-8")
    node = shutil.which("node") or "node"
    done = subprocess.run([node, str(_program()), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, float] = json.loads(done.stdout)
    return found


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()
