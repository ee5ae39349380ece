"""The peer: boardgame.io from npm, installed into a temporary folder, with a game of 200 moves for two."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {"boardgame.io": "0.50.2", "node-persist": "3.1.0", "socket.io-client": "4.8.4"}
INSTALL_S = 120
_SCRIPTS = Path(__file__).parent / "peer"


class NoPeer(Exception):
    """It cannot be measured here, and why."""


@dataclass(frozen=True)
class Measured:
    """How long moves took, in seconds: to the mover's own screen, and to the other player's."""

    own: list[float]
    others: list[float]


def install(folder: Path) -> None:
    """Get the peer from npm. Its packages' own scripts are not run."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoPeer("Node.js and npm are not installed")
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", *wanted]
    try:
        subprocess.run(command, cwd=folder, timeout=INSTALL_S, check=True, capture_output=True)  # noqa: S603  # as named
    except (subprocess.SubprocessError, OSError) as fault:
        raise NoPeer(f"npm cannot install boardgame.io: {fault}") from fault
    for script in _SCRIPTS.glob("*.cjs"):
        shutil.copy(script, folder)


def measure(folder: Path, in_files: bool, matches: int, warm_s: float, seconds: float) -> Measured:
    """Let so many matches be played as fast as they go, kept in files or in memory only."""
    kept = ""
    if in_files:
        kept = str(folder / "matches")
        shutil.rmtree(kept, ignore_errors=True)
    with _server(folder, kept) as ports:
        told = [*ports, str(matches), str(warm_s), str(seconds)]
        done = subprocess.run(  # noqa: S603  # our own script
            [_node(), "players.cjs", *told],
            cwd=folder,
            capture_output=True,
            timeout=warm_s + seconds + 120,
            check=False,
        )
    if done.returncode:
        raise NoPeer(f"boardgame.io's players failed: {done.stderr.decode()[-500:]}")
    found = json.loads(done.stdout)
    return Measured(found["own"], found["others"])


@contextmanager
def _server(folder: Path, kept: str) -> Iterator[list[str]]:
    environment = os.environ | {"NODE_ENV": "production"}  # as its authors advise; it logs nothing then
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  # our own script
            [_node(), "server.cjs", kept], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        said = process.stdout
        assert said is not None  # noqa: S101  # it is a pipe
        for line in said:
            if line.startswith("listening"):
                yield line.split()[1:]
                return
        raise NoPeer(f"boardgame.io did not start: {(folder / 'server.log').read_text()[-500:]}")
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise NoPeer("Node.js is not installed")
    return node
