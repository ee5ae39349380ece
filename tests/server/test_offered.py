"""What can be played on a server: the games that work, told as their manifests say; the others are left out."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import floe
from floe.core.manifest import Manifest
from floe.games import Found
from floe.server import doctor, offered
from floe.server.answers import game_info
from floe.server.logs import JsonLines
from floe.server.settings import Settings
from tests.server.bench_table import changed_manifest

BROKEN = {"chess": "chess:MANIFEST of somebody: ImportError: no module named chess"}


@pytest.fixture
def afresh() -> Iterator[None]:
    """What was found is forgotten, before and after."""
    for found in (offered.installed, offered.games):
        found.cache_clear()
    yield
    for found in (offered.installed, offered.games):
        found.cache_clear()


@pytest.fixture
def with_broken_games(afresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game cannot be imported, another has no engine, a third fails when it is played."""
    there = floe.games.found().manifests
    lame = replace(there["icecult"], name="lame", engine="floe.games.icecult.nothing:Lame")
    manifests: dict[str, Manifest] = {**there, "lame": lame}
    monkeypatch.setattr("floe.games.found", lambda: Found(manifests, BROKEN))

    def fails() -> None:
        raise ZeroDivisionError("of the author's own")

    monkeypatch.setattr(type(floe.game("igluiglu")), "warm_up", lambda game: fails())


@pytest.fixture
def lines() -> Iterator[list[dict[str, str]]]:
    """What is logged, read back when the test is done with it."""
    stream, read = io.StringIO(), list[dict[str, str]]()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.emit = lambda record: read.append(json.loads(handler.format(record)))  # type: ignore[method-assign]
    logging.getLogger("floe").addHandler(handler)
    yield read
    logging.getLogger("floe").removeHandler(handler)


@pytest.mark.usefixtures("with_broken_games")
def test_a_broken_game_is_left_out_and_named_in_the_log(lines: list[dict[str, str]]) -> None:
    games = offered.games()
    assert "icecult" in games
    assert not {"chess", "lame", "igluiglu"} & set(games)
    said = {line["game"]: line["reason"] for line in lines if line["what"] == "game_left_out"}
    assert set(said) == {"chess", "lame", "igluiglu"}
    assert said["chess"] == BROKEN["chess"]
    assert "floe.games.icecult.nothing:Lame" in said["lame"]
    assert said["igluiglu"] == "ZeroDivisionError: of the author's own"


@pytest.mark.usefixtures("with_broken_games")
def test_the_doctor_names_a_broken_game(tmp_path: Path) -> None:
    found = doctor.examine(Settings(database=str(tmp_path / "floe.sqlite"), port=0))
    said = [one.words for one in found if one.subject == "games" and one.state == "note"]
    assert any(words.startswith("chess is left out: ") for words in said)
    assert any(words.startswith("lame is left out: ") for words in said)


@pytest.mark.parametrize("name", floe.game_names())
def test_a_game_is_told_as_its_manifest_says(name: str) -> None:
    info, manifest, game = game_info(floe.game(name)), floe.games.manifest(name), floe.game(name)
    assert (info.name, info.title, info.summary) == (name, manifest.title, manifest.summary)
    assert info.players == list(manifest.players)
    assert [option.text for option in info.options] == [option.text for option in manifest.options]
    assert info.colours == {str(count): game.colours(game.new(count, 0).array) for count in game.players}
    assert info.choosable == {str(count): list(manifest.choosable.get(count, "")) for count in game.players}
    assert [option.reading for option in info.options] == [option.reading for option in manifest.options]
    assert info.levels == list(manifest.levels)
    assert info.default_level in info.levels
    assert info.elo == manifest.elo
    assert info.board == manifest.board


def test_what_a_manifest_leaves_out_is_not_offered() -> None:
    with changed_manifest("icecult", elo={}, summary="", board=False, lessons="nowhere.json"):
        info = game_info(floe.game("icecult"))
    assert (info.elo, info.summary, info.board, info.lessons) == ({}, "", False, False)


def test_lessons_are_offered_where_the_file_is_there() -> None:
    with changed_manifest("icecult", lessons="manifest.py"):
        assert game_info(floe.game("icecult")).lessons
