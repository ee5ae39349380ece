"""The colours of the web app (``web/src/styles.css``), for pictures that stand beside its links."""

from __future__ import annotations

from typing import TypeAlias

Tint: TypeAlias = tuple[int, int, int]


def _tint(digits: str) -> Tint:
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


SEA = tuple(map(_tint, ("041a21", "07252e", "0b3540", "124c59", "1d6978", "3a8c9a")))
"""From the depth to the shallows."""
ICE = tuple(map(_tint, ("ffffff", "f1f9fc", "dceff5", "bfe0ea", "8fc0cf", "5f98aa")))
"""From white to the shadow of a floe."""
SUN = tuple(map(_tint, ("ffe3bd", "ffc27a", "f5994a")))
TEXT, QUIET = _tint("eef8fb"), _tint("a9cdd7")
PLAYERS = {"y": _tint("f8c62f"), "r": _tint("dd3a40"), "g": _tint("27925a"), "b": _tint("2c74dc")}
EDGES = {"y": _tint("6b4f00"), "r": _tint("6f0d12"), "g": _tint("0a4426"), "b": _tint("0b2f6b")}
