"""Floe's observations in the form that OpenSpiel's observers have."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from floe.core.errors import BadOption, shown
from floe.core.game import Game
from floe.core.typing import Document, F32Array, States


class Tensors:
    """Some slices of a game's observation: ``tensor`` holds them all, ``dict`` each by its name and in its shape."""

    def __init__(self, game: Game[Any], names: list[str]) -> None:
        self._game = game
        self._whole = np.empty(game.observation_size, np.float32)
        self._chosen = [game.encoding[name] for name in names]
        tensor = np.zeros(sum(part.size for part in self._chosen), np.float32)
        self.tensor: F32Array | None = tensor if names else None
        self.dict: dict[str, F32Array] = {}
        at = 0
        for part in self._chosen:
            self.dict[part.name] = tensor[at : at + part.size].reshape(part.shape)
            at += part.size

    def observe(self, records: States, seat: int) -> None:
        """Fill in what a seat observes."""
        if self.tensor is not None:
            self._game.loops.observation(records, 0, seat, self._whole)
            np.concatenate([self._whole[part.start : part.stop] for part in self._chosen], out=self.tensor)


def check_no_params(params: dict[str, Any] | None) -> None:
    """These games know no parameters of observation."""
    if params:
        raise BadOption(f"observers of this game have no parameters, not {shown(params)}")


def written(document: Document) -> str:
    """A document on one line."""
    return json.dumps(document, separators=(",", ":"))
