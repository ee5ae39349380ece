"""Kernels compiled for WebAssembly do in Node exactly what they do here. (In a browser: web/tests/e2e.)"""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import floe
from floe.bots.search.targets import ways_of
from floe.core.targets.describe import fields_of
from tests.targets import expected, node
from tests.targets.node import artefacts, compare, needs_node

GAMES = [*node.SHIPPED, "connectfour"]

every_game = pytest.mark.parametrize("name", GAMES)


@needs_node
@every_game
def test_all_that_kernels_do_in_node_is_the_same_as_here(name: str) -> None:
    """Legal actions, masks and steps; observations; games at random; the visits of searches."""
    file = expected.expected(name)
    wanted, _ = expected.contents(file)
    found = compare(name, file)
    assert found.pop("positions") >= expected.POSITIONS
    assert found == {part: len(wanted[part]) for part in ("playouts", "searches", "observations")}
    assert len(wanted["searches"]) >= 2 * len(ways_of(name)) * len(floe.game(name).players)
    for search in wanted["searches"]:
        certain = any(one["proven"] for one in search["found"])
        assert certain or sum(one["visits"] for one in search["found"]) > 0.9 * search["simulations"]


@needs_node
@every_game
@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("state", "the state after position 0 differs"),
        ("legal", "the legal actions of position 0 differs"),
        ("playouts", "the end of playout 0 differs"),
        ("searches", r"what search 0, by \w+, found \(visits\) differs"),
        ("observations", "observation 0 differs"),
    ],
)
def test_what_differs_is_found(name: str, part: str, words: str, few: dict[str, Path], tmp_path: Path) -> None:
    wanted, bytes_ = expected.contents(few[name])
    positions, size = bytearray(bytes_), wanted["state_size"]
    if part == "state":
        legal = int.from_bytes(positions[size : size + 4], "little")
        positions[size + 4 * (legal + 2)] ^= 1  # the first byte of the second state
    elif part == "legal":
        positions[size + 4] ^= 1  # the first legal action in the first state
    elif part == "playouts":
        wanted[part][0]["end"] = wanted[part][0]["state"]
    elif part == "searches":
        wanted[part][0]["found"][0]["visits"] += 1
    else:
        wanted[part][0]["bytes"] = wanted[part][-1]["bytes"]
    file = tmp_path / "expected.gz"
    file.write_bytes(gzip.compress(json.dumps(wanted).encode() + b"\n" + positions, 1))
    with pytest.raises(AssertionError, match=words):
        compare(name, file)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files with few positions, by game."""
    folder = tmp_path_factory.mktemp("few")
    for name in GAMES:
        expected.write(name, 2000, folder / name)
    return {name: folder / name for name in GAMES}


def test_all_artefacts_for_the_browser_are_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in artefacts().glob("*.wasm")}
    assert len(sizes) == sum(1 + len(ways_of(name)) for name in node.SHIPPED)
    assert sum(sizes.values()) < 120_000, sizes


@every_game
def test_the_description_tells_what_lies_where(name: str) -> None:
    told = json.loads((artefacts(name) / f"{name}-rules.json").read_text(encoding="utf-8"))
    struct, dtype = told["structs"]["state"], floe.game(name).dtype
    assert struct["size"] == dtype.itemsize
    assert {field: (f["offset"], f["type"]) for field, f in struct["fields"].items()} == {
        field: (offset, kind.base.str.lstrip("|<")) for field, (kind, offset, *_) in fields_of(dtype).items()
    }
    for players in floe.game(name).players:
        first = np.frombuffer(base64.b64decode(told["first"][str(players)]), dtype)
        assert first[0]["players"] == players
