"""Running what a page runs: Floe's own modules, lowered, by MicroPython in Node."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from page import bundle

from tests.targets import node

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
MICROPYTHON = WEB / "node_modules" / "@micropython" / "micropython-webassembly-pyscript" / "micropython.wasm"

needs_micropython = pytest.mark.skipif(
    shutil.which("node") is None or not node.ESBUILD.exists() or not MICROPYTHON.exists(),
    reason="needs Node.js and what web/ is built with",
)


@functools.cache
def _program() -> Path:
    made = Path(tempfile.mkdtemp(prefix="floe-page-")) / "node.mjs"
    flags = ["--bundle", "--platform=node", "--format=esm", "--log-level=error", f"--outfile={made}"]
    subprocess.run([str(node.ESBUILD), str(WEB / "tests" / "page" / "node.ts"), *flags], check=True)
    return made


@functools.cache
def _bundles() -> Path:
    made = Path(tempfile.mkdtemp(prefix="floe-page-")) / "bundles.json"
    bundle.SOURCES.append(ROOT / "tests" / "page")
    files = bundle.bundles(node.SHIPPED, more=("told", "language"))
    made.write_text(json.dumps(files), encoding="utf-8")
    return made


def called(calls: list[tuple[str, list[Any]]], folder: Path, module: str = "told") -> list[Any]:
    """What functions of a module of this folder return in a page."""
    (folder / "calls.json").write_text(
        json.dumps([{"module": module, "function": name, "args": args} for name, args in calls]), encoding="utf-8"
    )
    program = f"import({_program().as_uri()!r})"
    command = [shutil.which("node") or "node", "-e", program, str(_bundles()), str(node.artefacts())]
    done = subprocess.run(
        [*command, str(folder / "calls.json"), str(folder / "results.json")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MICROPYTHON": str(MICROPYTHON)},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return found
