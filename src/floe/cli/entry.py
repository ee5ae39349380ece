"""Where the command ``floe`` begins: it needs the extra ``cli``, and says so where that is missing."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence

NEEDED = ("typer", "rich")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 0, or 2 after one line that says what was wrong."""
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            sys.stderr.write(f"floe: the command line needs {name}; install it with: pip install 'floe[cli]'\n")
            return 2
    run = importlib.import_module("floe.cli.app").run
    return int(run(list(sys.argv[1:] if arguments is None else arguments)))
