"""Guests, tables, lists, timers, presence and chat: what is put into the store comes out of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from floe.server.store import ChatRow, EventRow, GuestRow, PresenceRow, Store
from floe.server.store.table_queries import count_open
from tests.server.store_rows import ADA, BO, append_to, event, guest, seat_guests, table

pytestmark = pytest.mark.anyio


async def test_a_guest_is_found_by_the_hash_of_the_token(store: Store) -> None:
    ada = GuestRow("a", "hash-a", "Ada", 1, 2)
    await store.add_guest(ada)
    assert await store.guest_by_token_hash("hash-a") == ada
    assert await store.guest_by_token_hash("hash-b") is None
    await store.rename_guest("a", "Zoë 🧊")
    assert await store.guest_by_token_hash("hash-a") == GuestRow("a", "hash-a", "Zoë 🧊", 1, 2)


async def test_two_guests_cannot_share_a_token(store: Store) -> None:
    await store.add_guest(GuestRow("a", "same", None, 1, 1))
    with pytest.raises(IntegrityError):
        await store.add_guest(GuestRow("b", "same", None, 1, 1))


async def test_a_table_comes_back_as_it_was_set_up(store: Store) -> None:
    await seat_guests(store)
    made = table("t", version=2, wake_at=1 << 41, machine_at=3, summary='{"seats":["é"]}')
    log = [event("t", 1), event("t", 2, guest=ADA, client_id="client-1")]
    await store.create(made, log, [(0, ADA), (1, ADA)])
    assert await store.table("t") == made
    assert await store.table("u") is None
    assert await store.events("t") == log
    assert await store.events("t", after=1) == log[1:]
    assert await store.events("u") == []


async def test_a_table_is_set_up_as_a_whole_or_not_at_all(store: Store) -> None:
    await seat_guests(store)
    with pytest.raises(IntegrityError):
        await store.create(table("t"), [event("t", 1)], [(0, ADA), (0, BO)])
    assert await store.table("t") is None
    assert await store.events("t") == []


async def test_secrets_do_not_show(store: Store) -> None:
    shown = repr([guest(ADA), table("t"), event("t", 1), ChatRow("t", 1, 1, ADA, 0, "Ada", "between us")])
    for secret in (guest(ADA).token_hash, table("t").secret, event("t", 1).body, "between us"):
        assert secret not in shown


async def test_the_lobby_shows_listed_tables_with_open_seats_newest_first(store: Store) -> None:
    await seat_guests(store)
    for number in range(7):
        row = table(f"t{number}", status="gathering", changed=100 + number // 2)
        await store.create(row, [], [])
    await store.create(table("hidden", status="gathering", listed=False), [], [])
    await store.create(table("running"), [], [])

    seen: list[str] = []
    before: str | None = None
    for expected in (3, 3, 1):
        page = await store.lobby(3, before)
        assert len(page.tables) == expected
        seen += [row.id for row in page.tables]
        before = page.more
    assert before is None
    assert seen == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]


async def test_a_page_that_is_just_full_has_no_more(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t", status="gathering"), [], [])
    assert (await store.lobby(1)).more is None


@pytest.mark.parametrize("place", ["", ".", "x.t", "12", "-1.t", "١.t", "9" * 16 + ".t"])
async def test_a_place_that_no_page_gave_is_refused(store: Store, place: str) -> None:
    with pytest.raises(ValueError, match="no place in a list"):
        await store.lobby(3, place)


async def test_my_tables_are_where_i_sit_or_what_i_set_up(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("hosted", changed=1), [], [])
    await store.create(table("sat", host=BO, changed=2), [], [(0, BO), (1, ADA), (2, ADA)])
    await store.create(table("foreign", host=BO, changed=3), [], [(0, BO)])
    assert [row.id for row in (await store.tables_of(ADA, 10)).tables] == ["sat", "hosted"]
    first = await store.tables_of(BO, 1)
    second = await store.tables_of(BO, 1, first.more)
    assert [row.id for row in first.tables + second.tables] == ["foreign", "sat"]
    assert second.more is None


async def test_tables_that_are_over_do_not_count_as_open(store: Store) -> None:
    await seat_guests(store)
    for number, status in enumerate(["gathering", "running", "running", "over"]):
        await store.create(table(f"t{number}", status=status), [], [])
    assert await store.examine(lambda connection: count_open(connection, ADA)) == 3
    assert await store.examine(lambda connection: count_open(connection, BO)) == 0
    assert await store.count_by_status() == {"gathering": 1, "running": 2, "over": 1}


async def test_tables_are_due_when_their_time_has_come(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("late", wake_at=30, machine_at=5), [], [])
    await store.create(table("early", wake_at=10, machine_at=7), [], [])
    await store.create(table("never"), [], [])
    await store.create(table("over", status="over", wake_at=1, machine_at=1), [], [])
    assert [row.id for row in (await store.due(9, 10)).clocks] == []
    assert [row.id for row in (await store.due(10, 10)).clocks] == ["early"]
    assert [row.id for row in (await store.due(99, 10)).clocks] == ["early", "late"]
    assert [row.id for row in (await store.due(99, 1)).clocks] == ["early"]
    assert [row.id for row in (await store.due(4, 10)).machines] == []
    assert [row.id for row in (await store.due(5, 10)).machines] == ["late"]
    assert [row.id for row in (await store.due(99, 10)).machines] == ["late", "early"]


async def test_a_table_is_due_later_at_the_version_that_this_was_found_for_and_never_earlier(store: Store) -> None:
    await seat_guests(store)
    for name in ("t", "u"):
        await store.create(table(name, wake_at=10), [event(name, 1)], [])
    await store.postpone("t", 2, 50)
    await store.postpone("t", 1, 5)
    assert {row.id: row.wake_at for row in (await store.due(99, 10)).clocks} == {"t": 10, "u": 10}
    await store.postpone("t", 1, 50)
    assert {row.id: row.wake_at for row in (await store.due(99, 10)).clocks} == {"t": 50, "u": 10}


async def test_a_claim_keeps_others_away_until_it_runs_out(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t", machine_at=1), [event("t", 1)], [])
    claims = await asyncio.gather(*(store.claim("t", 1, worker, 100, 50) for worker in "abcd"))
    assert sorted(claims) == [False, False, False, True]
    assert (await store.due(99, 10)).machines == []
    assert not await store.claim("t", 1, "late", 200, 99)
    assert [row.id for row in (await store.due(100, 10)).machines] == ["t"]
    assert await store.claim("t", 1, "late", 200, 100)


async def test_a_claim_is_for_one_version_of_a_running_table(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t", machine_at=1), [event("t", 1)], [])
    assert not await store.claim("t", 2, "w", 100, 50)
    assert await store.claim("t", 1, "w", 100, 50)
    await store.append(append_to("t", 1, machine_at=1))  # which gives the claim up
    assert await store.claim("t", 2, "w", 100, 50)
    await store.append(append_to("t", 2, status="over"))
    assert not await store.claim("t", 3, "w", 200, 150)


async def test_a_worker_that_ends_gives_up_its_claims(store: Store) -> None:
    await seat_guests(store)
    for name in ("t", "u"):
        await store.create(table(name, machine_at=1), [event(name, 1)], [])
    await store.claim("t", 1, "ends", 100, 50)
    await store.claim("u", 1, "stays", 100, 50)
    await store.release("ends")
    assert [row.id for row in (await store.due(50, 10)).machines] == ["t"]


async def test_presence_is_the_last_thing_known_of_each_guest(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t"), [], [])
    await asyncio.gather(store.came("t", ADA, 1), store.came("t", BO, 2))
    await store.went("t", ADA, 5)
    assert await store.present("t") == [PresenceRow("t", ADA, 5, 5), PresenceRow("t", BO, 2, None)]
    await store.came("t", ADA, 9)
    assert (await store.present("t"))[0] == PresenceRow("t", ADA, 9, None)
    assert await store.present("u") == []


async def test_lines_of_a_chat_are_numbered_without_gaps_whoever_speaks_at_once(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t"), [], [])
    await store.create(table("u"), [], [])
    line = ChatRow("t", 0, 1, ADA, 0, "Ada", "hello")
    numbers = await asyncio.gather(*(store.say(replace(line, text=str(n))) for n in range(12)))
    assert sorted(numbers) == list(range(1, 13))
    assert await store.say(replace(line, table_id="u")) == 1
    said = await store.chat("t", 0, 100)
    assert [row.number for row in said] == list(range(1, 13))
    assert [row.text for row in said] == [str(numbers.index(row.number)) for row in said]
    assert [row.number for row in await store.chat("t", after=3, limit=4)] == [9, 10, 11, 12]


async def test_a_line_that_is_sent_again_is_said_once(store: Store) -> None:
    await seat_guests(store)
    await store.create(table("t"), [], [])
    line = ChatRow("t", 0, 1, ADA, None, "Ada", "hello", client_id="client-1")
    assert [await store.say(line), await store.say(replace(line, guest=BO)), await store.say(line)] == [1, 2, 1]
    assert len(await store.chat("t", 0, 100)) == 2


async def test_large_bodies_and_odd_text_come_back_unchanged(store: Store) -> None:
    await seat_guests(store)
    body = '{"note":"' + "'\\\"; DROP TABLE events; -- \u2028 ❄" * 2000 + '"}'
    row = EventRow("t", 1, 1, body)
    await store.create(table("t"), [row], [])
    assert await store.events("t") == [row]
