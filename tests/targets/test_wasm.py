"""Kernels compiled for WebAssembly do in Node exactly what they do here."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.network import weights_of
from floe.bots.search.results import BY_NETWORK, SearchSettings
from floe.bots.search.targets import settings_of, ways_of
from floe.core.levels import Budget
from floe.core.randomness import generator
from floe.core.targets.describe import fields_of
from tests.targets import node
from tests.targets.node import artefacts, compare, needs_node, packed
from tests.targets.positions import every_setup, write_positions

GAMES = [*node.SHIPPED, "connectfour"]
POSITIONS = 100_000
NODES = 4000

every_game = pytest.mark.parametrize("name", GAMES)
every_search = pytest.mark.parametrize(("name", "way"), [(name, way) for name in GAMES for way in ways_of(name)])


def walked(name: str, players: int, actions: int, rules: dict[str, Any] | None = None) -> Any:
    """A state some random actions into a game."""
    state = floe.game(name).new(players, actions, rules).mutable()
    state.playout(generator(actions), actions)
    return floe.game(name).state(state.array.copy())


@needs_node
@every_game
def test_legal_actions_and_steps_are_the_same_in_every_kind_of_position(name: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.bin"
    written = write_positions(name, POSITIONS, file)
    assert written >= POSITIONS
    task = {"rules": {"artefact": str(artefacts(name) / f"{name}-rules.wasm"), "positions": str(file)}}
    assert compare(task, tmp_path) == {"positions": written}


@needs_node
@every_game
def test_a_wrong_byte_in_a_position_is_found(name: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.bin"
    write_positions(name, 2000, file)
    data = bytearray(file.read_bytes())
    data[floe.game(name).dtype.itemsize] ^= 1  # the number of legal actions of the first position
    file.write_bytes(data)
    task = {"rules": {"artefact": str(artefacts(name) / f"{name}-rules.wasm"), "positions": str(file)}}
    with pytest.raises(AssertionError, match="the legal actions of position 0"):
        compare(task, tmp_path)


@needs_node
@every_game
def test_what_a_seat_observes_is_the_same(name: str, tmp_path: Path) -> None:
    rows = []
    for players, rules in every_setup(name):
        for actions in (0, 7, 60, 200):
            state = walked(name, players, actions, rules)
            for seat in range(players):
                seen = packed(np.ascontiguousarray(state.observe(seat)).tobytes())
                rows.append({"state": packed(state.array.tobytes()), "seat": seat, "bytes": seen})
    task = {"observations": {"artefact": str(artefacts(name) / f"{name}-rules.wasm"), "rows": rows}}
    assert compare(task, tmp_path) == {"observations": len(rows)}


@needs_node
@every_game
def test_games_at_random_end_the_same(name: str, tmp_path: Path) -> None:
    games = []
    for number, (players, rules) in enumerate(every_setup(name)):
        state = floe.game(name).new(players, number, rules).mutable()
        begun, rng = packed(state.array.tobytes()), generator(number)
        before = str(int(rng[0]))
        played = state.playout(rng)
        end = {"played": played, "after": str(int(rng[0])), "end": packed(state.array.tobytes())}
        games.append({"state": begun, "rng": before, **end})
    task = {"playouts": {"artefact": str(artefacts(name) / f"{name}-rules.wasm"), "games": games}}
    assert compare(task, tmp_path) == {"playouts": len(games)}


@needs_node
@every_search
def test_a_search_finds_the_same_visits(name: str, way: str, tmp_path: Path) -> None:
    searcher = Searcher(name, threads=1, nodes=NODES)
    weights = weights_of(name) if way == BY_NETWORK else None
    settings = SearchSettings(way, weights, **settings_of(name, way))
    positions = []
    for players in floe.game(name).players:
        for actions, simulations in ((0, 100), (9, 500), (40, 3000), (90, 300), (160, 800)):
            state = walked(name, players, actions)
            if state.over:
                continue
            rng = generator(actions)
            seed = generator(f"{int(rng[0])}/0", "search")
            result = searcher.search(state.array, state.to_move, Budget(simulations=simulations), rng, settings)
            found = [
                {"action": f.action, "visits": f.visits, "value": f.value, "proven": f.proven} for f in result.actions
            ]
            assert sum(f.visits for f in result.actions) > 0.9 * result.simulations
            begun = {"state": packed(state.array.tobytes()), "seat": state.to_move, "rng": str(int(seed[0]))}
            positions.append({**begun, "simulations": simulations, "slice": 137, "found": found})
    assert len(positions) >= 2 * len(floe.game(name).players)
    folder = artefacts(name)
    net = str(folder / f"{name}-weights.bin") if weights is not None else None
    task = {"artefact": str(folder / f"{name}-search-{way}.wasm"), "weights": net, "nodes": NODES}
    assert compare({"searches": {**task, "positions": positions}}, tmp_path) == {"searches": len(positions)}


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
