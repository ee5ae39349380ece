"""What a seat may have ahead at the start, so that families play an even game.

A pawn that is only on its way already would be none: whoever begins rides on it, so it does not help its owner.
"""

from __future__ import annotations

from floe.core.typing import Document

KINDS = ("pawn",)
"""One pawn is home already."""


def ahead(document: Document, seat: int, kind: str) -> Document:
    """A first position in which a seat has something ahead."""
    colour = document["players"][seat]
    start = {**document["start"], colour: document["start"][colour] - 1}
    home = {**document["home"], colour: document["home"][colour] + 1}
    return {**document, "start": start, "home": home}
