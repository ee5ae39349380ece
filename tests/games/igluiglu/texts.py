"""Every action that can be written."""

from __future__ import annotations

from itertools import product

from floe.games.igluiglu.notation import FORMS
from tests.games.igluiglu.positions import CELLS, TAKEN

ALL_TEXTS = [
    *(f"{verb} {cell}" for verb in ("place", "flip", "melt", "igloo") for cell in CELLS),
    *(f"{verb} {cell} {direction}" for verb, cell, direction in product(("drift", "walk"), CELLS, "nesw")),
    *(f"shove {animal} {direction}" for animal, direction in product(TAKEN, "nesw")),
    *(f"kayak {cell} {target}" for cell, target in product(CELLS, CELLS)),
    *(f"{verb} {cell} {animal}" for verb, cell, animal in product(("hunt", "harpoon"), CELLS, TAKEN)),
    *(f"energy {size}" for size in (1, 2, 3)),
    *(f"step {cell} {animal} {direction}" for cell, animal, direction in product(CELLS, TAKEN, "nesw")),
    *(f"flee {colour} {cell}" for colour, cell in product("rbyg", CELLS)),
    "herd",
    "spear",
    "pass",
    "end",
]

BY_VERB = {verb: [text for text in ALL_TEXTS if text.split()[0] == verb] for verb in FORMS}
