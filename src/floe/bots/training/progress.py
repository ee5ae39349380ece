"""How training goes, as curves for TensorBoard, where that is installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

CURVES = "tensorboard"
_SHOWN = ("unseen_value", "unseen_policy", "value", "policy", "share", "games", "rows", "seconds")


class Curves:
    """A point of each curve a round, in a folder of the run."""

    def __init__(self, folder: Path) -> None:
        try:
            self._writer: Any = importlib.import_module("torch.utils.tensorboard").SummaryWriter(str(folder / CURVES))
        except ImportError:
            self._writer = None

    def add(self, entry: dict[str, Any]) -> None:
        """The figures of a round."""
        if self._writer is None:
            return
        for name in _SHOWN:
            if name in entry:
                self._writer.add_scalar(name, entry[name], entry["round"])
        self._writer.flush()
