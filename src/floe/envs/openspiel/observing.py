"""What is seen of a game, in every mixture that OpenSpiel asks for: open to all, private, remembered."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from floe.core.errors import BadOption, shown
from floe.core.tree import Node
from floe.core.typing import Document, F32Array


class Observer:
    """One mixture.

    * ``public_info``: the spectator's view; with perfect recall, all that everybody saw from the beginning.
    * ``private_info``: what the seat alone sees, or what each of all seats does; with perfect recall, all that it saw.

    The string of both without recall is the seat's view, as JSON. There is a tensor only without perfect recall (a
    game is too long for a tensor of it all) and of no more than one player's private information. ``tensor`` holds its
    slices one after the other, ``dict`` each by its name and in its shape.
    """

    def __init__(self, first: Node, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise BadOption(f"observers of this game have no parameters, not {shown(params)}")
        self._open = iig_obs_type.public_info
        self._recall = iig_obs_type.perfect_recall
        self._own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._all = iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._whole = np.empty(first.game.observation_size, np.float32)
        self._chosen = [part for part in first.game.encoding if part.name in self._slices(first)]
        tensor = np.zeros(sum(part.size for part in self._chosen), np.float32)
        self.tensor: F32Array | None = tensor if self._chosen else None
        self.dict: dict[str, F32Array] = {}
        at = 0
        for part in self._chosen:
            self.dict[part.name] = tensor[at : at + part.size].reshape(part.shape)
            at += part.size

    def _slices(self, first: Node) -> set[str]:
        hidden = {*first.private_slices, *first.mixed_slices}
        if self._recall or (self._all and hidden):
            return set()
        if not self._open:
            return set(first.private_slices) if self._own else set()
        return {part.name for part in first.game.encoding} - (set() if self._own else hidden)

    def set_from(self, state: Any, player: int) -> None:
        if self.tensor is not None:
            position: Node = state.position
            position.game.loops.observation(position.array, 0, player, self._whole)
            np.concatenate([self._whole[part.start : part.stop] for part in self._chosen], out=self.tensor)

    def string_from(self, state: Any, player: int) -> str:
        position: Node = state.position
        seats = range(state.num_players()) if self._all else [player] if self._own else []
        if self._recall:
            logs = [log for log in map(position.private_log, seats) if log]
            open_log = position.open_log() if self._open else ""
            seen = [state.history_str() if open_log is None else open_log] if self._open else []
            return "; ".join([*seen, *logs])
        if self._open:
            return written(position.document() if self._all else position.view(player if self._own else None))
        private = {key: value for seat in seats for key, value in position.private(seat).items()}
        return written(private) if private else ""


def written(document: Document) -> str:
    """A document on one line."""
    return json.dumps(document, separators=(",", ":"))
