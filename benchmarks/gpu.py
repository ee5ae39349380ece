"""Measure batches on an NVIDIA GPU, and write down where random games end there.

python benchmarks/gpu.py [--write FILE]    needs CuPy and a GPU; where there is no Numba, also FLOE_KERNELS, a folder
                                           that ``tools/kernels.py gpu`` filled on another machine

The file (``benchmarks/gpu.json``) holds the figures and digests of final states, masks and observations; a test plays
the same games on the CPU and compares the digests.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import floe

GAMES = {"icecult": (1 << 20, 1000), "igluiglu": (1 << 19, 200)}
"""How many games at once, and how many steps each in one launch of random play."""
DIGESTED, STEPS, SEED = 256, 500, "digest"
ROUNDS = 5


def seconds(work: Any, xp: Any) -> float:
    """How long the device works, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin, end = xp.cuda.Event(), xp.cuda.Event()
        begin.record()
        work()
        end.record()
        end.synchronize()
        best = min(best, xp.cuda.get_elapsed_time(begin, end) / 1000)
    return best


def bandwidth(xp: Any) -> float:
    """Bytes a second that a copy within the device's memory reads and writes."""
    there = xp.zeros(1 << 31, np.uint8)
    copy = xp.empty_like(there)
    size: int = there.nbytes
    return 2 * size / seconds(lambda: xp.copyto(copy, there), xp)


def measure(name: str, n: int, steps: int, copied: float) -> dict[str, float]:
    """The figures of one game."""
    begun = time.perf_counter()
    batch = floe.batch(name, n, seed=1, device="cuda")
    xp = batch.device.arrays
    rngs = batch.generators(1)
    batch.random_play(rngs, 1)
    xp.cuda.Device().synchronize()
    loading = time.perf_counter() - begun
    batch.random_play(rngs, 200)  # from here on games are at every stage
    play = seconds(lambda: batch.random_play(rngs, steps), xp)
    out, times = None, []
    for _ in range(20):
        actions = batch.random_actions(rngs)
        begin, end = xp.cuda.Event(), xp.cuda.Event()
        begin.record()
        out = batch.advance(actions, out=out)
        end.record()
        end.synchronize()
        times.append(xp.cuda.get_elapsed_time(begin, end) / 1000)
    seats = batch.to_move.astype(np.int64)
    figures = {
        "games": n,
        "loading_seconds": loading,
        "random_steps_per_second": n * steps / play,
        "advance_steps_per_second": n / sorted(times)[len(times) // 2],
    }
    compact = {"compact": batch.observe_compact} if batch.game.compact else {}
    for form, observe in {"float32": batch.observe, **compact}.items():
        rows = observe(seats)
        observing = seconds(lambda observe=observe, rows=rows: observe(seats, rows), xp)
        figures[f"{form}_observations_per_second"] = n / observing
        figures[f"{form}_part_of_bandwidth"] = (rows.nbytes + batch.states.nbytes) / observing / copied
    return figures


def sha256(array: Any) -> str:
    """Of an array's bytes, wherever it is."""
    return hashlib.sha256(np.ascontiguousarray(array.get() if hasattr(array, "get") else array).tobytes()).hexdigest()


def digests(name: str) -> list[dict[str, Any]]:
    """Where random games end, for each number of players, and what is seen of them there."""
    found = []
    for players in floe.game(name).players:
        batch = floe.batch(name, DIGESTED, players, SEED, device="cuda")
        batch.random_play(SEED, STEPS)
        run = {"game": name, "players": players, "n": DIGESTED, "seed": SEED, "steps": STEPS}
        run |= {"digest": sha256(batch.states), "masks": sha256(batch.masks()), "observe": sha256(batch.observe())}
        if batch.game.compact:
            run["observe_compact"] = sha256(batch.observe_compact())
        found.append(run)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure batches on an NVIDIA GPU.")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write figures and digests as JSON")
    chosen = parser.parse_args()
    some = floe.batch("icecult", 1, device="cuda")
    xp = some.device.arrays
    device = xp.cuda.runtime.getDeviceProperties(xp.cuda.Device().id)["name"].decode()
    copied = bandwidth(xp)
    print(f"{device}: a copy moves {copied / 1e12:.2f} TB/s")
    figures: dict[str, Any] = {}
    ends: list[dict[str, Any]] = []
    for name, (n, steps) in GAMES.items():
        figures[name] = measure(name, n, steps, copied)
        ends += digests(name)
        print(f"\n{floe.game(name).title}")
        for what, value in figures[name].items():
            print(f"  {what.replace('_', ' '):32} {value:.4g}")
    if chosen.write:
        about = {"device": device, "date": time.strftime("%Y-%m-%d"), "bytes_per_second": copied}
        text = json.dumps({**about, "figures": figures, "digests": ends}, indent=1)
        chosen.write.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
