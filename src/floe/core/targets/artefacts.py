"""Artefacts: compiled kernels of a game with the description that tells other programs how to call them."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from floe.core.game import Game
from floe.core.targets.describe import FORMAT, Entry, document
from floe.core.targets.loops import batch_entries, own_entries, single_entries
from floe.core.targets.ptx import Plan, passed, ptx
from floe.core.targets.wasm import wasm


@dataclass(frozen=True)
class Artefact:
    """Compiled kernels, and their description."""

    name: str
    """For example ``icecult-rules.wasm``."""
    code: bytes
    description: dict[str, Any]

    def write(self, folder: Path) -> None:
        """Write the code, and beside it the description as JSON."""
        (folder / self.name).write_bytes(self.code)
        text = json.dumps(self.description, indent=1, sort_keys=False) + "\n"
        (folder / self.name).with_suffix(".json").write_text(text, encoding="utf-8")


def describe(game: Game[Any], entries: Sequence[Entry], **more: Any) -> dict[str, Any]:
    """The description of an artefact of a game."""
    sizes = {
        "seats": game.players[-1],
        "actions": game.n_actions,
        "max_legal": game.loops.max_legal,
        "observation": game.observation_size,
    }
    about = {"format": FORMAT, "game": game.name, "rules_version": game.rules_version}
    about |= {"chance": game.chance, "hidden": game.hidden}
    return {**about, **document(entries, sizes), "first": first_positions(game), **more}


def first_positions(game: Game[Any]) -> Mapping[str, str]:
    """A first position for each number of players, by the usual rules, as the base64 of a struct."""
    return {str(n): base64.b64encode(game.new(n, seed=0).array.tobytes()).decode() for n in game.players}


def rules_for_web(game: Game[Any]) -> Artefact:
    """The rules of a game for WebAssembly."""
    entries = [*single_entries(game), *own_entries(game)]
    return Artefact(f"{game.name}-rules.wasm", wasm(entries), describe(game, entries))


def batch_for_gpu(game: Game[Any]) -> Artefact:
    """The loops of a batch for NVIDIA GPUs."""
    entries = batch_entries(game)
    return Artefact(f"{game.name}.ptx", ptx(entries).encode(), describe(game, entries, **launching(entries)))


def launching(entries: Sequence[Entry]) -> dict[str, Any]:
    """How each kernel is called: with which arguments, and how many states and threads a block has."""
    return {
        "kernels": {entry.name: passed(entry) for entry in entries},
        "blocks": {entry.name: [plan.rows, plan.threads] for entry in entries for plan in (Plan.of(entry),)},
    }
