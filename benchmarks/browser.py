"""Measure the search that is compiled for the browser, in Node, beside the native one on one thread in the same run."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import floe
from floe.bots.search.engine import Searcher
from floe.bots.search.network import weights_of
from floe.bots.search.results import BY_NETWORK, SearchSettings
from floe.bots.search.targets import settings_of, ways_of
from floe.core.game import State
from floe.core.levels import Budget
from floe.core.randomness import generator

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
KERNELS = WEB / "public" / "kernels"
NODES, SIMULATIONS, ROUNDS = 80_000, 40_000, 6


def native(name: str, way: str, state: State) -> float:
    """Simulations a second on one thread, the best of some rounds."""
    searcher = Searcher(name, threads=1, nodes=NODES)
    settings = SearchSettings(way, weights_of(name) if way == BY_NETWORK else None, **settings_of(name, way))
    best = 0.0
    for round_ in range(ROUNDS):
        begun = time.perf_counter()
        result = searcher.search(state.array, 0, Budget(simulations=SIMULATIONS), generator(round_), settings)
        best = max(best, result.simulations / (time.perf_counter() - begun))
    return best


def in_node(name: str, way: str, state: State, program: Path) -> float:
    """The same in Node."""
    weights = str(KERNELS / f"{name}-weights.bin") if way == BY_NETWORK else None
    artefact = str(KERNELS / f"{name}-search-{way}.wasm")
    about = {"artefact": artefact, "weights": weights, "nodes": NODES, "simulations": SIMULATIONS}
    task = {"speed": {**about, "state": base64.b64encode(state.array.tobytes()).decode()}}
    file = program.with_name("task.json")
    file.write_text(json.dumps(task), encoding="utf-8")
    done = subprocess.run(["node", str(program), str(file)], capture_output=True, text=True, check=True)  # noqa: S603, S607
    return float(json.loads(done.stdout)["speed"])


def main() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "kernels.py"), "web"], check=True)  # noqa: S603  # its own
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "same.mjs")
        build = [str(WEB / "node_modules" / ".bin" / "esbuild"), str(WEB / "tests" / "kernels" / "same.ts")]
        flags = ["--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={program}"]
        subprocess.run([*build, *flags], check=True)  # noqa: S603  # its own
        print("simulations a second, one thread        native       Node")
        for name in sorted(path.name.removesuffix("-rules.wasm") for path in KERNELS.glob("*-rules.wasm")):
            for way in ways_of(name):
                one = floe.game(name).new(2, seed=1).mutable()
                one.playout(generator(1), 30)
                state = floe.game(name).state(one.array.copy())
                here, there = native(name, way, state), in_node(name, way, state, program)
                print(f"  {floe.game(name).title + ', ' + way:32} {here:12,.0f} {there:10,.0f}   {there / here:.2f} ×")


if __name__ == "__main__":
    main()
