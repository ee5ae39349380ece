"""Run tests on one Python, in an environment that uv makes and keeps: python tools/matrix.py 3.13 UV TESTS..."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(version: str, uv: str, tests: list[str]) -> int:
    folder = ROOT / ".matrix" / version
    python = str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    install = [uv, "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--python", python]
    steps = [
        [uv, "venv", "--quiet", "--seed", "--allow-existing", "--python", version, str(folder)],
        [uv, "pip", "sync", "--quiet", "--require-hashes", "--python", python, "requirements/dev.lock"],
        [*install, "--editable", ".", "--editable", "examples/connectfour"],
        [python, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", *tests],
    ]
    print(f"Python {version}", flush=True)
    for step in steps:
        failed = subprocess.run(step, cwd=ROOT, check=False).returncode  # noqa: S603  # its own
        if failed:
            return failed
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
