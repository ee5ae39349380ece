"""The commands ``floe backup`` and ``floe restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from floe.cli.serve import check_installed
from floe.server.settings import Settings, hidden

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="FLOE_DATABASE",
        metavar="VALUE",
        help="Where games are kept: a file, or postgresql://user:password@host/name; as for floe serve.",
    ),
]


def backup(
    to: Annotated[Path, typer.Argument(metavar="TO", help="A new file for the copy.")], database: Database = None
) -> None:
    """Copy the database as it stands, also while a server plays; the copy is checked."""
    check_installed()
    from floe.server import backup as copying  # loads the database

    settings = Settings.read(database=database)
    told = copying.backup(settings.database, to)
    typer.echo(f"{to} has {told}. It holds secrets of running games: keep it as safe as the original.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="What floe backup wrote.")], database: Database = None
) -> None:
    """Make a new database from a backup. One that is there is never overwritten."""
    check_installed()
    from floe.server import backup as copying  # loads the database

    settings = Settings.read(database=database)
    told = copying.restore(source, settings.database)
    typer.echo(f"{hidden(settings.database)} has {told}. Start it: floe serve")
