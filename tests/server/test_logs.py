"""Log lines: one JSON object each, with nothing in them that only some may know."""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from floe.server.logs import NEVER_WRITTEN, Log, configure, without_passwords
from floe.server.store import StoreUnavailable


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the log goes. What was set up before is set up again afterwards."""
    root = logging.getLogger()
    names = ["floe", "uvicorn.error"]
    handlers, level = root.handlers[:], root.level
    levels = [logging.getLogger(name).level for name in names]
    shown = warnings.showwarning
    stream = io.StringIO()
    configure("info", stream)
    yield stream
    logging.captureWarnings(False)
    assert warnings.showwarning is shown
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(before)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_says_when_how_grave_where_and_what(stream: io.StringIO) -> None:
    Log("play").info("accepted", table="t1", version=3, seats=(0, 1), gone=None, words="zwei\nZeilen")
    (line,) = lines(stream)
    at = line.pop("at")
    assert at.endswith("+00:00")
    assert line == {
        "level": "info",
        "part": "floe.play",
        "what": "accepted",
        "table": "t1",
        "version": 3,
        "seats": [0, 1],
        "gone": None,
        "words": "zwei\nZeilen",
    }


def test_less_than_the_level_is_not_written(stream: io.StringIO) -> None:
    Log("play").debug("looked")
    logging.getLogger("somebody.else").info("chatter")
    Log("play").warning("slow")
    logging.getLogger("somebody.else").warning("trouble of %s", "theirs")
    assert [line["what"] for line in lines(stream)] == ["slow", "trouble of theirs"]


@pytest.mark.parametrize("name", sorted(NEVER_WRITTEN))
def test_secrets_are_never_written(stream: io.StringIO, name: str) -> None:
    Log("play").info("seen", **{name: "hunter2", "inside": {name: "hunter2"}})
    assert "hunter2" not in stream.getvalue()
    assert lines(stream)[0][name] == "…"


def test_values_cannot_pass_for_the_lines_own_words(stream: io.StringIO) -> None:
    Log("play").info("seen", level="error", part="x")
    (line,) = lines(stream)
    assert (line["level"], line["part"], line["level_"], line["part_"]) == ("info", "floe.play", "error", "x")


def test_a_fault_is_told_by_kind_and_place_without_the_words_of_strangers(stream: io.StringIO) -> None:
    try:
        try:
            raise KeyError("hunter2")
        except KeyError as fault:
            raise StoreUnavailable("postgresql://u:hunter2@h/x cannot be reached") from fault
    except StoreUnavailable as fault:
        Log("store").error("gone", fault, table="t")
    (line,) = lines(stream)
    assert "hunter2" not in stream.getvalue()
    first, cause = line["fault"]
    assert first.startswith("floe.server.store.faults.StoreUnavailable at ")
    assert first.endswith(": postgresql://u:…@h/x cannot be reached")
    assert cause.startswith("builtins.KeyError at ")


def test_faults_that_the_libraries_log_are_told_in_the_same_way(stream: io.StringIO) -> None:
    try:
        raise ValueError("hunter2")
    except ValueError:
        logging.getLogger("library").exception("failed")
    (line,) = lines(stream)
    assert line["fault"][0].startswith("builtins.ValueError at ")
    assert "hunter2" not in stream.getvalue()


def test_what_is_no_json_is_shown_shortly(stream: io.StringIO) -> None:
    Log("play").info("seen", thing=object, long="x" * 10_000)
    (line,) = lines(stream)
    assert line["thing"] == "<class 'object'>"
    assert len(line["long"]) == 2000


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("at postgresql://u:pw@h/x now", "at postgresql://u:…@h/x now"),
        ("redis://:p/w@h:1", "redis://:…@h:1"),
        ("postgresql://h/x?password=pw&a=1", "postgresql://h/x?password=…&a=1"),
        ("http://h:80/x and a@b", "http://h:80/x and a@b"),
    ],
)
def test_passwords_are_struck_out(text: str, struck: str) -> None:
    assert without_passwords(text) == struck
