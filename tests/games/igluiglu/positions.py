"""Positions for tests, made from a short sketch: a test names what matters to it, and the accounts are made to fit.

A sketch says which tiles lie where and who stands on them. Every tile, token, Inuit and igloo that it does not mention
has its lawful place too: the mix is an own one that fits the sketch, tiles that are not there were seen, tokens are in
the supply or gone, other Inuit wait on a corner, and the number of turns fits the number of tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from floe import IllegalAction
from floe.core.typing import Document
from floe.games.igluiglu.game import IgluIglu, IgluIgluState

GAME = IgluIglu()

COLOURS = "rbyg"
CELLS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
LAND = {"a1", "h1", "a8", "h8"}
CENTRE = {"d4", "d5", "e4", "e5"}
RING = {cell for cell in CELLS if cell[0] in "ah" or cell[1] in "18"} - LAND
HAND = ("melt", "energy1", "energy2", "energy3", "harpoon", "herd")
KINDS = ("fish1", "fish2", "fish3", "bear", "glacier", "drift", *HAND)
TAKEN = ("f1", "f2", "f3", "x1", "x2", "x3", "bear")
FISH_TOKENS = [1] * 8 + [2] * 12 + [3] * 8
FOX_TOKENS = [1] * 3 + [2] * 4 + [3] * 3
FILLER = "energy1"
"""What lies face down where a sketch does not say it."""


def document(
    ice: str = "",
    *,
    up: str = "",
    on: Mapping[str, str] | None = None,
    players: int | str = 2,
    phase: str = "act",
    owner: int = 0,
    played: str = "",
    hands: Mapping[str, str] | None = None,
    taken: Mapping[str, str] | None = None,
    fish: Sequence[int] = (),
    fish_left: int = 23,
    fox: Sequence[int] = (),
    rest: str = "h8",
    rules: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Document:
    """The document of a sketch.

    ``ice`` names the face-down tiles, where it matters with their kind (``"c3 c4=drift"``), ``up`` the glaciers.
    ``on`` says what stands where in words: Inuit ``rrb``, an igloo ``^r``, fish ``f12``, foxes ``x3``, ``bear``.
    ``hands`` and ``taken`` are words too. ``fish`` and ``fox`` are the tokens that come up next, before all others,
    and ``fish_left`` how many fish there are at most. Other Inuit wait on ``rest``. ``players`` may name the colours by
    seat. ``fields`` go in as they are.
    """
    colours = COLOURS[:players] if isinstance(players, int) else players
    seats = len(colours)
    pending = fields.get("pending") or {}
    cells = _cells(ice, up, on or {})
    _place_the_rest(cells, colours, rest, pending.get("queue", ""))
    hand = {colour: _sorted((hands or {}).get(colour, ""), HAND) for colour in colours}
    own = {colour: _sorted((taken or {}).get(colour, ""), TAKEN) for colour in colours}
    supply = _supply(cells, own, fish, fish_left, fox)
    second_part = phase == "act" or pending.get("back") == "act"
    flipped = second_part or phase in ("drift", "shove")
    seen, mix, flips = _accounts(cells, hand, own, supply, lambda flips: (flips - flipped) % seats == owner)
    return {
        "game": "igluiglu",
        "rules": {"variant": "family", "centre": "closed", "mix": mix} | dict(rules or {}),
        "players": list(colours),
        "phase": phase,
        "to_move": pending["ask"][0] if phase == "spear" else owner,
        "owner": owner,
        "turn": flips - flipped,
        "points": 3 if second_part else 0,
        "played": played.split(),
        "pending": None,
        "cells": {cell: cells[cell] for cell in CELLS if cells.get(cell)},
        "hands": hand,
        "taken": own,
        "seen": {kind: seen[kind] for kind in KINDS if seen[kind]},
        "to_place": dict.fromkeys(colours, 0),
        "igloos": {colour: 2 - _count(cells, "igloo", colour) for colour in colours},
        "supply": supply,
        "scores": None,
        "winners": None,
    } | fields


def _cells(ice: str, up: str, on: Mapping[str, str]) -> dict[str, Document]:
    cells: dict[str, Document] = {}
    for word in ice.split():
        cell, _, kind = word.partition("=")
        cells[cell] = {"ice": kind or FILLER}
    for cell in up.split():
        cells[cell] = {"ice": "up"}
    for cell, words in on.items():
        content = cells.setdefault(cell, {})
        for word in words.split():
            if word == "bear":
                content["bear"] = True
            elif word[0] == "^":
                content["igloo"] = word[1]
            elif word[0] in "fx":
                content["fish" if word[0] == "f" else "fox"] = word[1:]
            else:
                content["inuit"] = word
    return cells


def _count(cells: Mapping[str, Document], what: str, letter: str) -> int:
    return sum(content.get(what, "").count(letter) for content in cells.values())


def _place_the_rest(cells: dict[str, Document], colours: str, rest: str, fleeing: str) -> None:
    """II-5: Inuit that the sketch does not mention wait on a corner."""
    each = 5 if len(colours) == 2 else 3
    left = {colour: each - _count(cells, "inuit", colour) - fleeing.count(colour) for colour in colours}
    assert min(left.values()) >= 0, "the sketch has too many Inuit"
    waiting = "".join(colour * left[colour] for colour in colours)
    if waiting:
        there = cells.get(rest, {}).get("inuit", "") + waiting
        cells[rest] = {"inuit": "".join(sorted(there, key=colours.index))}


def _sorted(words: str, order: tuple[str, ...]) -> list[str]:
    return sorted(words.split(), key=order.index)


def _supply(
    cells: Mapping[str, Document],
    taken: Mapping[str, list[str]],
    fish: Sequence[int],
    fish_left: int,
    fox: Sequence[int],
) -> Document:
    """II-4: what is neither on the board nor taken is still to come up; what finds no room there is out of the game."""
    glaciers = sum(content.get("ice") == "up" for content in cells.values())
    animals = Counter(name for names in taken.values() for name in names)
    for content in cells.values():
        animals.update(f"f{value}" for value in content.get("fish", ""))
        animals.update(f"x{value}" for value in content.get("fox", ""))
        animals["bear"] += bool(content.get("bear"))
    assert sum(animals[f"x{value}"] for value in (1, 2, 3)) <= glaciers, "each fox came up with a glacier"
    left = {}
    for letter, tokens, first in (("f", FISH_TOKENS, fish), ("x", FOX_TOKENS, fox)):
        others = Counter(tokens) - Counter(first)
        for value in (1, 2, 3):
            others[value] -= animals[f"{letter}{value}"]
        left[letter] = [*first, *others.elements()]
    return {
        "fish": left["f"][: min(fish_left, 23)],
        "fox": left["x"][: 10 - min(10, glaciers)],
        "bears": 4 - max(1, animals["bear"]),
    }


def _accounts(
    cells: Mapping[str, Document],
    hands: Mapping[str, list[str]],
    taken: Mapping[str, list[str]],
    supply: Document,
    fits: Callable[[int], bool],
) -> tuple[Counter[str], dict[str, int], int]:
    """II-3, II-7, II-15: which tiles were seen, a mix that all this adds up to, and how many tiles were flipped.

    The number of flips must fit whose turn it is; where it does not, one melt more was played.
    """
    down = Counter(content["ice"] for content in cells.values() if content.get("ice", "up") != "up")
    held = Counter(kind for hand in hands.values() for kind in hand)
    came_up = 24 - len(supply["fish"])
    seen = Counter(fish1=came_up % 3, fish3=came_up // 3, bear=4 - supply["bears"], drift=1, energy1=1, herd=1)
    seen["harpoon"] = max(1, sum(names.count("bear") for names in taken.values()))
    seen["glacier"] = sum(content.get("ice") == "up" for content in cells.values())
    seen["melt"] = 1
    while not fits(56 - down.total() - seen["melt"]):
        seen["melt"] += 1
    removed = Counter(glacier=1, drift=seen["melt"] - 1)
    filler = 56 - (down + held + seen + removed).total()
    assert filler >= 0, "the sketch has too many tiles"
    seen["drift"] += filler
    mix = down + held + seen + removed
    return seen, {kind: mix[kind] for kind in KINDS}, 56 - down.total() - seen["melt"]


def position(ice: str = "", **options: Any) -> IgluIgluState:
    """The position of such a document."""
    return GAME.from_dict(document(ice, **options))


def drawn(picture: str) -> dict[str, Any]:
    """A sketch drawn in text, north at the top; the result goes into ``position`` or ``document``.

    ``.`` is sea or land, ``#`` a face-down tile, ``^`` a glacier, a colour a face-down tile with an Inuit of that
    colour, a number a fish of that value, ``B`` a bear at sea.
    """
    rows = [row.split() for row in picture.strip().splitlines()]
    assert [len(row) for row in rows] == [8] * 8, "a picture has eight rows of eight cells"
    signs = {cell: rows[8 - int(cell[1])]["abcdefgh".index(cell[0])] for cell in CELLS}
    on = {cell: sign for cell, sign in signs.items() if sign in COLOURS}
    on |= {cell: f"f{sign}" for cell, sign in signs.items() if sign in "123"}
    on |= {cell: "bear" for cell, sign in signs.items() if sign == "B"}
    ice = " ".join(cell for cell, sign in signs.items() if sign in "#" + COLOURS)
    return {"ice": ice, "up": " ".join(cell for cell, sign in signs.items() if sign == "^"), "on": on}


def dealt(players: int = 2, seed: int | str = 0, rules: Mapping[str, Any] | None = None) -> IgluIgluState:
    """A new game with all Inuit placed: red on b1, blue on g1, yellow on b8, green on g8."""
    state = GAME.new(players=players, seed=seed, rules=rules)
    while state.phase == "place":
        assert state.to_move is not None
        state = state.play(f"place {('b1', 'g1', 'b8', 'g8')[state.to_move]}")
    return state


def played(state: IgluIgluState, *actions: str) -> IgluIgluState:
    for action in actions:
        state = state.play(action)
    return state


def refusal(state: IgluIgluState, action: str) -> IllegalAction:
    """How the rules refuse an action. Nothing may change by it."""
    before = state.array.tobytes()
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    assert state.array.tobytes() == before
    assert caught.value.text == action
    assert repr(action) in str(caught.value)
    assert f"{caught.value.rule}: " in str(caught.value)
    return caught.value


def reason(state: IgluIgluState, action: str) -> tuple[str, str]:
    """The rule and the key of a refusal."""
    refused = refusal(state, action)
    return refused.rule, refused.key


def offered(state: IgluIgluState, *words: str) -> set[str]:
    """What may follow these words in a legal action."""
    begin = " ".join(words) + " "
    return {action.removeprefix(begin) for action in state.legal_actions() if action.startswith(begin)}


def cell(state: IgluIgluState, name: str) -> Document:
    """What is on a cell, as the document says it."""
    found: Document = state.to_dict()["cells"].get(name, {})
    return found


def fields(state: IgluIgluState, *names: str) -> tuple[Any, ...]:
    """Some fields of the document."""
    full = state.to_dict()
    return tuple(full[name] for name in names)
