"""The small network that judges positions: its weights, its file, and its evaluation inside compiled code.

Its input is a set of active features (numbers), so the first layer is a sum of a few rows. Two hidden layers feed a
value for each seat, counted from the player to move, and a logit for each action; only legal actions are computed.
No framework is needed to play. The weights are one flat array, in the order of ``shapes``.
"""

from __future__ import annotations

import functools
import json
import os
import zipfile
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from floe import games
from floe.bots.bot import BadPlayer
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.workspace import MAX_SEATS
from floe.core.errors import shown

Weights: TypeAlias = npt.NDArray[np.float32]

FORMAT = 2


class BadWeights(BadPlayer):
    """A file of weights that does not fit."""


def shapes(heuristics: Any) -> dict[str, tuple[int, ...]]:
    """The parts of the weights for a game's heuristics, in their order."""
    layer1, layer2 = heuristics.LAYER1, heuristics.LAYER2
    return {
        "w1": (heuristics.N_FEATURES, layer1),
        "b1": (layer1,),
        "w2": (layer1, layer2),
        "b2": (layer2,),
        "wv": (MAX_SEATS, layer2),
        "bv": (MAX_SEATS,),
        "wp": (heuristics.N_POLICY, layer2),
        "bp": (heuristics.N_POLICY,),
    }


def parts(heuristics: Any, weights: Weights) -> dict[str, Weights]:
    """The parts as arrays that share the memory of the whole."""
    found, at = {}, 0
    for name, shape in shapes(heuristics).items():
        size = int(np.prod(shape))
        found[name] = weights[at : at + size].reshape(shape)
        at += size
    return found


def blank(heuristics: Any) -> Weights:
    """A network that knows nothing: every value and every action alike."""
    return np.zeros(sum(int(np.prod(shape)) for shape in shapes(heuristics).values()), np.float32)


def random_weights(heuristics: Any, seed: int) -> Weights:
    """Where training begins."""
    rng = np.random.default_rng(seed)
    weights = blank(heuristics)
    for name, scale in (("w1", 0.15), ("w2", (2 / heuristics.LAYER1) ** 0.5)):
        part = parts(heuristics, weights)[name]
        part[:] = rng.normal(0, scale, part.shape)
    return weights


def save(path: str | Path, heuristics: Any, weights: Weights, about: dict[str, Any]) -> None:
    """Write weights as a file in half precision, with what they were trained for."""
    header = json.dumps({"format": FORMAT, **about}, sort_keys=True)
    arrays: dict[str, Any] = {name: part.astype(np.float16) for name, part in parts(heuristics, weights).items()}
    with Path(path).open("wb") as file:
        np.savez_compressed(file, about=np.array(header), **arrays)


def load(path: str | Path, game: str) -> tuple[Weights, dict[str, Any]]:
    """Read weights; refuse those of another game, or that do not fit the features and actions of this version."""
    wanted = shapes(heuristics_of(game))
    try:
        with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(str(file["about"]))
            arrays = {name: file[name].astype(np.float32) for name in wanted}
    except OSError as fault:
        raise BadWeights(f"{path} cannot be read: {fault.strerror or fault}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as fault:
        raise BadWeights(f"{path} is no file of weights: {fault}") from None
    if about.get("format") != FORMAT:
        raise BadWeights(f"{path} has format {shown(about.get('format'))}, this version reads {FORMAT}")
    if about.get("game") != game:
        raise BadWeights(f"{path} holds weights for {shown(about.get('game'))}, not for {shown(game)}")
    for name, shape in wanted.items():
        if arrays[name].shape != shape:
            raise BadWeights(f"{path}: {name} has the shape {arrays[name].shape}, this version needs {shape}")
    return np.concatenate([array.ravel() for array in arrays.values()]), about


def load_once(path: str, game: str) -> Weights:
    """The weights of a file, read once for all players until the file changes."""
    try:
        at = os.stat(path)
    except OSError as fault:
        raise BadWeights(f"{path} cannot be read: {fault.strerror}") from None
    return _kept(path, game, os.path.abspath(path), at.st_mtime_ns, at.st_size)


@functools.lru_cache(maxsize=8)
def _kept(path: str, game: str, *_: object) -> Weights:
    return load(path, game)[0]


def weights_of(game: str) -> Weights | None:
    """The weights that come with a game, if there are any."""
    path = games.manifest(game).file("weights")
    return None if path is None else load_once(str(path), game)
