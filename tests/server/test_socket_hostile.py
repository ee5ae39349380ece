"""Clients that break the protocol: they are told so, or let go; nobody else notices."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from floe.server import hub, table_socket
from tests.server.live import Live, serving
from tests.server.people import Person, Socket, watching

pytestmark = pytest.mark.anyio
GOOD_ID = "client-0001"


@pytest.fixture
async def table(live: Live) -> AsyncIterator[tuple[Person, str]]:
    """A running game of Ada's. Whatever happens, she can play on afterwards."""
    ada = await live.person("Ada")
    made = await ada.new_table("me", "open")
    await (await live.person("Bo")).sit(made)
    faults = live.worker.metrics.faults.labels("sockets")._value.get()
    yield ada, made
    async with ada.at(made) as socket:
        await socket.until_mine()
        await socket.play()
    assert live.worker.metrics.faults.labels("sockets")._value.get() == faults


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '"play"',
        "{}",
        '{"type": "play"}',
        '{"type": "dance", "id": "client-0001"}',
        '{"type": "state", "id": "client-0001"}',
        '{"type": "play", "id": "client-0001", "version": "3", "action": "nn"}',
        '{"type": "play", "id": "client-0001", "version": -1, "action": "nn"}',
        '{"type": "play", "id": "client-0001", "version": 1e400, "action": "nn"}',
        '{"type": "play", "id": "client-0001", "version": 1, "action": null}',
        '{"type": "play", "id": "client-0001", "version": 1, "action": "nn", "seat": 1}',
        '{"type": "play", "id": "short", "version": 1, "action": "nn"}',
        '{"type": "play", "id": "' + "x" * 65 + '", "version": 1, "action": "nn"}',
        '{"type": "play", "id": "client 0001", "version": 1, "action": "nn"}',
        '{"type": "play", "id": "client-0001", "version": 1, "action": "' + "n" * 41 + '"}',
        '{"type": "say", "id": "client-0001", "text": ""}',
        '{"type": "say", "id": "client-0001", "text": "' + "x" * 401 + '"}',
        '{"type": "say", "id": "client-0001", "text": "\\ud800"}',
        '{"type": "pong", "number": "one"}',
        '{"type": "resign", "id": "client-0001", "seat": 1.5}',
        "[" * 10_000,
        '{"type":' * 1_000,
        b"\x00\xff\xfe",
        b'{"type": "leave", "id": "client-0001"}',
    ],
    ids=lambda frame: repr(frame[:60]),
)
async def test_a_frame_that_is_no_message_closes_the_socket(
    live: Live, table: tuple[Person, str], frame: str | bytes
) -> None:
    ada, made = table
    async with ada.at(made) as socket:
        await socket.until_mine()
        await socket.send(frame)
        gone = await socket.closed()
        assert gone.code == table_socket.HOSTILE
        assert gone.bye is not None
        assert (gone.bye["key"], gone.bye["again"]) == ("malformed", False)
        assert "Traceback" not in gone.bye["words"]


async def test_a_frame_that_is_too_large_closes_the_socket(live: Live, table: tuple[Person, str]) -> None:
    ada, made = table
    async with ada.at(made) as socket:
        await socket.until_mine()
        await socket.send(" " * (live.settings.message_bytes + 1))
        assert (await socket.closed()).code == 1009  # the socket's own word for it
    async with ada.at(made) as socket:
        asked = json.dumps({"type": "why", "id": GOOD_ID, "action": "ns"})
        await socket.send(asked + " " * (live.settings.message_bytes - len(asked)))
        assert (await socket.next("refused"))["id"] == GOOD_ID


@pytest.mark.parametrize(
    ("kind", "values", "key"),
    [
        ("play", {"version": 3, "action": "nn"}, "not_your_turn"),
        ("undo", {"version": 3}, "nothing_to_undo"),
        ("ask_takeback", {"version": 3}, "nothing_to_undo"),
        ("answer_takeback", {"grant": True}, "no_takeback"),
        ("resign", {"seat": 0}, "no_seat"),
        ("resign", {"seat": -1}, "no_seat"),
        ("resign", {"seat": 10**30}, "no_seat"),
        ("leave", {}, "no_seat"),
        ("return", {}, "is_here"),
        ("say", {"text": "hello"}, "no_chat"),
        ("why", {"action": "ns"}, "not_your_turn"),
    ],
)
async def test_who_has_no_seat_does_nothing_there(
    live: Live, table: tuple[Person, str], kind: str, values: dict[str, Any], key: str
) -> None:
    stranger = await live.person("Eve")
    async with stranger.at(table[1]) as socket:
        version = (await socket.next("state"))["version"]
        answer = await socket.ask(kind, **(values | ({"version": version} if "version" in values else {})))
        assert (answer["type"], answer["key"]) == ("refused", key)
    async with watching(live.address, table[1]) as socket:
        answer = await socket.ask(kind, **values)
        assert answer["type"] == "refused"
        assert answer["key"] == ("not_your_turn" if kind == "why" else "spectator")
        assert (await socket.until(lambda _: True))["version"] == version


async def test_another_guests_client_id_gets_nothing(live: Live) -> None:
    """A replayed frame of somebody else is a frame of one's own."""
    ada, bo = await live.person("Ada"), await live.person("Bo")
    table = await ada.new_table("me", "open")
    await bo.sit(table)
    async with ada.at(table) as one, bo.at(table) as two:
        await one.until_mine()
        await two.until(lambda _: True)
        seen = one.version
        accepted = await one.ask("play", GOOD_ID, version=seen, action="nn")
        assert accepted["type"] == "accepted"
        replayed = await two.ask("play", GOOD_ID, version=seen, action="nn")
        assert replayed["type"] in {"stale", "refused"}
        assert (await two.ask("play", GOOD_ID, version=seen + 1, action="nn"))["key"] == "not_your_turn"
    assert (await ada.get(f"/api/tables/{table}/record"))["actions"] == ["nn"]


async def test_stale_actions_are_told_with_the_present_state(live: Live, table: tuple[Person, str]) -> None:
    ada, made = table
    async with ada.at(made) as socket:
        await socket.until_mine()
        seen = socket.version
        await socket.play("nn")
        for version in (seen, seen + 100):
            answer = await socket.ask("play", version=version, action="ss")
            assert answer["type"] == "stale"
            assert answer["version"] == seen + 1
            state = await socket.next("state")
            assert (state["version"], state["happened"]) == (seen + 1, [])
        await socket.play("nn")


@pytest.mark.parametrize("name", ["zzzzzzzz", "........", "a" * 33])
async def test_a_table_that_is_not_there_is_told_and_closed(live: Live, name: str) -> None:
    ada = await live.person("Ada")
    if name == "zzzzzzzz":
        async with ada.at(name) as socket:
            gone = await socket.closed()
            assert gone.code == table_socket.NO_TABLE
            assert gone.bye == {"type": "bye", "key": "no_table", "words": "there is no such table", "again": False}
    else:
        with pytest.raises(Exception, match="HTTP 4"):
            async with ada.at(name):
                pass
    assert live.worker.hub.at(name) == frozenset()


async def test_no_frame_ever_makes_an_unknown_table_be_kept(live: Live) -> None:
    for number in range(20):
        async with watching(live.address, f"unknown-{number}") as socket:
            await socket.closed()
    assert not any(table.startswith("unknown-") for table in live.worker.tables._kept)


# Too much


async def test_flooding_is_refused_and_then_ends_the_socket(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), messages_per_second=1) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("me", "open")
        async with ada.at(table) as socket:
            await socket.until(lambda _: True)
            for number in range(12):
                await socket.send({"type": "why", "id": f"flood-{number:04}", "action": "nn"})
            gone = await socket.closed()
            answers = [one["key"] for one in socket.heard if one["type"] == "refused"]
            assert answers[0] == "not_running"
            assert "too_fast" in answers
            assert gone.code == table_socket.HOSTILE
            assert gone.bye is not None
            assert (gone.bye["key"], gone.bye["again"]) == ("too_fast", True)
        async with ada.at(table) as socket:
            await socket.next("state")


async def test_a_client_that_takes_no_answers_is_let_go(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is piled up for it: once too many answers wait, the socket is closed."""
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    monkeypatch.setattr(hub, "MAX_ANSWERS", 0)
    async with ada.at(table) as socket:
        gone = await socket.closed()
        assert gone.code == table_socket.HOSTILE
        assert gone.bye is not None
        assert gone.bye["key"] == "too_slow"


async def test_a_client_that_answers_no_pings_is_taken_for_gone(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "PING_SECONDS", 0.01)
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    async with ada.at(table) as socket:
        socket.pongs = False
        gone = await socket.closed()
        assert gone.code == table_socket.GONE
        assert gone.bye is not None
        assert gone.bye["again"] is True


async def test_a_guest_has_only_so_many_tables_open(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "floe.sqlite"), sockets_per_guest=2) as live:
        ada = await live.person("Ada")
        table = await ada.new_table("me", "open")
        async with ada.at(table) as one, ada.at(table) as two:
            await one.next("state")
            await two.next("state")
            async with ada.at(table) as three:
                gone = await three.closed()
                assert gone.bye is not None
                assert gone.bye["key"] == "too_many"
            async with watching(live.address, table) as other:
                await other.next("state")
        async with ada.at(table) as again:
            await again.next("state")


async def test_sockets_that_are_gone_leave_nothing_behind(live: Live) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    sockets = [ada.at(table) for _ in range(5)]
    for socket in sockets:
        await socket.__aenter__()
        await socket.next("state")
    assert len(live.worker.hub.at(table)) == 5
    for socket in sockets:
        socket.socket.transport.abort()
    async with watching(live.address, table) as other:
        while {"type": "presence", "seats": [False, False], "spectators": 1} not in other.heard:
            await other.hear()
    assert isinstance(other, Socket)
