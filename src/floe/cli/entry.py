"""Where the commands ``floe`` and ``floe-games`` begin. Where the engine is alone, they say what is missing."""

from __future__ import annotations

import importlib
import importlib.util
import socket
import sys
from collections.abc import Sequence

NEEDED = ("typer", "rich")
PORT = 8000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0, or 2 after one line that says what was wrong."""
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            sys.stderr.write(f"floe: the command line needs {name}; install it with: pip install floe-games\n")
            return 2
    run = importlib.import_module("floe.cli.app").run
    return int(run(list(sys.argv[1:] if arguments is None else arguments)))


def play(arguments: Sequence[str] | None = None) -> int:
    """``floe-games``, which ``uvx floe-games`` runs: alone it serves and opens the page, else it is ``floe``."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return main(given or ["serve", "--open", "--log-level", "warning", "--port", str(_port())])


def _port() -> int:
    """The usual port, or any where that is taken: who only wants to play should not have to choose one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            return 0
    return PORT
