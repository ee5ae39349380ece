"""The command ``floe join``: what it refuses, and that it ends well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from floe.cli.entry import main
from floe.client.site import Backoff, parse
from tests.server.live import Live
from tests.server.people import Person
from tests.server.services import free_port

URL = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://play.example.org", ("https://play.example.org", None)),
        ("http://127.0.0.1:8000/lobby", ("http://127.0.0.1:8000", None)),
        ("http://[::1]:8000/t/abc_DEF-12", ("http://[::1]:8000", "abc_DEF-12")),
        ("https://play.example.org/api/tables/abcdef123/", ("https://play.example.org", "abcdef123")),
    ],
)
def test_links_of_servers_and_of_tables_are_told_apart(url: str, found: tuple[str, str | None]) -> None:
    assert parse(url) == found


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play.example.org"], "'play.example.org' is no address of a server, such as https://play.example.org"),
        (["ftp://play.example.org"], "is no address of a server"),
        (["https://play.example.org/learn/icecult"], "is no address of a server"),
        (["https://play.example.org:port"], "is no address: Port could not be cast"),
        (["https://me:secret@play.example.org"], "an address has no user and no password in it"),
        ([f"{URL}/t/abcdef123", "--tables", "2"], "--tables, --game and --stay are for a server"),
        ([URL, "--name", "x" * 41], "a name has 1 to 40 characters"),
        ([URL, "--game", "chess"], "there is no game 'chess'"),
        ([URL, "--player", "genius"], "no machine player 'genius'"),
        ([URL, "--player", "nowhere:Bot"], "there is no module 'nowhere'"),
        ([URL], "127.0.0.1:1 does not answer: "),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = arguments if "--player" in arguments else [*arguments, "--player", "random"]
    assert main(["join", *chosen]) == 2
    complained = capsys.readouterr().err
    assert said in complained
    assert len(complained.splitlines()) == 1


def test_something_else_than_a_floe_server_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    with Process(["-m", "http.server", str(port), "--bind", "127.0.0.1"]) as _:
        assert main(["join", f"http://127.0.0.1:{port}", "--player", "random"]) == 2
    assert "no_floe" in capsys.readouterr().err


def test_without_websockets_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "websockets", None)
    assert main(["join", URL, "--player", "random"]) == 2
    assert "pip install floe-games" in capsys.readouterr().err


def test_pauses_grow_to_a_bound_and_differ() -> None:
    pause = Backoff()
    waits = [pause.seconds() for _ in range(40)]
    bounds = [min(30, 0.25 * 2**n) for n in range(40)]
    assert all(most / 2 <= wait <= most for wait, most in zip(waits, bounds, strict=True))
    assert len(set(waits[10:])) == 30
    pause.reset()
    assert pause.seconds() <= 0.25


class Process:
    """A Python process that has something to say when it is ready."""

    def __init__(self, arguments: list[str]) -> None:
        self._arguments = arguments

    def __enter__(self) -> subprocess.Popen[str]:
        self.process = subprocess.Popen(
            [sys.executable, "-u", *self._arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.process.stdout.readline()
        return self.process

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.mark.anyio
@pytest.mark.parametrize("keeps", [False, True])
async def test_ctrl_c_gives_the_seat_up_unless_it_may_come_back(live: Live, keeps: bool) -> None:
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open", "open")
    options = ["--token-file", "token"] if keeps else []
    command = ["-m", "floe", "join", f"{live.url}/t/{table}", "--player", "random", "--name", "Robo", *options]
    kind = "person" if keeps else "open"
    for _ in range(1 + keeps):  # who comes back finds its seat
        with await anyio.to_thread.run_sync(Process(command).__enter__) as running:
            await _until(ada, table, "person")
            running.send_signal(signal.SIGINT)
            said, _ = await anyio.to_thread.run_sync(running.communicate)
        assert running.returncode == 130, said
        await _until(ada, table, kind)
    head = await ada.get(f"/api/tables/{table}")
    assert [seat["kind"] for seat in head["seats"]] == ["person", kind, "open"]
    if keeps:
        assert Path("token").stat().st_mode & 0o777 == 0o600


async def _until(person: Person, table: str, kind: str) -> None:
    with anyio.fail_after(60):
        while (await person.get(f"/api/tables/{table}"))["seats"][1]["kind"] != kind:
            await anyio.sleep(0.02)
