"""The written form of actions, both ways."""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.typing import States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS, CORNERS
from floe.games.igluiglu.layout import ANIMALS, COLOURS, DIRECTIONS
from floe.games.igluiglu.options import colours_of

FORMS = {
    "place": ("cell",),
    "flip": ("cell",),
    "drift": ("cell", "direction"),
    "shove": ("animal", "direction"),
    "walk": ("cell", "direction"),
    "kayak": ("cell", "target"),
    "hunt": ("cell", "animal"),
    "harpoon": ("cell", "animal"),
    "igloo": ("cell",),
    "energy": ("size",),
    "melt": ("cell",),
    "herd": (),
    "step": ("cell", "animal", "direction"),
    "spear": (),
    "pass": (),
    "flee": ("colour", "cell"),
    "end": (),
}
"""The words of each action after the first."""

WORDS = {
    "cell": frozenset(CELLS),
    "target": frozenset(CELLS),
    "direction": frozenset(DIRECTIONS),
    "animal": frozenset(ANIMALS),
    "colour": frozenset(COLOURS),
    "size": frozenset("123"),
}

EXAMPLES = {
    "cell": "a cell (a1 to h8)",
    "target": "a cell (a1 to h8)",
    "direction": "n, e, s or w",
    "animal": "an animal (f1 f2 f3 x1 x2 x3 bear)",
    "colour": "a colour (r b y g)",
    "size": "1, 2 or 3",
}


@dataclass(frozen=True)
class Written:
    """A well-formed action, taken apart."""

    kind: str
    cell: int = -1
    target: int = -1
    direction: int = -1
    animal: str = ""
    colour: str = ""
    size: int = 0


def parse(text: str) -> Written | str:
    """Take an action's text apart; if it is none, return what was expected."""
    kind, *words = text.split(" ")
    if kind not in FORMS:
        return "expected " + " ".join(FORMS) + ", with the words that belong to it"
    form = FORMS[kind]
    if len(words) != len(form) or any(word not in WORDS[name] for word, name in zip(words, form, strict=True)):
        return f"expected {kind}" + "".join(f", {EXAMPLES[name]}" for name in form)
    given = dict(zip(form, words, strict=True))
    return Written(
        kind,
        cell=CELLS.index(given["cell"]) if "cell" in given else -1,
        target=CELLS.index(given["target"]) if "target" in given else -1,
        direction=DIRECTIONS.index(given["direction"]) if "direction" in given else -1,
        animal=given.get("animal", ""),
        colour=given.get("colour", ""),
        size=int(given.get("size", 0)),
    )


def expected_instead(text: str) -> str | None:
    """What an action looks like, if the text is none."""
    parsed = parse(text)
    return parsed if isinstance(parsed, str) else None


def texts(array: States, numbers: list[int]) -> list[str]:
    """The written forms of legal actions."""
    ice: int = array["ice"].item(0)
    written = []
    origins: list[int] = []
    for number in numbers:
        if layout.KAYAK <= number < layout.HUNT:
            origins = origins or _origins(array)
            origin, target = divmod(number - layout.KAYAK, 64)
            written.append(f"kayak {CELLS[origins[origin]]} {CELLS[target]}")
        elif layout.FLEE <= number < layout.WALK:
            written.append(f"flee {fleeing(array)[0]} {CELLS[CORNERS[number - layout.FLEE]]}")
        else:
            written.append(_TEXTS[ice >> _CELL[number] & 1][number])
    return written


def _text(number: int, on_tile: bool) -> tuple[str, int]:  # noqa: PLR0911, PLR0912, C901  # one line a kind of action
    """An action's text if its animal is on a tile, or on sea, and the cell that decides it (or any)."""
    if number < layout.FLIP:
        return f"place {CELLS[number - layout.PLACE]}", 0
    if number < layout.MELT_ACTION:
        return f"flip {CELLS[number - layout.FLIP]}", 0
    if number < layout.HERD_ACTION:
        return f"melt {CELLS[number - layout.MELT_ACTION]}", 0
    if number == layout.HERD_ACTION:
        return "herd", 0
    if number < layout.SHOVE:
        cell, direction = divmod(number - layout.DRIFT_ACTION, 4)
        return f"drift {CELLS[cell]} {DIRECTIONS[direction]}", 0
    if number < layout.STEP:
        animal, direction = divmod(number - layout.SHOVE, 4)
        return f"shove {_animal(animal, False)} {DIRECTIONS[direction]}", 0
    if number < layout.SPEAR:
        cell, rest = divmod(number - layout.STEP, 16)
        return f"step {CELLS[cell]} {_animal(rest // 4, on_tile)} {DIRECTIONS[rest % 4]}", cell
    if number == layout.SPEAR:
        return "spear", 0
    if number == layout.PASS:
        return "pass", 0
    if number < layout.KAYAK:
        cell, direction = divmod(max(number - layout.WALK, 0), 4)  # to flee is written in ``texts``, as a kayak is
        return f"walk {CELLS[cell]} {DIRECTIONS[direction]}", 0
    if number < layout.HARPOON_ACTION:
        cell, animal = divmod(max(number - layout.HUNT, 0), 3)
        return f"hunt {CELLS[cell]} {_animal(animal, on_tile)}", cell
    if number < layout.IGLOO:
        cell, animal = divmod(number - layout.HARPOON_ACTION, 4)
        return f"harpoon {CELLS[cell]} {_animal(animal, on_tile)}", cell
    if number < layout.ENERGY:
        return f"igloo {CELLS[number - layout.IGLOO]}", 0
    if number < layout.END:
        return f"energy {number - layout.ENERGY + 1}", 0
    return "end", 0


def _animal(animal: int, on_tile: bool) -> str:
    return "bear" if animal == 3 else ("x" if on_tile else "f") + str(animal + 1)


_TEXTS = [[_text(number, on_tile)[0] for number in range(layout.N_ACTIONS)] for on_tile in (False, True)]
_CELL = [_text(number, False)[1] for number in range(layout.N_ACTIONS)]


def fleeing(array: States) -> str:
    """The Inuit that still wait for a corner, in the order in which they get one."""
    return "".join(colour * n for colour, n in zip(colours_of(array[0]), array["queue"][0].tolist(), strict=False))


def _origins(array: States) -> list[int]:
    """The cells with Inuit of the player whose turn it is, in the order of a kayak's origins."""
    cells: int = array["inuit_of"].item(0, array["owner"].item(0))
    origins = []
    while cells:
        lowest = cells & -cells
        origins.append(lowest.bit_length() - 1)
        cells ^= lowest
    return origins
