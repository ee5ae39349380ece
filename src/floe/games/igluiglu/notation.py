"""The written form of actions, both ways."""

from __future__ import annotations

from dataclasses import dataclass

from floe.core.typing import States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS, CORNERS
from floe.games.igluiglu.layout import ANIMALS, COLOURS, DIRECTIONS

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
    return [_text(array, number) for number in numbers]


def _text(array: States, number: int) -> str:  # noqa: PLR0911, PLR0912, C901  # one line a kind of action
    if number < layout.FLIP:
        return f"place {CELLS[number - layout.PLACE]}"
    if number < layout.MELT_ACTION:
        return f"flip {CELLS[number - layout.FLIP]}"
    if number < layout.HERD_ACTION:
        return f"melt {CELLS[number - layout.MELT_ACTION]}"
    if number == layout.HERD_ACTION:
        return "herd"
    if number < layout.SHOVE:
        cell, direction = divmod(number - layout.DRIFT_ACTION, 4)
        return f"drift {CELLS[cell]} {DIRECTIONS[direction]}"
    if number < layout.STEP:
        animal, direction = divmod(number - layout.SHOVE, 4)
        return f"shove {('f1', 'f2', 'f3', 'bear')[animal]} {DIRECTIONS[direction]}"
    if number < layout.SPEAR:
        cell, rest = divmod(number - layout.STEP, 16)
        return f"step {CELLS[cell]} {_animal(array, cell, rest // 4)} {DIRECTIONS[rest % 4]}"
    if number == layout.SPEAR:
        return "spear"
    if number == layout.PASS:
        return "pass"
    if number < layout.WALK:
        return f"flee {fleeing(array)[0]} {CELLS[CORNERS[number - layout.FLEE]]}"
    if number < layout.KAYAK:
        cell, direction = divmod(number - layout.WALK, 4)
        return f"walk {CELLS[cell]} {DIRECTIONS[direction]}"
    if number < layout.HUNT:
        origin, target = divmod(number - layout.KAYAK, 64)
        return f"kayak {CELLS[_origin(array, origin)]} {CELLS[target]}"
    if number < layout.HARPOON_ACTION:
        cell, animal = divmod(number - layout.HUNT, 3)
        return f"hunt {CELLS[cell]} {_animal(array, cell, animal)}"
    if number < layout.IGLOO:
        cell, animal = divmod(number - layout.HARPOON_ACTION, 4)
        return f"harpoon {CELLS[cell]} {_animal(array, cell, animal)}"
    if number < layout.ENERGY:
        return f"igloo {CELLS[number - layout.IGLOO]}"
    if number < layout.END:
        return f"energy {number - layout.ENERGY + 1}"
    return "end"


def fleeing(array: States) -> str:
    """The Inuit that still wait for a corner, in the order in which they get one."""
    return "".join(COLOURS[seat] * int(n) for seat, n in enumerate(array[0]["queue"]))


def _animal(array: States, cell: int, animal: int) -> str:
    if animal == 3:
        return "bear"
    on_tile = int(array[0]["ice"]) >> cell & 1
    return ("x" if on_tile else "f") + str(animal + 1)


def _origin(array: States, number: int) -> int:
    struct = array[0]
    cells = int(struct["inuit_of"][struct["owner"]])
    return [cell for cell in range(64) if cells >> cell & 1][number]
