"""The error family."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import floe
from floe.core import errors
from floe.core.errors import shown
from floe.core.mutable import IllegalNumber
from floe.games.icecult.cubesets import BadCubeSet
from floe.games.icecult.options import BadRules

ALL = [
    errors.UnknownGame("there is no game 'chess'"),
    errors.MalformedAction("zz", "expected a tilt"),
    errors.IllegalAction("end", "IC-14", "arrow_due", {"slot": "a"}, "an arrow is due"),
    errors.BadOption("no"),
    errors.BadBatch("no"),
    errors.BadDocument("a.b[0]", "is wrong"),
    errors.BadPosition("a.b[0]", "is wrong"),
    errors.BadRecord("", "is wrong"),
    BadCubeSet("a.U", "is wrong"),
    BadRules("path_length", "is wrong"),
    IllegalNumber("no"),
]


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_every_error_is_of_the_family_and_a_value_error(error: Exception) -> None:
    assert isinstance(error, floe.FloeError)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_every_error_can_be_copied_and_pickled_whole(error: Exception) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301  # pickled right here
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_a_malformed_action_carries_its_text_and_what_was_expected() -> None:
    error = errors.MalformedAction("zz", "expected a tilt")
    assert error.text == "zz"
    assert str(error) == "'zz' is no action: expected a tilt"


def test_an_illegal_action_carries_the_rule_and_the_reason_for_programs_and_people() -> None:
    error = errors.IllegalAction("end", "IC-14", "arrow_due", {"slot": "a"}, "an arrow is due")
    assert (error.text, error.rule, error.key, error.values) == ("end", "IC-14", "arrow_due", {"slot": "a"})
    assert str(error) == "'end' is not allowed here. IC-14: an arrow is due"


@pytest.mark.parametrize(
    ("kind", "name"),
    [(errors.BadDocument, "document"), (errors.BadPosition, "position"), (errors.BadRecord, "record")],
)
def test_a_bad_document_names_its_kind_and_the_place(kind: type[errors.BadDocument], name: str) -> None:
    error = kind("players[1]", "found 7")
    assert (error.where, error.problem) == ("players[1]", "found 7")
    assert str(error) == f"this {name} cannot be: players[1]: found 7"
    assert str(kind("", "found 7")) == f"this {name} cannot be: found 7"


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    for name in ("chess", "", "ICECULT", None, 3, ["icecult"]):
        with pytest.raises(floe.UnknownGame, match="icecult") as caught:
            floe.game(name)  # type: ignore[arg-type]  # that is the point
        assert repr(name) in str(caught.value)


def deep(levels: int) -> list[Any]:
    nest: list[Any] = []
    for _ in range(levels):
        nest = [nest]
    return nest


def test_the_offending_text_is_shown_on_one_line_and_cut_where_it_is_long() -> None:
    assert shown("a\nb") == r"'a\nb'"
    assert len(shown("x" * 1000)) == 120
    assert shown("x" * 1000).endswith("…")
    assert shown("\ud800") == r"'\ud800'"


def test_what_cannot_be_shown_is_told_by_its_type() -> None:
    assert shown(10**5000) == "<int too large to be shown>"
    nest = deep(100_000)
    assert shown(nest) == "<list too large to be shown>"
