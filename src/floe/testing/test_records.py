"""Games on record: what was played can be written down, read again and replayed."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import floe
from floe import BadRecord
from floe.core.record import Record
from floe.testing.walks import choose, walk


def played(name: str, players: int, most: int = 400) -> Record:
    """A game at random, on record."""
    record = Record.begin(floe.game(name), players, seed="record")
    while not record.over and len(record) < most:
        record.play(choose(record.state))
    return record


def test_a_record_goes_through_a_file_and_back(name: str, players: int, tmp_path: Path) -> None:
    record = played(name, players)
    record.verify()
    record.save(tmp_path / "game.json")
    again = floe.load_record(tmp_path / "game.json")
    assert again.to_dict() == record.to_dict()
    assert list(again) == list(record)
    assert again.result == record.result


def test_a_record_keeps_the_rules_of_its_first_position(name: str, players: int) -> None:
    record = played(name, players, 3)
    first = floe.game(name).new(players, "record").to_dict()
    assert record.to_dict()["rules"] == first["rules"]
    assert [player.colour for player in record.players] == first["players"]


def test_a_record_may_begin_anywhere(name: str, players: int) -> None:
    for state in itertools.islice(walk(name, players), 30, 31):
        record = Record.begin_at(state)
        if not state.over:
            record.play(choose(state))
        again = Record.from_dict(json.loads(json.dumps(record.to_dict())), floe.game(name))
        assert list(again) == list(record)


def test_a_record_that_was_tampered_with_is_refused(name: str, players: int) -> None:
    document = played(name, players, 12).to_dict()
    tampered = [
        document | {"actions": [*document["actions"][:-1], "no action"]},
        document | {"rules": document["rules"] | {"no such option": 1}},
        document | {"rules_version": 10_000},
        document | {"players": [player | {"colour": "purple"} for player in document["players"]]},
        document | {"result": {"winners": [0], "rule": None, "reason": "resigned", "resigned": 0}},
    ]
    for bad in tampered:
        with pytest.raises((BadRecord, floe.UnknownGame)):
            Record.from_dict(bad, floe.game(name))


def test_whoever_resigns_leaves_the_win_to_the_others(name: str, players: int) -> None:
    record = played(name, players, 2)
    record.resign(0)
    again = Record.from_dict(record.to_dict(), floe.game(name))
    assert again.result is not None
    assert again.result.winners == tuple(range(1, players))
