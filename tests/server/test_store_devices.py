"""Devices, links, codes and two guests who become one, in both kinds of databases."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from floe.server.store import ChatRow, GuestRow, PuzzleTryRow, RatingRow, Store, admin_queries, host_queries, migrations
from floe.server.store.faults import BothSit, KeyGone, TooManyDevices, WouldJoin
from floe.server.store.join_queries import Joining
from floe.server.store.rows import AddressRow, DeviceLinkRow, DeviceRow, PlanRow, RecoveryRow, SanctionRow, WishRow
from floe.server.store.schema import (
    acts,
    device_links,
    devices,
    events,
    guests,
    notice_addresses,
    notice_tables,
    notice_wishes,
    notices,
    recovery_codes,
)
from floe.server.store.store import DEVICES
from tests.server.store_rows import ADA, BO, append_to, event, seat_guests, table

pytestmark = pytest.mark.anyio
JOINING = Joining('{"kind":"joined"}', lambda summary: f"{summary} joined")
SURE, UNSURE = RatingRow(1600.0, 50.0, 0.06), RatingRow(1500.0, 200.0, 0.06)


def unrated(person: RatingRow, puzzle: RatingRow, solved: bool) -> tuple[RatingRow, RatingRow]:
    return person, puzzle


async def device_of(store: Store, guest: str) -> DeviceRow:
    found = await store.by_token(f"hash of {guest}")
    assert found is not None
    return found[1]


async def link_to(store: Store, guest: str, named: str = "any", until: int = 100) -> DeviceLinkRow:
    link = DeviceLinkRow(guest, f"hash of {named}", guest, until)
    await store.put_link(link, 1)
    return link


async def rows(store: Store, wanted: Any) -> list[tuple[Any, ...]]:
    return await store.examine(lambda c: [tuple(row) for row in c.execute(wanted)])


async def test_a_cookie_of_before_the_devices_is_a_device(database_url: str) -> None:
    store = await Store.open(database_url)
    await store.migrate(to="0005")
    await store.add_guest(GuestRow("old", "hash-old", "Old", 1, 2))
    assert migrations.HEAD in await store.migrate()
    assert await store.by_token("hash-old") == (
        GuestRow("old", "hash-old", "Old", 1, 2),
        DeviceRow("old", "old", "hash-old", "", 1, 2),
    )
    # A worker of the version before goes on for a while, and welcomes people as it knows how to.
    await store.add_guest(GuestRow("late", "hash-late", None, 3, 3))
    for _ in range(2):
        found = await store.by_token("hash-late")
        assert found is not None
        assert found[1] == DeviceRow("late", "late", "hash-late", "", 3, 3)
    await store.close()


async def test_a_device_that_is_revoked_is_nobodys_for_good(store: Store) -> None:
    await seat_guests(store)
    device = await device_of(store, ADA)
    assert not await store.revoke(BO, device.id, 5)  # somebody else's
    assert await store.revoke(ADA, device.id, 5)
    assert not await store.revoke(ADA, device.id, 5)
    assert await store.by_token(f"hash of {ADA}") is None
    assert await store.guest(ADA) is not None
    assert [(act.act, act.subject, act.by) for act in await store.acts(0)] == [("device_revoked", device.id, "guest")]


async def test_a_link_goes_with_the_device_that_made_it_and_others_links_stay(store: Store) -> None:
    await seat_guests(store)
    ada, bo = [await device_of(store, guest) for guest in (ADA, BO)]
    links = [DeviceLinkRow(one.guest, f"link of {one.guest}", one.id, 100) for one in (ada, bo)]
    for link in links:
        await store.put_link(link, 1)
    assert await store.revoke(ADA, ada.id, 5)
    assert [await store.link(link.secret_hash, 50) for link in links] == [None, links[1]]


async def test_the_last_use_is_that_of_the_device_and_of_its_guest(store: Store) -> None:
    await seat_guests(store)
    device = await device_of(store, ADA)
    await store.seen(DeviceRow(device.id, ADA, device.token_hash, "Firefox (Linux)", 1, 1), 50)
    await store.seen(DeviceRow(device.id, ADA, device.token_hash, "Other", 1, 1), 40)  # a clock that goes after
    found = await store.by_token(device.token_hash)
    assert found is not None
    assert (found[0].seen, found[1].seen, found[1].name) == (50, 50, "Firefox (Linux)")
    await store.used([device.id], 60)
    assert [one.seen for one in await store.devices(ADA)] == [60]
    ada, bo = await store.guest(ADA), await store.guest(BO)
    assert ada is not None
    assert bo is not None
    assert (ada.seen, bo.seen) == (60, 1)


async def test_a_link_is_valid_once_and_for_a_while_and_the_newest_alone(store: Store) -> None:
    await seat_guests(store)
    first = await link_to(store, ADA, "first")
    assert await store.link(first.secret_hash, 99) == first
    assert await store.link(first.secret_hash, 100) is None
    second = await link_to(store, ADA, "second")
    assert await store.link(first.secret_hash, 2) is None
    new = DeviceRow("new", "", "", "Phone", 2, 2)
    with pytest.raises(KeyGone):
        await store.move(first, new, "token", 2, JOINING, agreed=False)
    with pytest.raises(KeyGone):
        await store.move(second, new, "token", 100, JOINING, agreed=False)
    assert await store.move(second, new, "token", 2, JOINING, agreed=False) == []
    with pytest.raises(KeyGone):
        await store.move(second, DeviceRow("newer", "", "", "", 2, 2), "another", 2, JOINING, agreed=False)
    found = await store.by_token("token")
    assert found is not None
    assert (found[0].id, found[1].name) == (ADA, "Phone")
    await link_to(store, ADA, "third")
    await store.drop_link(ADA)
    assert await rows(store, select(device_links)) == []


async def test_of_many_who_use_a_link_at_the_same_time_one_does(store: Store, database_url: str) -> None:
    await seat_guests(store)
    link = await link_to(store, ADA)
    others = [await Store.open(database_url) for _ in range(3)]
    tries = [
        one.move(link, DeviceRow(f"d{n}", "", "", "", 2, 2), f"token {n}", 2, JOINING, agreed=False)
        for n, one in enumerate([store, *others, *others])
    ]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["KeyGone"] * 6 + ["list"]
    assert len(await store.devices(ADA)) == 1
    for one in others:
        await one.close()


async def test_a_code_that_was_replaced_lets_nobody_in(store: Store) -> None:
    await seat_guests(store)
    old, new = RecoveryRow(ADA, "AAAAA", "00", "slow", 1), RecoveryRow(ADA, "BBBBB", "11", "slower", 2)
    await store.put_recovery(old)
    assert await store.recovery_by_handle("AAAAA") == old == await store.recovery_of(ADA)
    await store.put_recovery(new)
    assert await store.recovery_by_handle("AAAAA") is None
    with pytest.raises(KeyGone):
        await store.move(old, DeviceRow("d", "", "", "", 2, 2), "token", 2, JOINING, agreed=False)
    for n in range(2):  # it is not used up
        await store.move(new, DeviceRow(f"d{n}", "", "", "", 2, 2), f"token {n}", 2, JOINING, agreed=False)
    assert len(await store.devices(ADA)) == 2


async def test_nobody_has_more_devices_than_one_may(store: Store) -> None:
    await seat_guests(store)
    await store.put_recovery(code := RecoveryRow(ADA, "AAAAA", "00", "slow", 1))
    for n in range(DEVICES):
        await store.move(code, DeviceRow(f"d{n}", "", "", "", 2, 2), f"token {n}", 2, JOINING, agreed=False)
    with pytest.raises(TooManyDevices):
        await store.move(code, DeviceRow("more", "", "", "", 2, 2), "token", 2, JOINING, agreed=False)


async def belongings(store: Store) -> None:
    """Bo sits at Ada's table, which is over; has one of their own, has written, tried puzzles, and may not write."""
    await store.create(table("both", status="over"), [event("both", 1, ADA, "c1")], [(0, ADA), (1, BO)])
    await store.create(table("bos", host=BO), [event("bos", 1, BO)], [(0, BO)])
    await store.append(replace(append_to("both", 1, status="over"), events=[event("both", 2, BO, "c1")]))
    await store.say(ChatRow("both", 0, 5, ADA, 0, "Ada", "hello", "same"))
    await store.say(ChatRow("both", 0, 6, BO, 1, "Bo", "hi", "same"))
    await store.came("bos", BO, 7)
    await store.try_puzzles(ADA, "icecult", [PuzzleTryRow("p1", True, SURE)], 10, UNSURE, unrated)
    tries = [PuzzleTryRow("p1", False, SURE, "2026-01-02"), PuzzleTryRow("p2", True, SURE)]
    await store.try_puzzles(BO, "icecult", tries, 5, SURE, unrated)
    muted = SanctionRow("mute", BO, 8, "loud")
    await store.act(8, [], "host", lambda c: host_queries.sanction(c, muted))


async def test_two_guests_become_one_with_all_that_they_have(store: Store) -> None:
    await seat_guests(store)
    await belongings(store)
    link = await link_to(store, ADA)
    phone = await device_of(store, BO)
    await store.put_recovery(RecoveryRow(BO, "BBBBB", "00", "slow", 1))
    code = await store.recovery_of(BO)
    assert code is not None
    await store.move(code, DeviceRow("tablet", "", "", "", 2, 2), "of the tablet", 2, JOINING, agreed=False)

    with pytest.raises(WouldJoin):
        await store.move(link, phone, "new token", 50, JOINING, agreed=False)
    assert await store.link(link.secret_hash, 50) == link  # all or nothing
    assert await store.move(link, phone, "new token", 50, JOINING, agreed=True) == ["bos", "both"]

    found = await store.by_token("new token")
    assert found is not None
    assert (found[0].id, found[1].id) == (ADA, phone.id)
    for old in (phone.token_hash, "of the tablet"):  # what else knew the way in to Bo's knows none to Ada's
        assert await store.by_token(old) is None
    assert await store.guest(BO) is None
    assert await rows(store, select(recovery_codes)) == []
    assert {one.id for one in (await store.tables_of(ADA, 10)).tables} == {"bos", "both"}
    bos = await store.table("bos")
    assert bos is not None
    assert (bos.host, bos.version, bos.changed, bos.summary) == (ADA, 2, 1, "{} joined")
    assert [one.body for one in await store.events("bos", after=1)] == [JOINING.body]
    assert {guest for (guest,) in await rows(store, select(events.c.guest))} == {ADA}
    assert [one.client_id for one in await store.events("both")] == ["c1", None, None]  # it was Ada's first
    lines = await store.chat("both", 0, 10)
    assert [(line.guest, line.name, line.client_id) for line in lines] == [(ADA, "Ada", "same"), (ADA, "Bo", None)]
    [solver] = await store.solvers(ADA, UNSURE)
    assert solver.tries == {"p1": False, "p2": True}  # the first try counts, whoever made it
    assert (solver.rating, solver.days) == (SURE, ["2026-01-02"])
    assert [(one.kind, one.subject) for one in await store.sanctions()] == [("mute", ADA)]
    told = await rows(store, select(acts.c.act, acts.c.subject).order_by(acts.c.number))
    assert told == [("device_revoked", "tablet"), ("guests_joined", f"{BO} {ADA}")]
    assert (await store.append(append_to("bos", 1))).conflict  # decided on the table as it was before


async def test_the_first_try_of_a_puzzle_is_told_from_that_of_another_games(store: Store) -> None:
    """Puzzles are numbered game by game."""
    await seat_guests(store)
    for guest, game, at, solved in ((ADA, "igluiglu", 3, True), (ADA, "icecult", 10, True), (BO, "icecult", 5, False)):
        await store.try_puzzles(guest, game, [PuzzleTryRow("p1", solved, SURE)], at, UNSURE, unrated)
    await store.move(await link_to(store, ADA), await device_of(store, BO), "new token", 50, JOINING, agreed=True)
    found = {solver.game: solver.tries for solver in await store.solvers(ADA, UNSURE)}
    assert found == {"icecult": {"p1": False}, "igluiglu": {"p1": True}}


async def test_two_who_become_one_are_called_where_both_were_and_plans_go_on(store: Store) -> None:
    await seat_guests(store)
    await belongings(store)
    for name, guest, target in (("a", ADA, "same"), ("b", BO, "same"), ("c", BO, "bo@example.org")):
        await store.add_address(AddressRow(name, guest, "mail", target, "{}", 1, 1), 5, ask=False)
    await store.wish(WishRow(ADA, "it", "Europe/Rome", 60, 120, quick=False))
    await store.wish(WishRow(BO, "de", "Europe/Berlin", None, None, quick=True))
    await store.choose_channels("both", ADA, "mail")
    for table_id in ("both", "bos"):
        await store.choose_channels(table_id, BO, "")
    plan = PlanRow("bos", 0, BO, 1, "{}")
    assert await store.put_plan(plan, None, 1)
    await store.move(await link_to(store, ADA), await device_of(store, BO), "new token", 50, JOINING, agreed=True)

    assert {(one.id, one.target) for one in await store.addresses(ADA)} == {("a", "same"), ("c", "bo@example.org")}
    wishes = await store.wishes(ADA)
    assert wishes is not None
    assert wishes.language == "it"
    assert [await store.channels_at(table_id, ADA) for table_id in ("both", "bos")] == ["mail", ""]
    assert await store.plan("bos", 0) == replace(plan, guest=ADA)
    for one in (notice_addresses, notice_tables, notice_wishes, notices):
        assert await rows(store, select(one).where(one.c.guest == BO)) == []


async def test_guests_who_sit_at_one_table_whose_game_goes_on_stay_two(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t"), [event("t", 1)], [(0, ADA), (1, BO)])
    assert await store.together_at(BO, ADA) == ["t"]
    link, phone = await link_to(store, ADA), await device_of(store, BO)
    with pytest.raises(BothSit) as refused:
        await store.move(link, phone, "new token", 2, JOINING, agreed=True)
    assert refused.value.tables == ["t"]
    assert await store.link(link.secret_hash, 2) == link
    assert [row.version for row in (await store.tables_of(BO, 10)).tables] == [1]
    assert await store.by_token(phone.token_hash) is not None


async def test_what_is_written_while_two_become_one_is_not_lost(store: Store, database_url: str) -> None:
    """Bo sits down at tables all the while. Each seat is the one's that stays, or was refused."""
    await seat_guests(store)
    other = await Store.open(database_url)
    link, phone = await link_to(store, ADA), await device_of(store, BO)

    async def sit(n: int) -> Any:
        return await other.create(table(f"t{n}", host=BO), [event(f"t{n}", 1, BO)], [(0, BO)])

    move = store.move(link, phone, "new token", 2, JOINING, agreed=True)
    outcomes = await asyncio.gather(*(sit(n) for n in range(8)), move, return_exceptions=True)
    assert isinstance(outcomes.pop(), list)
    made = [f"t{n}" for n, outcome in enumerate(outcomes) if outcome is True]
    assert {type(one).__name__ for one in outcomes} <= {"bool", "IntegrityError"}
    assert sorted(row.id for row in (await store.tables_of(ADA, 20)).tables) == made
    assert await rows(store, select(guests.c.id)) == [(ADA,)]
    await other.close()


async def test_a_deleted_guest_leaves_no_device_link_or_code(store: Store) -> None:
    await seat_guests(store)
    await device_of(store, ADA)
    await link_to(store, ADA)
    await store.put_recovery(RecoveryRow(ADA, "AAAAA", "00", "slow", 1))
    await store.create(table("t"), [event("t", 1)], [(0, ADA), (1, BO)])  # so that the id has to stay
    document = await store.examine(lambda c: admin_queries.exported(c, ADA))
    assert [one["id"] for one in document["devices"]] == [ADA]
    assert document["recovery_codes"] == [{"created": 1}]
    await store.act(5, [], "guest", lambda c: admin_queries.erase_guest(c, ADA, "Guest"))
    left = await store.guest(ADA)
    assert left is not None
    assert (left.name, left.created, left.seen) == (None, 0, 0)
    for one in (devices, device_links, recovery_codes):
        assert await rows(store, select(one).where(one.c.guest == ADA)) == []
    assert await store.by_token(f"hash of {ADA}") is None


async def test_a_deleted_guest_takes_along_the_tables_where_nobody_else_sits(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("alone"), [event("alone", 1)], [(0, ADA)])
    await store.create(table("both"), [event("both", 1)], [(0, ADA), (1, BO)])
    touched = await store.act(5, [], "guest", lambda c: admin_queries.erase_guest(c, ADA, "Guest"))
    assert touched == ["both"]
    assert await store.table("alone") is None
    assert await store.events("alone") == []
    assert await store.table("both") is not None


async def test_to_be_called_as_for_all_tables_is_chosen_by_one_guest_at_one_table(store: Store) -> None:
    await seat_guests(store)
    for table_id in ("t", "u"):
        await store.create(table(table_id), [], [(0, ADA), (1, BO)])
        for guest in (ADA, BO):
            assert await store.choose_channels(table_id, guest, "mail")
    assert await store.choose_channels("t", ADA, None)
    chosen = [await store.channels_at(table_id, guest) for table_id in ("t", "u") for guest in (ADA, BO)]
    assert chosen == [None, "mail", "mail", "mail"]
    assert not await store.choose_channels("nowhere", ADA, None)


async def test_an_address_that_nobody_confirms_is_kept_until_its_time_is_up(store: Store) -> None:
    await seat_guests(store)
    for name, confirmed, created in (("kept", 1, 1), ("late", None, 9), ("just", None, 10), ("new", None, 11)):
        await store.add_address(AddressRow(name, ADA, "mail", name, "{}", created, confirmed), 5, ask=False)
    await store.clear_notices(told_before=0, unconfirmed_before=10)
    assert {one.id for one in await store.addresses(ADA)} == {"kept", "just", "new"}


@pytest.mark.parametrize(("channel", "keys"), [("push", "new"), ("mail", "old")])
async def test_a_browser_that_comes_again_has_new_keys(store: Store, channel: str, keys: str) -> None:
    await seat_guests(store)
    row = AddressRow("first", ADA, channel, "target", "old", 1, 1)
    assert await store.add_address(row, 5, ask=False) == row
    assert await store.add_address(replace(row, id="again", keys="new"), 5, ask=False) == replace(row, keys=keys)
    assert await store.addresses(ADA) == [replace(row, keys=keys)]


def test_what_lets_somebody_in_is_in_no_repr() -> None:
    shown = repr(
        [DeviceRow("d", ADA, "s3", "", 1, 1), DeviceLinkRow(ADA, "s3", "d", 1), RecoveryRow(ADA, "s3", "s3", "s3", 1)]
    )
    assert "s3" not in shown
