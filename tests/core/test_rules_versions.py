"""Games by older rules: they are still played and replayed by the rules that they were begun by."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

import floe
from floe import records
from floe.core.errors import BadRecord, UnknownGame
from floe.core.record import Record
from floe.games.icecult.game import IceCult
from floe.games.icecult.manifest import MANIFEST


class OlderIceCult(IceCult):
    """ICE CULT by other rules than those of today; that its number is higher does not matter here."""

    rules_version = 77
    manifest = replace(MANIFEST, older={77: "older_icecult:OlderIceCult"})


class TodaysIceCult(IceCult):
    manifest = OlderIceCult.manifest


@pytest.fixture
def with_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """A manifest that says who plays the older version."""
    monkeypatch.setitem(sys.modules, "older_icecult", SimpleNamespace(OlderIceCult=OlderIceCult))
    monkeypatch.setattr("floe.games.icecult.game.IceCult", TodaysIceCult)
    monkeypatch.setitem(floe.games.found().manifests, "icecult", OlderIceCult.manifest)


def test_without_a_version_it_is_the_game_of_today() -> None:
    assert floe.game("icecult") is floe.game("icecult", IceCult.rules_version)


@pytest.mark.usefixtures("with_older")
def test_an_older_version_is_a_game_of_its_own() -> None:
    older = floe.game("icecult", 77)
    assert older is not floe.game("icecult")
    assert older is floe.game("icecult", 77)
    assert older.rules_version == 77


@pytest.mark.parametrize("version", [0, 99, -1])
def test_a_version_that_nobody_kept_is_refused(version: int) -> None:
    with pytest.raises(UnknownGame, match=f"version {version} of the rules of icecult"):
        floe.game("icecult", version)


@pytest.mark.usefixtures("with_older")
def test_a_record_is_replayed_by_the_rules_that_it_was_played_by() -> None:
    record = Record.begin(floe.game("icecult", 77), 2, 7)
    record.play("nn")
    again = records.from_dict(record.to_dict())
    assert again.game is floe.game("icecult", 77)
    assert again.state == record.state


def test_a_record_of_unknown_rules_says_so() -> None:
    document = Record.begin(floe.game("icecult"), 2, 7).to_dict() | {"rules_version": 99}
    with pytest.raises(BadRecord, match=f"newer than the {IceCult.rules_version}"):
        records.from_dict(document)
