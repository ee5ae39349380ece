"""What a seat cannot know, shuffled: other truths behind the same view.

This is done here on documents, without the engine's own ``determinize``, which has its tests too.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from floe.core.typing import Document
from tests.games.igluiglu.positions import HAND

DEFAULT_MIX = Counter(
    fish1=4, fish2=4, fish3=4, bear=4, glacier=10, drift=6, melt=6, energy1=2, energy2=2, energy3=2, harpoon=6, herd=6
)


def mix_of(document: Document) -> Counter[str]:
    mix: Any = document["rules"]["mix"]
    return Counter(DEFAULT_MIX if mix == "default" else mix)


def unknown_tiles(document: Document, seat: int | None) -> list[str]:
    """The tiles whose place a seat cannot know: face down, in others' hands, or removed by melts."""
    known: Counter[str] = Counter(document["seen"])
    if seat is not None:
        known.update(document["hands"][document["players"][seat]])
    return sorted((mix_of(document) - known).elements())


def shuffled(document: Document, seat: int | None, rng: random.Random) -> Document:
    """The same document with all that a seat (None: a spectator) cannot know put somewhere else.

    Face-down tiles change places among each other, with the others' hands and with what melts removed. Only this is
    known of them: what others hold has a red border (II-8).
    """
    other = copy.deepcopy(document)
    tiles = unknown_tiles(document, seat)
    rng.shuffle(tiles)
    for number, colour in enumerate(document["players"]):
        if number != seat:
            red = [kind for kind in tiles if kind in HAND][: len(document["hands"][colour])]
            for kind in red:
                tiles.remove(kind)
            other["hands"][colour] = sorted(red, key=HAND.index)
    rng.shuffle(tiles)
    for content in other["cells"].values():
        if content.get("ice", "up") != "up":
            content["ice"] = tiles.pop()
    rng.shuffle(other["supply"]["fish"])
    rng.shuffle(other["supply"]["fox"])
    return other
