"""The commands ``floe admin …``: what a host does by hand. They work on the database, while servers run or not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from floe.cli.backup import Database
from floe.cli.serve import check_installed
from floe.core.errors import BadOption
from floe.server.settings import Settings

if TYPE_CHECKING:
    from floe.server.admin import Admin, Expired
    from floe.server.store import Store

T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, help="For hosts: tables, guests, bans, chats, and what is too old to be kept.")
tables = typer.Typer(no_args_is_help=True, help="Tables: list them, look at one, close or delete one.")
guests = typer.Typer(no_args_is_help=True, help="Guests: list them, look at one, export or delete one's data.")
chats = typer.Typer(no_args_is_help=True, help="Chats: take away what was said.")
for name, part in (("tables", tables), ("guests", guests), ("chat", chats)):
    app.add_typer(part, name=name)

Limit = Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="So many at most.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, as in its link.")]
GuestId = Annotated[str, typer.Argument(metavar="GUEST", help="A guest's id; floe admin tables show names them.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A guest's id, or an address.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why, for yourself.")]


def _run(database: str | None, work: Callable[[Admin, Store], Awaitable[T]]) -> T:
    """Do something on the database."""
    check_installed()
    from floe.server.admin import Admin  # loads the server
    from floe.server.clock import Clock
    from floe.server.service import Tables
    from floe.server.store import NotMigrated, Store, StoreUnavailable
    from floe.server.tables.refusals import Refusal

    async def do() -> T:
        store = await Store.open(Settings.read(database=database).database)
        try:
            await store.check()
            made = Tables(store, "admin", Clock(await store.last_beat()))
            answer = await work(Admin(made), store)
            await store.release("admin")  # a machine that has to play is left to the servers
            return answer
        except (NotMigrated, StoreUnavailable) as fault:
            raise BadOption(str(fault)) from None
        except Refusal as fault:
            raise BadOption(fault.words) from None
        finally:
            await store.close()

    return asyncio.run(do())


def _act(database: str | None, act: str, subject: str, work: Callable[[Admin], Awaitable[T]]) -> T:
    """The same for something that changes it, with a line in the log."""
    from floe.server.logs import Log, configure  # loads the server

    configure()
    done = _run(database, lambda admin, _: work(admin))
    Log("admin").info("act", act=act, subject=subject, by="host")
    return done


def _when(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _print(document: Any) -> None:
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


# Tables


@tables.command("list")
def list_tables(
    status: Annotated[
        str | None, typer.Option(metavar="gathering|running|over|cancelled", help="Only of this status.")
    ] = None,
    guest: Annotated[str | None, typer.Option(metavar="GUEST", help="Only where this guest was.")] = None,
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List tables, the newest change first: id, game, status, version, when it changed, who sits there."""
    from floe.server.store import admin_queries  # loads the database

    rows = _run(database, lambda _, s: s.examine(lambda c: admin_queries.list_tables(c, status, guest, limit)))
    for row in rows:
        names = ", ".join(seat.get("name") or "-" for seat in json.loads(row.summary).get("seats", []))
        typer.echo(f"{row.id}  {row.game}  {row.status}  {row.version}  {_when(row.changed)}  {names}")


@tables.command("show")
def show_table(table: TableId, database: Database = None) -> None:
    """Show a table as a document: its settings, and who sits there."""
    from floe.server.admin import NoSuch  # loads the server
    from floe.server.store import admin_queries

    async def look(_: Admin, store: Store) -> dict[str, Any]:
        row = await store.table(table)
        if row is None:
            raise NoSuch(f"there is no table {table}")
        sat = await store.examine(lambda c: admin_queries.seated(c, table))
        summary = json.loads(row.summary)
        seats = [
            {
                "seat": n,
                "kind": one.get("kind"),
                "name": one.get("name"),
                "level": one.get("level"),
                "guest": sat.get(n),
            }
            for n, one in enumerate(summary.get("seats", []))
        ]
        return {
            "id": row.id, "game": row.game, "status": row.status, "version": row.version, "listed": row.listed,
            "created": _when(row.created), "changed": _when(row.changed), "host": row.host, "seats": seats,
            "settings": json.loads(row.settings), "result": summary.get("result"),
        }  # fmt: skip

    _print(_run(database, look))


@tables.command("close")
def close_table(table: TableId, database: Database = None) -> None:
    """End a running game: nobody wins, and those at the table are told. One that has not begun is deleted."""
    done = _act(database, "table_closed", table, lambda admin: admin.close_table(table))
    typer.echo(f"{table} is {'closed' if done == 'table_closed' else 'deleted: no game had begun there'}.")


@tables.command("delete")
def delete_table(table: TableId, database: Database = None) -> None:
    """Delete a table with everything that was played and said there."""
    _act(database, "table_deleted", table, lambda admin: admin.delete_table(table))
    typer.echo(f"{table} is deleted.")


# Guests


@guests.command("list")
def list_guests(
    name: Annotated[str | None, typer.Option(metavar="TEXT", help="Only those whose name has this in it.")] = None,
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List guests, those who came last first: id, when they came first and last, name."""
    from floe.server.store import admin_queries  # loads the database

    for row in _run(database, lambda _, s: s.examine(lambda c: admin_queries.list_guests(c, name, limit))):
        typer.echo(f"{row.id}  {_when(row.created)}  {_when(row.seen)}  {row.name or '-'}")


@guests.command("show")
def show_guest(guest: GuestId, database: Database = None) -> None:
    """Show how much is kept about a guest, and whether the guest is banned or muted."""
    document = _run(database, lambda admin, _: admin.export(guest))
    counts = {name: len(rows) for name, rows in document.items() if isinstance(rows, list) and name != "sanctions"}
    _print(document["guest"] | counts | {"sanctions": document["sanctions"]})


@guests.command("export")
def export_guest(
    guest: GuestId,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="A new file; else it is printed.")] = None,
    database: Database = None,
) -> None:
    """All that is kept about a guest, as one JSON document."""
    document = _act(database, "guest_exported", guest, lambda admin: admin.export(guest))
    if to is None:
        _print(document)
    else:
        with to.open("x", encoding="utf-8") as file:
            json.dump(document, file, indent=2, ensure_ascii=False)


@guests.command("delete")
def delete_guest(guest: GuestId, database: Database = None) -> None:
    """Delete all that is kept about a guest. Games with others stay, with a neutral word for the name."""
    _act(database, "guest_deleted", guest, lambda admin: admin.erase(guest))
    typer.echo(f"{guest} is deleted.")


# Sanctions, chats, policy


def _sanction(kind: str, words: str) -> None:
    def put(who: Who, reason: Reason = "", database: Database = None) -> None:
        _act(database, kind, who, lambda admin: admin.sanction(kind, who, reason))
        typer.echo(f"{who}: {words}.")

    def lift(who: Who, database: Database = None) -> None:
        _act(database, f"un{kind}", who, lambda admin: admin.lift(kind, who))
        typer.echo(f"{who}: no longer {words}.")

    app.command(kind, help=f"A guest or an address is {words}.")(put)
    app.command(f"un{kind}", help=f"A guest or an address is no longer {words}.")(lift)


_sanction("ban", "shut out of the server")
_sanction("mute", "kept from writing in chats")


@app.command("sanctions")
def list_sanctions(database: Database = None) -> None:
    """List who is banned or muted."""
    for row in _run(database, lambda _, store: store.sanctions()):
        typer.echo(f"{row.kind}  {row.subject}  {_when(row.at)}  {row.reason}")


@app.command("acts")
def list_acts(database: Database = None) -> None:
    """List what was done by hand, by guests with their own data, and by policy."""
    for row in _run(database, lambda _, store: store.acts(0)):
        typer.echo(f"{_when(row.at)}  {row.act}  {row.subject}  by {row.by}")


@chats.command("purge")
def purge_chat(
    table: Annotated[str | None, typer.Option(metavar="TABLE", help="What was said at this table.")] = None,
    guest: Annotated[str | None, typer.Option(metavar="GUEST", help="What this guest has said.")] = None,
    database: Database = None,
) -> None:
    """Take away what was said at a table, by a guest, or by a guest at a table."""
    if table is None and guest is None:
        raise BadOption("say at which table, or of which guest: --table, --guest")
    subject = " ".join(filter(None, (table, guest)))
    gone = _act(database, "chat_purged", subject, lambda admin: admin.purge_chat(table, guest))
    typer.echo(f"{gone} lines are gone.")


@app.command("expire")
def expire(
    guests_after: Annotated[
        int | None,
        typer.Option(metavar="DAYS", min=0, envvar="FLOE_GUESTS_AFTER", help="Not seen for so long; 0 keeps all."),
    ] = None,
    tables_after: Annotated[
        int | None,
        typer.Option(
            metavar="DAYS", min=0, envvar="FLOE_TABLES_AFTER", help="Nothing happened for so long; 0 keeps all."
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without, it is only said what would be deleted.")] = False,
    database: Database = None,
) -> None:
    """Delete guests and tables that are older than the policy keeps them; first without --yes, to see which."""
    days = (guests_after or 0, tables_after or 0)
    if days == (0, 0):
        raise BadOption("say after how many days: --guests-after, --tables-after")
    found: Expired
    if yes:
        found = _act(database, "expired", f"after {days[0]} and {days[1]} days", lambda admin: admin.expire(*days))
    else:
        found = _run(database, lambda admin, _: admin.old(*days))
        for kind, ids in (("table", found.tables), ("guest", found.guests)):
            for one in ids:
                typer.echo(f"{kind} {one}")
    said = f"{len(found.tables)} tables and {len(found.guests)} guests"
    typer.echo(f"{said} are deleted." if yes else f"{said} would be deleted; with --yes they are.")
