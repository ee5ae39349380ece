"""Build, check and test the web app, with the machine's Node.js or, where there is none, the one that PyPI brings.

python tools/web.py build     into src/floe/server/web, from where the server serves it
python tools/web.py npm ...   npm in web/, with all that it needs installed
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kernels
from page import build as page

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "floe" / "server" / "web"
OLDEST_NODE = (20, 19)
SOURCES = (
    "src",
    "public",
    "building",
    "index.html",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["build"]:
        return build()
    if arguments[:1] == ["npm"]:
        return npm(*arguments[1:])
    sys.stderr.write(__doc__ or "")
    return 2


def build() -> int:
    """Build the app, unless what is there was built from these very sources."""
    if kernels.web(kernels.WEB):
        print("The web app is built without them: it will not play in the browser alone.", flush=True)
        shutil.rmtree(page.FOLDER, ignore_errors=True)
    elif page.write(page.FOLDER, kernels.games()):
        print("Wrote what a page needs to host tables by itself.", flush=True)
    stamp = BUILT / ".sources"
    digest = _digest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return 0
    print("Building the web app ...", flush=True)
    failed = npm("run", "build", "--silent", "--", "--logLevel", "warn")
    if failed:
        return failed
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.copytree(WEB / "dist", BUILT)
    stamp.write_text(digest, encoding="utf-8")
    return 0


def npm(*command: str) -> int:
    """Run npm in ``web/``; what the lock file names is installed first."""
    environment = _with_node()
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".floe-lock"
    if not installed.is_file() or installed.read_text(encoding="utf-8") != lock:
        print("Installing what the web app is built with ...", flush=True)
        # Not ``npm ci``: it refuses a lock file that was made where parts for other systems could not be had.
        quiet = ("--no-save", "--no-audit", "--no-fund", "--loglevel", "error")
        failed = _run(["npm", "install", *quiet], environment)
        if failed:
            return failed
        installed.write_text(lock, encoding="utf-8")
    return _run(["npm", *command], environment)


def _run(command: list[str], environment: dict[str, str]) -> int:
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    return subprocess.run([program, *command[1:]], cwd=WEB, env=environment, check=False).returncode  # noqa: S603  # its own


def _with_node() -> dict[str, str]:
    """An environment in which ``node`` and ``npm`` are found."""
    if _node_version() >= OLDEST_NODE and shutil.which("npm"):
        return dict(os.environ)
    scripts = Path(sys.executable).parent
    if not (scripts / "node").exists():
        print("Installing Node.js from PyPI ...", flush=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        lock = str(ROOT / "requirements" / "node.lock")
        subprocess.run([*install, "--require-hashes", "-r", lock], check=True)  # noqa: S603  # its own
    return {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}


def _node_version() -> tuple[int, int]:
    program = shutil.which("node")
    if program is None:
        return (0, 0)
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603  # node
    found = re.match(r"v(\d+)\.(\d+)", told)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _digest() -> str:
    """Of all that the built app depends on."""
    digest = hashlib.sha256()
    for source in SOURCES:
        path = WEB / source
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
