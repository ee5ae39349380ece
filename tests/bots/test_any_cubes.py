"""``tools/any_cubes.py`` lets players meet with sets that it draws, and counts right."""

from __future__ import annotations

import pytest

from floe.core.jit import interpreted
from floe.games.icecult.cubesets import BUILT_IN, check_cube_set
from tests.packaging.tools import tool

any_cubes = tool("any_cubes")

pytestmark = pytest.mark.skipif(interpreted(), reason="searches")


def test_what_is_held_out_is_lawful_and_always_the_same() -> None:
    drawn = [any_cubes.held_out(number) for number in range(1, 21)]
    assert [check_cube_set(cubes) for cubes in drawn] == drawn
    assert BUILT_IN["fair"] not in drawn
    assert any_cubes.held_out(1) == drawn[0] != drawn[1]


def test_the_network_beats_random_play_with_cubes_it_has_not_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert any_cubes.main(["easy", "random", "--sets", "3", "--games", "4", "--jobs", "0"]) == 0
    *rows, whole = capsys.readouterr().out.splitlines()
    parts = [row.split("|") for row in rows[2:]]
    assert [(int(part[1]), int(part[2])) for part in parts] == [(1, 4), (2, 4), (3, 4)]
    wins = sum(int(part[2]) * int(part[3].strip().rstrip("%")) / 100 for part in parts)
    assert whole.startswith(f"easy won {wins / 12:.1%} of 12 games (")
    assert wins / 12 > 0.8


def test_what_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert any_cubes.main(["easy", "random", "--path", "12", "--jobs", "0"]) == 2
    assert "path_length" in capsys.readouterr().err
