"""What can be chosen at setup: the rule options, who plays which colour (II-5), and the deal that a seed gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from floe.core.documents import Field
from floe.core.errors import BadDocument, BadOption, shown
from floe.core.options import as_written, defaults
from floe.core.randomness import Deal
from floe.core.typing import Document, States
from floe.games.igluiglu import layout
from floe.games.igluiglu.geography import CELLS, CENTRE, WATER
from floe.games.igluiglu.layout import BEAR_TOKENS, COLOURS, FISH_TOKENS, FOX_TOKENS, IGLOOS, INUIT, KINDS, TILES
from floe.games.igluiglu.manifest import IGLOOS as IGLOO_READINGS
from floe.games.igluiglu.manifest import ISLANDS as ISLAND_READINGS
from floe.games.igluiglu.manifest import MANIFEST
from floe.games.igluiglu.pieces import add_animal

DEFAULT_RULES: Document = defaults(MANIFEST.options)

DEFAULT_MIX = {
    "fish1": 4, "fish2": 4, "fish3": 4, "bear": 4, "glacier": 10, "drift": 6,
    "melt": 6, "energy1": 2, "energy2": 2, "energy3": 2, "harpoon": 6, "herd": 6,
}  # fmt: skip
"""II-3."""

MIX_ROWS = (
    ("fish1", "fish2", "fish3"), ("bear",), ("glacier",), ("drift",),
    ("melt",), ("energy1", "energy2", "energy3"), ("harpoon",), ("herd",),
)  # fmt: skip
"""II-3: a mix has at least one tile of each of these rows."""


class BadRules(BadDocument):
    """Rule options that do not exist, in a document or at setup."""

    kind = "set of rules"


@dataclass(frozen=True)
class Rules:
    """The rule options of one game, checked."""

    gamers: bool
    open_centre: bool
    own_mix: bool
    mix: dict[str, int]
    igloo_reading: int
    island_reading: int
    half_up: bool
    many_answers: bool
    open_corners: bool


def read_rules(field: Field) -> Rules:
    """Check rule options; those left out take their defaults."""
    field.keys((), DEFAULT_RULES)
    full = Field(DEFAULT_RULES | field.value, field.error, field.path)
    mix = full.child("mix")
    own = not isinstance(mix.value, str)
    if not own:
        mix.choice("default")
    return Rules(
        gamers=full.child("variant").choice("family", "gamers") == "gamers",
        open_centre=full.child("centre").choice("closed", "open") == "open",
        own_mix=own,
        mix=_read_mix(mix) if own else DEFAULT_MIX,
        igloo_reading=IGLOO_READINGS.index(full.child("igloos").choice(*IGLOO_READINGS)),
        island_reading=ISLAND_READINGS.index(full.child("islands").choice(*ISLAND_READINGS)),
        half_up=full.child("half").choice("down", "up") == "up",
        many_answers=full.child("answers").choice("one", "many") == "many",
        open_corners=full.child("corners").choice("closed", "open") == "open",
    )


def _read_mix(field: Field) -> dict[str, int]:
    """II-3: 56 tiles, at least one of each row; kinds left out have none."""
    field.keys((), KINDS[1:])
    mix = {kind: field.child(kind).integer(0, TILES) if kind in field.value else 0 for kind in KINDS[1:]}
    if sum(mix.values()) != TILES:
        found = sum(mix.values())
        raise field.fail(f"II-3: a mix has {TILES} tiles, this one has {found}").because(
            "II-3", "mix_sum", {"found": found, "wanted": TILES}
        )
    for row in MIX_ROWS:
        if not any(mix[kind] for kind in row):
            raise field.fail(f"II-3: a mix has at least one tile of {' or '.join(row)}").because(
                "II-3", "mix_lacks", {"kind": row[0].rstrip("123")}
            )
    return mix


def rules_document(struct: Any) -> Document:
    """The rule options of a struct."""
    mix = {kind: int(struct["mix"][i]) for i, kind in enumerate(KINDS) if i}
    rules = {
        "variant": "gamers" if struct["gamers"] else "family",
        "centre": "open" if struct["open_centre"] else "closed",
        "mix": mix if struct["own_mix"] else "default",
        "igloos": IGLOO_READINGS[struct["igloo_reading"]],
        "islands": ISLAND_READINGS[struct["island_reading"]],
        "half": "up" if struct["half_up"] else "down",
        "answers": "many" if struct["many_answers"] else "one",
        "corners": "open" if struct["open_corners"] else "closed",
    }
    return as_written(MANIFEST.options, rules)


def check_colours(colours: list[str], players: int) -> list[str]:
    """II-5: two play red and blue in either order; three or four any distinct colours in any order."""
    if len(colours) != players:
        given = {"players": players, "given": len(colours)}
        raise BadOption(
            f"II-5: {players} players need {players} colours, not {len(colours)}: {shown(colours)}"
        ).because("II-5", "number_of_colours", given)
    for colour in colours:
        if not isinstance(colour, str) or colour not in tuple(COLOURS):
            raise BadOption(f"II-5: the colours are r b y g, not {shown(colour)}").because(
                "II-5", "no_such_colour", {"colour": shown(colour)}
            )
    if len(set(colours)) != players:
        raise BadOption(f"II-5: each seat has a colour of its own, unlike in {shown(colours)}").because(
            "II-5", "colour_twice", {}
        )
    if players == 2 and sorted(colours) != ["b", "r"]:
        raise BadOption(f"II-5: two play red and blue (r b or b r), not {shown(colours)}").because(
            "II-5", "red_and_blue", {}
        )
    return colours


def blank(rules: Rules, colours: list[str]) -> States:
    """A struct with its fixed part filled in and an empty board."""
    array = np.zeros(1, layout.STATE)
    struct: Any = array[0]
    struct["players"] = len(colours)
    struct["colours"] = sum(COLOURS.index(colour) << 2 * seat for seat, colour in enumerate(colours))
    struct["gamers"] = rules.gamers
    struct["open_centre"] = rules.open_centre
    struct["own_mix"] = rules.own_mix
    struct["igloo_reading"] = rules.igloo_reading
    struct["island_reading"] = rules.island_reading
    struct["half_up"] = rules.half_up
    struct["many_answers"] = rules.many_answers
    struct["open_corners"] = rules.open_corners
    for i, kind in enumerate(KINDS):
        if i:
            struct["mix"][i] = rules.mix[kind]
    return array


def first_position(rules: Rules, colours: list[str], seed: int | str) -> States:
    """II-2 to II-6: the deal. Tiles, then fish, then foxes are shuffled, each by the same stream of draws."""
    array, players = blank(rules, colours), len(colours)
    struct: Any = array[0]
    deal = Deal(seed, "igluiglu")
    tiles = deal.shuffled([i for i, kind in enumerate(KINDS) if i for _ in range(rules.mix[kind])])
    struct["ice"] = struct["down"] = WATER & ~CENTRE
    for cell in range(64):
        if int(struct["down"]) >> cell & 1:
            struct["kinds"][cell] = tiles.pop()
    fish = deal.shuffled([value for value, n in enumerate(FISH_TOKENS, 1) for _ in range(n)])
    foxes = deal.shuffled([value for value, n in enumerate(FOX_TOKENS, 1) for _ in range(n)])
    for name in ("d4", "e4", "d5", "e5"):
        add_animal(struct, CELLS.index(name), layout.FISH + fish.pop() - 1)
    struct["fish_left"], struct["fox_left"], struct["bears_left"] = len(fish), len(foxes), BEAR_TOKENS
    struct["fish_supply"][: len(fish)] = fish
    struct["fox_supply"][: len(foxes)] = foxes
    struct["to_place"][:players] = INUIT[players]
    struct["igloos"][:players] = IGLOOS
    return array


def colours_of(struct: Any) -> str:
    """II-5: the colour of each seat."""
    return _colours(int(struct["colours"]), int(struct["players"]))


@cache
def _colours(packed: int, players: int) -> str:
    return "".join([COLOURS[packed >> 2 * seat & 3] for seat in range(players)])
