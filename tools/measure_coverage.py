"""Measure which lines and branches the tests take, and name what is left: python tools/measure_coverage.py [TESTS...]

Python by coverage.py: first the rules interpreted, because no one sees into compiled code, then everything. TypeScript
by Vitest with V8. Tests named on the command line are the only ones of Python that are run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import web

ROOT = Path(__file__).resolve().parent.parent
INTERPRETED = ["tests/games", "examples/connectfour/tests"]
PYTEST = ["-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"]


def main(tests: list[str]) -> int:
    measure = [sys.executable, "-m", "coverage"]
    failed = _run([*measure, "erase"])
    if not tests:
        failed |= _run([*measure, "run", *PYTEST, *INTERPRETED], NUMBA_DISABLE_JIT="1")
    failed |= _run([*measure, "run", *PYTEST, *tests])
    failed |= _run([*measure, "combine", "--quiet"])
    failed |= _run([*measure, "report"])
    if not tests:
        print("\nThe web app:", flush=True)
        failed |= web.npm("run", "coverage")
    return failed


def _run(command: list[str], **more: str) -> int:
    return subprocess.run(command, cwd=ROOT, env=os.environ | more, check=False).returncode  # noqa: S603  # its own


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
