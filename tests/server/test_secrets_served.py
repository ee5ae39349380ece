"""The same comparison with a real server: what a seat and a spectator hear, what HTTP answers, what is logged."""

from __future__ import annotations

import io
import itertools
import json
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from floe.core.typing import Document
from floe.server import chance
from floe.server.logs import JsonLines
from tests.games.igluiglu.positions import document
from tests.server.live import FakeClock, serving
from tests.server.people import Message, Socket, watching

pytestmark = pytest.mark.anyio
SKETCH: dict[str, Any] = {"on": {"c3": "rb", "c4": "bear"}, "phase": "flip", "owner": 1}
WORLDS = [
    document("b3=melt c3 c4 c5=energy1 d3 e3=bear f3=drift", hands={"r": "melt", "b": "harpoon herd"}, **SKETCH),
    document("b3=energy1 c3 c4 c5=harpoon d3 e3=drift f3=bear", hands={"r": "melt", "b": "melt herd"}, **SKETCH),
]
"""Bo (blue) is to flip. What lies on b3 goes into his hand unseen; what else he holds differs too: in one world he
could answer the bear's attack, in the other he could not."""
ACTIONS = (
    "flip b3", "herd", "step c4 bear s", "pass", "pass", "flee r a1", "flee b a1", "step c3 bear n", "step c4 bear n",
    "end",
)  # fmt: skip
ADAS_QUESTIONS: list[tuple[str, Message]] = [
    ("why", {"action": "melt c4"}),
    ("why", {"action": "spear"}),
    ("play", {"action": "flip e3", "version": 0}),
    ("undo", {"version": 0}),
    ("ask_takeback", {"version": 0}),
    ("answer_takeback", {"grant": True}),
    ("resign", {"seat": 1}),
    ("say", {"text": "hm"}),
]


@contextmanager
def drawn_alike(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let ids, tokens and secrets be the same at each run."""

    numbers = itertools.count(1)
    with monkeypatch.context() as patch:
        patch.setattr(chance, "source", lambda count: next(numbers).to_bytes(count))
        yield


async def everything(world: Document, folder: Path) -> dict[str, list[str]]:
    """What Ada, somebody who watches, and the reader of the logs learn of a game in one of the worlds."""
    folder.mkdir()
    clock = FakeClock()
    clock.stands = 1_800_000_000_000
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    handler.setFormatter(JsonLines())
    async with serving(str(folder / "floe.sqlite"), clock) as live:
        logger = logging.getLogger("floe")
        logger.addHandler(handler)
        before = logger.level
        logger.setLevel(logging.DEBUG)
        ada, bo = await live.person("Ada"), await live.person("Bo")
        table = await ada.new_table("me", "open", game="igluiglu", position=world, on_leave="machine", listed=True)
        await bo.sit(table)
        learnt: dict[str, list[str]] = {"http": []}
        async with AsyncExitStack() as open_:
            # One after the other: what somebody is told first says who is there already.
            one = await open_.enter_async_context(ada.at(table))
            await one.until(lambda _: True)
            mover = await open_.enter_async_context(bo.at(table))
            await mover.until_mine()
            third = await open_.enter_async_context(watching(live.address, table))
            await third.until(lambda _: True)
            for turn, action in enumerate(ACTIONS):
                decides = one if one.state["table"]["to_move"] == 0 else mover
                await mover.ask("why", action="energy 3")  # refused, to him alone
                await decides.play(action, f"action-{turn:04}")
                version = decides.version
                for socket in (one, mover, third):
                    await socket.until_version(version)
                for number, (kind, values) in enumerate(ADAS_QUESTIONS):
                    answer = await one.ask(kind, f"question-{version}-{number}", **values)
                    if answer["type"] == "stale":
                        await one.next("state")
                for person in (ada, await live.person("Eve")):
                    for path in ("", "/record", "/frames?count=200"):
                        learnt["http"].append((await person.call("GET", f"/api/tables/{table}{path}")).text)
                    for picture in (f"?lang=en&version={version}", "?ply=0", f"?ply={turn}"):
                        drawn = await person.call("GET", f"/api/tables/{table}/picture.png{picture}")
                        assert drawn.headers["content-type"] == "image/png"
                        learnt["http"].append(drawn.content.hex())
                    for page in (f"/t/{table}", f"/replay/{table}", f"/replay/{table}?ply={turn}"):
                        told = await person.call("GET", page)
                        learnt["http"].append(told.text.replace(live.address, "here"))
                    learnt["http"].append((await person.call("GET", "/api/me/tables")).text)
                    learnt["http"].append((await person.call("GET", "/api/tables")).text)
        learnt["ada"] = heard(one)
        learnt["watching"] = heard(third)
        assert any('"kept"' in frame and "null" in frame for frame in learnt["ada"])
    logger.removeHandler(handler)
    logger.setLevel(before)
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    learnt["log"] = [
        json.dumps({key: one[key] for key in one if key not in {"at", "settings", "worker"}}) for one in lines
    ]
    return learnt


def heard(socket: Socket) -> list[str]:
    """What came, but for who is there, which depends on who was quicker."""
    return [frame for frame in socket.frames if json.loads(frame)["type"] != "presence"]


async def test_two_worlds_sound_and_look_the_same_to_those_who_must_not_know(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    learnt = []
    for number, world in enumerate(WORLDS):
        with drawn_alike(monkeypatch):
            learnt.append(await everything(world, tmp_path / str(number)))
    for stream in learnt[0]:
        assert learnt[0][stream] == learnt[1][stream], stream
    assert len(learnt[0]["ada"]) > len(ACTIONS)
