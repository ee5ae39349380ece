"""docs/clients.md: its exchange is one that a server holds, and its client plays a game and comes back."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from floe.server.wire.http import Sit
from floe.server.wire.socket import FromClient
from tests.cli.running import call
from tests.server.live import Live
from tests.server.people import WHOLE_GAME_S, Person
from tests.server.tcp_proxy import Proxy

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")
(EXCHANGE,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
SENT, GOT = ([json.loads(line) for line in re.findall(rf"^{mark} (.*)$", EXCHANGE, re.MULTILINE)] for mark in "→←")
NODE = shutil.which("node")


def node_command() -> list[str] | None:
    """Node.js as the page asks for it. The version before has what is needed if it is asked for."""
    if NODE is None:
        return None
    version = int(
        subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout[1:].split(".")[0]
    )
    return [NODE] if version >= 22 else [NODE, "--experimental-websocket", "--no-warnings"] if version >= 20 else None


def missing(shown: Any, real: Any, where: str = "") -> list[str]:
    """Fields that the page shows and a server does not send, or not of this kind."""
    if isinstance(shown, dict) and isinstance(real, dict):
        lost = [f"{where}.{key}" for key in shown if key not in real]
        return lost + [f for key in shown if key in real for f in missing(shown[key], real[key], f"{where}.{key}")]
    if isinstance(shown, list) and isinstance(real, list):
        return [fault for one in shown[:1] for fault in missing(one, real[0], f"{where}[]")] if real else []
    return [] if real is None or type(shown) is type(real) else [where]


def test_what_a_client_sends_is_what_a_server_takes() -> None:
    sit, *messages = SENT
    assert msgspec.convert(sit, Sit).name == "A client"
    kinds = [type(msgspec.convert(message, FromClient)).__name__ for message in messages]
    assert kinds == ["Pong", "Play", "Play"]


async def test_what_a_client_gets_is_what_a_server_sends(live: Live) -> None:
    ada, client = await live.person("Ada"), await Person.come(live.address)
    table = await ada.new_table("me", "open")
    real: dict[str, Any] = {"me": await client.get("/api/me"), "sit": await client.sit(table)}
    async with ada.at(table) as host, client.at(table) as socket:
        await socket.next("state")
        while not socket.legal:
            await host.play()
            await socket.until_version(host.version)
        first = socket.version
        await socket.play()
        await socket.ask("play", version=first, action=socket.state["position"]["view"]["game"])
        for message in socket.heard:
            real[message["type"]] = message
    real["ping"] = {"type": "ping", "number": 1}
    me, sat, *told = GOT
    assert missing(me, real["me"]) == []
    assert missing(sat, real["sit"]) == []
    assert {message["type"] for message in told} == {"state", "ping", "accepted", "stale"}
    assert [fault for message in told for fault in missing(message, real[message["type"]])] == []


@pytest.mark.skipif(node_command() is None, reason="there is no Node.js of version 20 or newer")
async def test_the_client_plays_a_whole_game_though_its_line_is_cut(live: Live, tmp_path: Path) -> None:
    (program,) = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "client.mjs").write_text(program, encoding="utf-8")
    proxy = Proxy(int(live.address.rpartition(":")[2]))
    await proxy.open()
    ada = await live.person("Ada")
    table = await ada.new_table("me", "open")
    command = [*(node_command() or []), "client.mjs", f"http://127.0.0.1:{proxy.port}", table]
    client = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(WHOLE_GAME_S), ada.at(table) as socket:
        for number in range(10_000):
            if (await socket.until_mine())["table"]["status"] == "over":
                break
            await socket.play()
            if number in {3, 9}:
                await proxy.cut()
    said, faults = await client.communicate()
    await proxy.close()
    assert client.returncode == 0, faults.decode()
    assert json.loads(said) == socket.state["table"]["result"]


def test_every_option_that_the_page_names_exists() -> None:
    (commands,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    help_page = call("join", "--help").stdout
    options = set(re.findall(r"(--[a-z][a-z-]*)", commands)) | {"--stay", "--token-file"}
    assert options <= set(re.findall(r"(--[a-z][a-z-]*)", help_page))
