"""What is seen of a game of IGLU IGLU, in every mixture that OpenSpiel asks for: open to all, private, remembered."""

from __future__ import annotations

from typing import Any

import pyspiel

from floe.core.typing import Document
from floe.envs.openspiel.observing import Tensors, check_no_params, written
from floe.envs.openspiel.unfolding import GAME, Unfolding
from floe.games.igluiglu.geography import CELLS
from floe.games.igluiglu.layout import GLACIER, KINDS

PRIVATE = ("hand", "pool")
"""The slices of an observation that tell of the own hand."""


class IgluIgluObserver(Tensors):
    """One mixture.

    * ``public_info``: the spectator's view; with perfect recall, all that everybody saw from the beginning.
    * ``private_info``: the own hand, or all hands; with perfect recall, each tile that came and went.

    The string of both without recall is the seat's view, as JSON. There is a tensor only without perfect recall (a
    game is too long for a tensor of it all) and of no more than one player's private information.
    """

    def __init__(self, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        check_no_params(params)
        self._open = iig_obs_type.public_info
        self._recall = iig_obs_type.perfect_recall
        self._own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._all = iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        super().__init__(GAME, self._slices())

    def _slices(self) -> list[str]:
        if self._recall or self._all:
            return []
        if not self._open:
            return ["hand"] if self._own else []
        return [part.name for part in GAME.encoding if self._own or part.name not in PRIVATE]

    def set_from(self, state: Any, player: int) -> None:
        self.observe(state.position.array, player)

    def string_from(self, state: Any, player: int) -> str:
        position: Unfolding = state.position
        seats = range(state.num_players()) if self._all else [player] if self._own else []
        if self._recall:
            logs = [f"seat {seat} {position.hand_logs[seat]}".rstrip() for seat in seats]
            return "; ".join([position.open_log, *logs] if self._open else logs)
        if self._open and not self._all:
            return written(view(position, player if self._own else None))
        hands = whole_truth(position)["hands"]
        seen = {colour: hand for seat, (colour, hand) in enumerate(hands.items()) if seat in seats}
        if self._open:
            return written(view(position, None) | {"hands": seen})
        return written(seen) if seen else ""


def view(position: Unfolding, seat: int | None) -> Document:
    """What a seat or a spectator sees."""
    return GAME.view(position.array, seat) | _flipped(position)


def whole_truth(position: Unfolding) -> Document:
    """All that is decided: the position document, where face-down tiles are just that, and supplies are in order."""
    document = GAME.document(position.array)
    for content in document["cells"].values():
        if content.get("ice", "up") != "up":
            content["ice"] = "down"
    return document | _flipped(position)


def _flipped(position: Unfolding) -> Document:
    """While chance decides: the tile in the air, as far as it is known."""
    if not position.flipped:
        return {}
    cell, *known = position.flipped
    tokens = [("x" if known[0] == GLACIER else "f") + str(value) for value in known[1:]]
    return {"flipped": [CELLS[cell], *(KINDS[kind] for kind in known[:1]), *tokens]}
