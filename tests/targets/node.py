"""Running compiled kernels in Node, with the web app's own module around them."""

from __future__ import annotations

import functools
import json
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path

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


SHIPPED: list[str] = TOOL["games"]()


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
    made = Path(tempfile.mkdtemp(prefix="floe-kernels-")) / "node.mjs"
    source = WEB / "tests" / "kernels" / "node.ts"
    flags = ["--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={made}"]
    subprocess.run([str(ESBUILD), str(source), *flags], check=True)
    return made


def compare(game: str, expected: Path) -> dict[str, int]:
    """Have Node compare what Python found with what it finds itself; return how much it compared."""
    command = [shutil.which("node") or "node", str(_program()), game, str(artefacts(game)), str(expected)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found
