"""``floe-games``, the command that ``uvx floe-games`` runs, and what an install that lacks something says."""

from __future__ import annotations

import importlib.util
import socket
from importlib.machinery import ModuleSpec
from typing import Any

import pytest

from floe.cli import entry
from floe.cli.serve import check_installed
from floe.core.errors import BadOption
from floe.server.settings import Settings


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the command line was called with."""
    calls: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        calls.append(arguments)
        return 0

    monkeypatch.setattr("floe.cli.app.run", run)
    return calls


def test_alone_it_serves_and_opens_the_page(called: list[list[str]]) -> None:
    assert entry.play([]) == 0
    [arguments] = called
    assert arguments[:2] == ["serve", "--open"]
    assert arguments[-2:-1] == ["--port"]


def test_with_arguments_it_is_floe(called: list[list[str]]) -> None:
    assert entry.play(["rules", "icecult"]) == 0
    assert called == [["rules", "icecult"]]


def test_where_the_port_is_taken_it_takes_another(called: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(entry, "PORT", taken.getsockname()[1])
        entry.play([])
    entry.play([])
    assert [arguments[-1] for arguments in called] == ["0", str(entry.PORT)]


@pytest.mark.parametrize(
    ("missing", "settings"),
    [
        ("asyncpg", {"database": "postgresql://floe@database/floe"}),
        ("asyncpg", {"bus": "postgresql://floe@database/floe"}),
        ("redis", {"bus": "redis://bus"}),
    ],
)
def test_the_extra_that_settings_need_is_named(
    missing: str, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = Settings.read({}, **settings)
    check_installed(chosen)
    find = importlib.util.find_spec

    def found(name: str, *more: Any) -> ModuleSpec | None:
        return None if name == missing else find(name, *more)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    check_installed(Settings.read({}))
    with pytest.raises(BadOption, match=rf"needs {missing}; .*pip install 'floe-games\[server\]'"):
        check_installed(chosen)
