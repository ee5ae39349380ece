"""What Python finds, in one compact file a game, for programs that compare compiled kernels with it.

``python -m tests.targets.expected GAME ...`` writes the files that are missing and prints where they are. They are
kept, because Node and the browser read the same ones.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import gzip
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.network import weights_of
from floe.bots.search.results import SearchSettings
from floe.bots.search.targets import settings_of, ways_of
from floe.core.levels import BY_NETWORK, Budget
from floe.core.randomness import generator
from tests.targets.positions import every_setup, positions

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "web" / "tests" / "kernels" / "expected"
SOURCES = (
    "src/floe/core",
    "src/floe/games",
    "src/floe/bots",
    "examples/connectfour/src",
    "tests/records",
    "tests/targets",
)
POSITIONS = 100_000


def expected(game: str) -> Path:
    """The file of a game, written if there is none of these very sources."""
    file = KEPT / f"{game}-{_digest()}.gz"
    if not file.is_file():
        KEPT.mkdir(exist_ok=True)
        for old in KEPT.glob(f"{game}-*"):
            with contextlib.suppress(FileNotFoundError):
                old.unlink()
        handle, being_written = tempfile.mkstemp(dir=KEPT)
        os.close(handle)
        write(game, POSITIONS, Path(being_written))
        Path(being_written).replace(file)
    return file


def write(game: str, number: int, file: Path) -> None:
    """A line of JSON, then ``number`` positions or a few more."""
    about = {"state_size": floe.game(game).dtype.itemsize, "actions": floe.game(game).n_actions}
    found = {"playouts": playouts(game), "searches": searches(game), "observations": observations(game)}
    with gzip.open(file, "wb", compresslevel=1) as out:
        out.write(json.dumps({**about, **found}).encode() + b"\n")
        for position in positions(game, number):
            out.write(position)


def contents(file: Path) -> tuple[dict[str, Any], bytes]:
    """What is in a file: the line of JSON, and the positions."""
    line, _, rest = gzip.decompress(file.read_bytes()).partition(b"\n")
    return json.loads(line), rest


def walked(game: str, players: int, actions: int, rules: dict[str, Any] | None = None) -> Any:
    """A state some random actions into a game."""
    state = floe.game(game).new(players, actions, rules).mutable()
    state.playout(generator(actions), actions)
    return floe.game(game).state(state.array.copy())


def observations(game: str) -> list[dict[str, Any]]:
    """What each seat sees."""
    rows = []
    for players, rules in every_setup(game):
        for actions in (0, 7, 60, 200):
            state = walked(game, players, actions, rules)
            for seat in range(players):
                seen = _packed(np.ascontiguousarray(state.observe(seat)))
                rows.append({"state": _packed(state.array), "seat": seat, "bytes": seen})
    return rows


def playouts(game: str) -> list[dict[str, Any]]:
    """Games at random to their ends."""
    games = []
    for number, (players, rules) in enumerate(every_setup(game)):
        state = floe.game(game).new(players, number, rules).mutable()
        begun, rng = _packed(state.array), generator(number)
        before = str(int(rng[0]))
        played = state.playout(rng)
        end = {"played": played, "after": str(int(rng[0])), "end": _packed(state.array)}
        games.append({"state": begun, "rng": before, **end})
    return games


def searches(game: str) -> list[dict[str, Any]]:
    """What searches with a fixed number of simulations and a fixed seed find, in every way of judging."""
    return [found for way in ways_of(game) for found in _searches(game, way)]


def _searches(game: str, way: str) -> Iterator[dict[str, Any]]:
    searcher = Searcher(game, threads=1, nodes=4000)
    settings = SearchSettings(way, weights_of(game) if way == BY_NETWORK else None, **settings_of(game, way))
    for players in floe.game(game).players:
        for actions, simulations in ((0, 100), (9, 500), (40, 3000), (90, 300), (160, 800)):
            state = walked(game, players, actions)
            if state.over:
                continue
            rng = generator(actions)
            seed = generator(f"{int(rng[0])}/0", "search")
            result = searcher.search(state.array, state.to_move, Budget(simulations=simulations), rng, settings)
            found = [
                {"action": f.action, "visits": f.visits, "value": f.value, "proven": f.proven} for f in result.actions
            ]
            begun = {"state": _packed(state.array), "seat": state.to_move, "rng": str(int(seed[0]))}
            yield {"judge_by": way, **begun, "simulations": simulations, "found": found}


def _packed(array: Any) -> str:
    return base64.b64encode(array.tobytes()).decode()


@functools.cache
def _digest() -> str:
    """Of all that the files depend on."""
    digest = hashlib.sha256(f"{numba.__version__} {POSITIONS}".encode())
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*")):
            if path.suffix in {".py", ".npz", ".json"}:
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(expected(name))
