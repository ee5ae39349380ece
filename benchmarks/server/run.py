"""Measure the server and print the table: ``make bench-server``.

Real servers, real databases, real sockets, all on loopback of this machine; the players are processes of their own and
take their share of its cores. ``--quick`` runs everything briefly, to see that it works; its figures mean nothing.
``--no-peers`` leaves the peer out. ``--json FILE`` writes the figures to a file as well, ``--markdown FILE`` the table
as it stands in ``docs/hosting.md``.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:1] = [str(HERE.parent), str(HERE.parent.parent)]  # what benches share, and the tests' PostgreSQL

from machine import machine  # noqa: E402  # after the path was set, as all below
from rich.console import Console  # noqa: E402
from table import markdown, table  # noqa: E402

from server.measuring import FULL, QUICK, measure  # noqa: E402
from server.telling import figures, notes  # noqa: E402


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure Floe's server beside its peer.")
    parser.add_argument("--quick", action="store_true", help="run briefly, to see that it works")
    parser.add_argument("--no-peers", action="store_true", help="leave the peer out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table to a file, in Markdown")
    chosen = parser.parse_args(arguments)
    _allow_many_sockets()
    console = Console()
    about = machine()
    with console.status("starting") as status:
        found = measure(QUICK if chosen.quick else FULL, not chosen.no_peers, status.update)
    told = figures(found)
    console.print(table(told))
    for line in notes(found, about):
        console.print(line)
    if chosen.markdown:
        chosen.markdown.write_text(markdown(told), encoding="utf-8")
    if chosen.json:
        document = {
            "machine": about,
            "quick": chosen.quick,
            "figures": [figure.document() for figure in told],
            "runs": [run.document() for run in found.runs],
            "skipped": found.skipped,
        }
        chosen.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _allow_many_sockets() -> None:
    """Each socket is an open file, of the server and of the players; they inherit what is allowed here."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
