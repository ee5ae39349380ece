"""The notebook runs from top to bottom, and shows what it says it shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

NOTEBOOK = Path(__file__).parents[2] / "examples" / "from_import_to_plots.ipynb"
# In a process of its own: Jupyter's parts warn about each other, and here a warning is an error.
RUN = """
import sys, nbformat
from jupyter_client import AsyncKernelManager as KernelManager
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
manager = KernelManager(kernel_name="python3", transport="ipc")  # a port could be taken by somebody else meanwhile
NotebookClient(notebook, km=manager, timeout=None).execute()
nbformat.write(notebook, sys.argv[2])
"""


def test_the_notebook_runs_and_draws(tmp_path: Path) -> None:
    done = tmp_path / "done.ipynb"
    quiet = os.environ | {"JUPYTER_PLATFORM_DIRS": "1", "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(NOTEBOOK), str(done)],
        env=quiet,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    cells = json.loads(done.read_text(encoding="utf-8"))["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", []) if "data" in output]
    kinds = [kind for output in shown for kind in output["data"]]
    assert kinds.count("image/png") == 3  # the plots
    assert kinds.count("image/svg+xml") == 3  # two positions, and the last of a record
    assert kinds.count("text/html") == 1  # the record, by a slider
    assert "IC-14" in json.dumps(cells)


def test_it_is_kept_without_what_it_printed() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
