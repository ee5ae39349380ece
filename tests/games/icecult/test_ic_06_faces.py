"""IC-6 Faces."""

from __future__ import annotations

import pytest

from tests.games.icecult import plain
from tests.games.icecult.positions import GAME, position


def test_an_arrow_points_to_where_the_face_it_points_toward_lies_now() -> None:
    """In the default set arrows point toward U; with N up and E to the north, U is in the east."""
    document = GAME.new().to_dict() | {"cubes": {"a": "NE", "b": "UN", "c": "UN", "d": "UN"}}
    document["tops"] = document["tops"] | {"a": "y>e"}
    assert GAME.from_dict(document).to_dict()["tops"]["a"] == "y>e"


@pytest.mark.parametrize("target", "UEWD")
def test_an_arrow_may_point_toward_any_neighbouring_face(target: str) -> None:
    """The arrow on N, brought up by tilting south: then N is up, U south, D north, E and W on their sides."""
    cubes = {slot: dict(symbols) for slot, symbols in plain.FAIR.items()}
    cubes["a"]["N"] = f"y>{target}"
    state = GAME.new(rules={"cubes": cubes}).play("ns")
    assert state.to_dict()["cubes"]["a"] == "ND"
    assert state.to_dict()["tops"]["a"] == {"U": "y>s", "D": "y>n", "E": "y>e", "W": "y>w"}[target]


def test_circles_and_arcs_have_no_direction() -> None:
    state = position(tops="arc circle arc circle")
    for action in ("a+", "b-"):
        state = state.play(action)
    assert state.to_dict()["tops"] == {"a": "arc", "b": "circle", "c": "arc", "d": "circle"}
