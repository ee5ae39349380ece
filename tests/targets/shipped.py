"""The files that a package would bring along (``floe.core.precompiled``), made once for all tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from floe.core import jit

ROOT = Path(__file__).parents[2]
GAMES = ("icecult", "igluiglu", "connectfour")
_MAKE = """
import sys
from pathlib import Path
from floe.bots.rehearsal import rehearse
from floe.core.precompiled import here
from floe.core.targets.native import write
for game in sys.argv[2:]:
    rehearse(game)
write(Path(sys.argv[1]), machines=[here()])
"""


def files() -> Path:
    """The folder with those for this machine. It is kept with other compiled code: several processes test at once."""
    unit = jit.unit_of(str(jit.PACKAGE / "bots" / "rehearsal.py"))
    kept = None if unit is None else jit.cache_folder(unit)
    assert kept is not None
    folder = kept / "shipped"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=kept) as made:
            python(_MAKE, str(Path(made, "shipped")), *GAMES)
            try:
                Path(made, "shipped").rename(folder)
            except OSError:
                assert folder.is_dir()  # another process was first
    return folder


def python(code: str, *arguments: str, **environment: str) -> tuple[str, str]:
    """What a fresh Python writes to stdout and stderr. It leaves all such files alone, unless it is told otherwise."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "FLOE_PRE"))}
    paths = os.pathsep.join((str(jit.PACKAGE.parent), str(ROOT), os.environ.get("PYTHONPATH", "")))
    own = {"PYTHONPATH": paths, "FLOE_PRECOMPILED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=inherited | own | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr
