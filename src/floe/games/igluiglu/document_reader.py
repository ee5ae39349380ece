"""Reading position documents. A document that cannot be is refused with what is wrong in it."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.core.errors import BadOption, BadPosition, shown
from floe.core.typing import States
from floe.games.igluiglu import layout
from floe.games.igluiglu.document import write
from floe.games.igluiglu.document_reader_phase import read_phase
from floe.games.igluiglu.geography import CELLS, LAND
from floe.games.igluiglu.layout import (
    ANIMALS,
    BEAR_TOKENS,
    FISH,
    FISH_TOKENS,
    FOX,
    FOX_TOKENS,
    HAND,
    IGLOOS,
    INUIT,
    KINDS,
    MELT,
    NOBODY,
    PHASES,
    TILES,
    TYPES,
)
from floe.games.igluiglu.options import blank, check_colours, colours_of, read_rules
from floe.games.igluiglu.pieces import add_animal, add_inuit
from floe.games.igluiglu.rules import flippable
from floe.games.igluiglu.scoring import finish

KEYS = (
    "game", "rules", "players", "phase", "to_move", "owner", "turn", "points", "played", "pending", "cells",
    "hands", "taken", "seen", "to_place", "igloos", "supply", "scores", "winners",
)  # fmt: skip

A_VIEW = "this is a view, in which what a seat may not know is masked; a position is needed"


def read(document: object) -> States:
    """The struct of a position document."""
    field = Field(document, BadPosition)
    field.keys(KEYS)
    field.child("game").choice("igluiglu")
    rules = read_rules(field.child("rules"))
    players = _read_players(field.child("players"))
    array = blank(rules, players)
    struct: Any = array[0]
    struct["phase"] = PHASES.index(field.child("phase").choice(*PHASES))
    struct["owner"] = field.child("owner").integer(0, len(players) - 1)
    struct["turn"] = field.child("turn").integer(0, layout.MAX_TURN)
    for i in _ordered(field.child("played"), TYPES):
        struct["played"] |= 1 << i
    _read_cells(field.child("cells"), struct)
    _read_holdings(field, struct)
    _read_supply(field.child("supply"), struct)
    over = struct["phase"] == layout.OVER
    struct["to_move"] = NOBODY if over else field.child("to_move").integer(0, len(players) - 1)
    read_phase(field, struct)
    _count_tiles(field, struct)
    _count_tokens(field, struct)
    _count_pieces(field, struct)
    if over:
        _read_ending(field, array)
    else:
        field.child("scores").null("while the game runs")
        field.child("winners").null("while the game runs")
    return array


def _read_players(field: Field) -> list[str]:
    players = [item.text() for item in field.items()]
    if len(players) not in INUIT:
        raise field.fail(f"II-5: there are 2 to 4 players, not {len(players)}")
    try:
        return check_colours(players, len(players))
    except BadOption as fault:
        raise field.fail(str(fault)) from None


def _ordered(field: Field, names: tuple[str, ...], repeat: bool = False) -> list[int]:
    """A list of names in a fixed order, as their numbers."""
    found = [names.index(item.choice(*names)) for item in field.items()]
    if found != sorted(found) or (len(set(found)) != len(found) and not repeat):
        raise field.fail(f"expected {'' if repeat else 'each once, '}in the order {' '.join(names)}")
    return found


def _read_cells(field: Field, struct: Any) -> None:
    for name, content in field.entries():
        if name not in CELLS:
            raise field.fail(f"{shown(name)} is no cell")
        content.keys((), ("ice", "inuit", "fish", "fox", "bear", "igloo"))
        if not content.value:
            raise content.fail("only cells with something on them are listed")
        _read_cell(content, struct, CELLS.index(name))


_GROUNDS = {"inuit": ("tile", "land"), "igloo": ("tile",), "fish": ("sea",), "fox": ("tile",), "bear": ("tile", "sea")}
"""Where each thing can be."""


def _read_cell(content: Field, struct: Any, cell: int) -> None:
    given = {name: content.child(name) for name in content.value}
    land = bool(int(LAND) >> cell & 1)
    if "ice" in given:
        if land:
            raise given["ice"].fail("II-1: the corners are land, no tile lies there")
        _read_ice(given["ice"], struct, cell)
    ground = "land" if land else "tile" if "ice" in given else "sea"
    for name, where in _GROUNDS.items():
        if name in given and ground not in where and not (name == "bear" and struct["open_corners"]):
            raise given[name].fail(f"stands on {' or '.join(where)}, but this cell is {ground}")
    colours = colours_of(struct)
    if "inuit" in given:
        _read_inuit(given["inuit"], struct, cell, colours)
    if "igloo" in given:
        struct["igloo_of"][colours.index(given["igloo"].choice(*colours))] |= 1 << cell
    if "fish" in given:
        _read_tokens(given["fish"], struct, cell, FISH, FISH_TOKENS)
    if "fox" in given:
        _read_tokens(given["fox"], struct, cell, FOX, FOX_TOKENS)
    if "bear" in given:
        given["bear"].must_be(True, "where there is a bear")
        struct["bears"] |= 1 << cell


def _read_inuit(field: Field, struct: Any, cell: int, colours: str) -> None:
    text = _in_order(field, colours)
    most = INUIT[len(colours)]
    for seat, colour in enumerate(colours):
        if text.count(colour) > most:
            raise field.fail(f"II-5: {colour!r} has {most} Inuit, found {text.count(colour)} here")
        for _ in range(text.count(colour)):
            add_inuit(struct, cell, seat)


def _read_tokens(field: Field, struct: Any, cell: int, first: int, tokens: tuple[int, ...]) -> None:
    values = _in_order(field, "123")
    for value, most in enumerate(tokens, 1):
        if values.count(str(value)) > most:
            raise field.fail(f"II-4: there are {most} tokens of {value}, found {values.count(str(value))} here")
        for _ in range(values.count(str(value))):
            add_animal(struct, cell, first + value - 1)


def _read_ice(field: Field, struct: Any, cell: int) -> None:
    if field.value == "down":
        raise field.fail(A_VIEW)
    kind = field.choice("up", *KINDS[1:])
    struct["ice"] |= 1 << cell
    if kind != "up":
        struct["down"] |= 1 << cell
        struct["kinds"][cell] = KINDS.index(kind)


def _in_order(field: Field, letters: str) -> str:
    """A text of some of these letters in their order, as often as they come."""
    text = field.text()
    if not text or any(letter not in letters for letter in text):
        raise field.fail(f"expected some of {' '.join(letters)}, found {shown(text)}")
    if list(text) != sorted(text, key=letters.index):
        raise field.fail(f"expected the order {' '.join(letters)}, found {shown(text)}")
    return text


def _read_holdings(field: Field, struct: Any) -> None:
    colours = colours_of(struct)
    for name, names in (("hands", HAND), ("taken", ANIMALS)):
        box = field.child(name)
        box.keys(colours)
        for seat, colour in enumerate(colours):
            if name == "hands" and type(box.value[colour]) is int:
                raise box.child(colour).fail(A_VIEW)
            for i in _ordered(box.child(colour), names, repeat=True)[:TILES]:
                struct[name][seat, i] += 1
    for name, most in (("to_place", INUIT[len(colours)]), ("igloos", IGLOOS)):
        box = field.child(name)
        box.keys(colours)
        for seat, colour in enumerate(colours):
            struct[name][seat] = box.child(colour).integer(0, most)
    seen = field.child("seen")
    seen.keys((), KINDS[1:])
    for kind, number in seen.entries():
        struct["seen"][KINDS.index(kind)] = number.integer(1, TILES)


def _read_supply(field: Field, struct: Any) -> None:
    field.keys(("fish", "fox", "bears"))
    for name, most in (("fish", sum(FISH_TOKENS) - 4), ("fox", sum(FOX_TOKENS))):
        if type(field.value[name]) is int:
            raise field.child(name).fail(A_VIEW)
        values = [item.integer(1, 3) for item in field.child(name).items()]
        if len(values) > most:
            raise field.child(name).fail(f"at most {most} tokens are left, found {len(values)}")
        struct[f"{name}_left"] = len(values)
        struct[f"{name}_supply"][: len(values)] = values[::-1]
    struct["bears_left"] = field.child("bears").integer(0, BEAR_TOKENS)


def _count_tiles(field: Field, struct: Any) -> None:
    """II-3, II-15: face-down tiles, hands, what was seen and one tile for each melt played make up the mix."""
    missing = 0
    kinds, hands, mix, seen = (struct[name].tolist() for name in ("kinds", "hands", "mix", "seen"))
    for i, kind in enumerate(KINDS):
        if not i:
            continue
        held = sum(hand[i - MELT] for hand in hands) if i >= MELT else 0
        left = mix[i] - kinds.count(i) - held - seen[i]
        if left < 0:
            raise field.fail(
                f"II-3: {mix[i] - left} tiles {kind!r} are face down, in hands or seen, but the mix has {mix[i]}"
            )
        missing += left
    melts = int(struct["seen"][MELT])
    if struct["phase"] == layout.OVER:
        if missing < melts:
            raise field.fail(f"II-15: {melts} melts were played, but only {missing} tiles are missing from the mix")
    elif missing != melts:
        raise field.fail(
            f"II-15: {missing} tiles are missing from the mix, but {melts} melts were played (one tile each)"
        )
    up = int(struct["ice"] & ~struct["down"]).bit_count()
    if up != struct["seen"][layout.GLACIER]:
        raise field.fail(f"II-11: {up} glaciers lie face up, but {struct['seen'][layout.GLACIER]} were seen")


def _count_tokens(field: Field, struct: Any) -> None:
    """II-4: no more tokens than there are."""
    standing, owned = [cell for cell in struct["animals"].tolist() if cell], struct["taken"].tolist()
    for first, name, tokens in ((FISH, "fish", FISH_TOKENS), (FOX, "fox", FOX_TOKENS)):
        supply = struct[f"{name}_supply"].tolist()
        for value, most in enumerate(tokens, 1):
            animal = first + value - 1
            on_board = sum(cell >> 4 * animal & 15 for cell in standing)
            taken = sum(own[animal] for own in owned)
            if on_board + taken + supply.count(value) > most:
                found = on_board + taken + supply.count(value)
                raise field.fail(f"II-4: there are {most} {name} tokens of {value}, found {found}")
    bears = int(struct["bears"]).bit_count() + sum(own[layout.BEAR_TOKEN] for own in owned)
    if bears + int(struct["bears_left"]) > BEAR_TOKENS:
        raise field.fail(f"II-4: there are {BEAR_TOKENS} bears, found {bears + int(struct['bears_left'])}")


def _count_pieces(field: Field, struct: Any) -> None:
    """II-5: every Inuit and igloo is somewhere."""
    players = int(struct["players"])
    standing = [cell for cell in struct["inuit"].tolist() if cell]
    for seat, colour in enumerate(colours_of(struct)):
        inuit = sum(cell >> 4 * seat & 15 for cell in standing)
        inuit += int(struct["to_place"][seat]) + int(struct["queue"][seat])
        if inuit != INUIT[players]:
            raise field.fail(f"II-5: {colour!r} has {INUIT[players]} Inuit, found {inuit}")
        igloos = int(struct["igloo_of"][seat]).bit_count() + int(struct["igloos"][seat])
        if igloos != IGLOOS:
            raise field.fail(f"II-5: {colour!r} has {IGLOOS} igloos, found {igloos}")


def _read_ending(field: Field, array: States) -> None:
    """II-26 to II-29: no flip is possible, and the scores and winners follow from the board."""
    struct: Any = array[0]
    field.child("to_move").null("when the game is over")
    if flippable(struct):
        raise field.child("phase").fail("II-26: the game is over, but a tile could be flipped")
    if struct["hands"].any():
        raise field.child("hands").fail("II-26: hands are discarded when the game is over")
    finish(struct)
    written = write(array)
    for name in ("scores", "winners"):
        if not _same(field.value[name], written[name]):
            raise field.child(name).fail(
                f"must be {written[name]} as the board stands, found {shown(field.value[name])}"
            )


def _same(given: object, written: object) -> bool:
    """Whether two values are equal and of the same types, which true and 1 are not."""
    if type(given) is not type(written):
        return False
    if isinstance(given, dict) and isinstance(written, dict):
        return given.keys() == written.keys() and all(_same(given[key], written[key]) for key in given)
    if isinstance(given, list) and isinstance(written, list):
        return len(given) == len(written) and all(map(_same, given, written))
    return given == written
