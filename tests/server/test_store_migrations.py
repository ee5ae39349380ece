"""Migrations: from nothing, and from every step on the way, to the shape that the code declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from floe.server.store import GuestRow, NotMigrated, Store, StoreUnavailable, migrations
from floe.server.store.database import Database
from floe.server.store.migrations import steps
from floe.server.store.schema import metadata
from floe.server.store.urls import connect
from tests.server.store_rows import append_to, event, seat_guests, table

pytestmark = pytest.mark.anyio


async def in_database(url: str, work: Callable[[Connection], Any]) -> Any:
    database: Database = connect(url)
    try:
        return await database.write(work)
    finally:
        await database.close()


async def test_the_steps_lead_to_the_schema_that_the_code_declares(store: Store, database_url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert await in_database(database_url, differences) == []


def test_the_newest_step_is_the_one_that_the_code_asks_for() -> None:
    assert steps.known()[-1] == migrations.HEAD


async def test_migrating_again_does_nothing(store: Store) -> None:
    assert await store.migrate() == []
    await store.check()


@pytest.mark.parametrize("step", steps.known()[:-1])
async def test_what_was_there_at_an_older_step_is_there_after_the_upgrade(database_url: str, step: str) -> None:
    store = await Store.open(database_url)
    taken = await store.migrate(to=step)
    assert taken == steps.known()[: len(taken)]
    with pytest.raises(NotMigrated, match=f"at step {step}"):
        await store.check()
    await seat_guests(store)
    await store.create(table("t", version=2), [event("t", 1), event("t", 2)], [(0, "guest-ada")])
    before = await store.table("t"), await store.events("t")

    assert await store.migrate() == steps.known()[len(taken) :]
    await store.check()
    assert (await store.table("t"), await store.events("t")) == before
    assert not (await store.append(append_to("t", 2))).conflict
    await store.close()


async def test_a_step_that_fails_leaves_the_database_as_it_was(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = steps.known()
    store = await Store.open(database_url)
    await store.migrate(to=first)
    complete = migrations.upgrade

    def interrupted(connection: Connection, to: str = migrations.HEAD) -> Any:
        complete(connection, to)
        raise RuntimeError("the power went")

    monkeypatch.setattr(migrations, "upgrade", interrupted)
    with pytest.raises(RuntimeError, match="power"):
        await store.migrate()
    monkeypatch.undo()
    with pytest.raises(NotMigrated, match=f"at step {first}"):
        await store.check()
    assert await store.migrate() == steps.known()[1:]
    await store.close()


async def test_a_database_of_a_newer_floe_is_left_alone(store: Store, database_url: str) -> None:
    await store.add_guest(GuestRow("a", "hash", None, 1, 1))
    await in_database(database_url, lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(migrations.NewerDatabase, match="step 9999, which a newer Floe made"):
        await store.migrate()
    with pytest.raises(NotMigrated, match="at step 9999"):
        await store.check()


async def test_an_empty_database_is_not_in_shape(database_url: str) -> None:
    store = await Store.open(database_url)
    with pytest.raises((NotMigrated, StoreUnavailable)):  # a file that is not there, or a database with nothing in it
        await store.check()
    await store.close()
