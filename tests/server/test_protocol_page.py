"""docs/protocol.md: it names every message, and what it shows to be tried works."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from floe.server.wire import socket
from tests.server.live import Live

pytestmark = pytest.mark.anyio

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = [
    kind.__struct_config__.tag
    for kind in vars(socket).values()
    if isinstance(kind, type) and issubclass(kind, socket._Asked | socket._Told) and not kind.__name__.startswith("_")
]


def test_every_message_is_named() -> None:
    assert len(MESSAGES) > 15
    assert [message for message in MESSAGES if f"`{message}`" not in PAGE] == []


async def test_the_example_plays_a_game(live: Live) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    # As it stands there, but for the address, and without the machine's pauses, which are there for people to look on.
    program = example.replace("127.0.0.1:8000", live.address).replace('"seats": seats', '"seats": seats, "pace": 0')
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, faults = await process.communicate()
    assert process.returncode == 0, faults.decode()
    assert "'winners': [" in said.decode()
