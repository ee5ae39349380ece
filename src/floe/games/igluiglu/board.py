"""The board in text, drawn from a view, so that it cannot tell more than the view does."""

from __future__ import annotations

from typing import Any

from floe.core.typing import Document
from floe.games.igluiglu.sheet import ScoreSheet

COLOUR_NAMES = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
DUE = {
    "place": "place an Inuit on the outer ring",
    "flip": "flip a tile",
    "drift": "push a tile",
    "shove": "make room for the push",
    "act": "spend points",
    "herd": "move animals",
    "spear": "answer the attack",
    "flee": "choose corners for those who flee",
}
LEGEND = "░ ice  ▒ glacier  █ land    r Inuit  ^r igloo  f12 fish  x3 fox  B bear"
_WIDTH = 8
_GROUND = {"land": "█", "down": "░", "up": "▒", "sea": " "}


def draw(view: Document, sheet: ScoreSheet, seat: int | None) -> str:
    """The title, the sheet of ice, what the players have, and the count if the game ended now."""
    lines = [_title(view), "", "   " + " ".join(f"{column:^{_WIDTH}}" for column in "abcdefgh")]
    crowded: list[str] = []
    for row in range(8, 0, -1):
        cells = [_cell(view, f"{column}{row}", crowded) for column in "abcdefgh"]
        lines.append(f"{row}  " + " ".join(upper for upper, _ in cells))
        lines.append("   " + " ".join(lower for _, lower in cells))
    lines += ["", LEGEND, *crowded, "", *_players(view, sheet, seat)]
    return "\n".join(line.rstrip() for line in lines)


def _title(view: Document) -> str:
    head = f"IGLU IGLU   turn {view['turn'] + 1}"
    if view["phase"] == "over":
        return f"{head}   over, won by {' and '.join(COLOUR_NAMES[view['players'][seat]] for seat in view['winners'])}"
    colour = view["players"][view["to_move"]]
    due = DUE[view["phase"]]
    if view["phase"] == "act":
        due += f", {view['points']} left"
    if view["to_move"] != view["owner"]:
        due += f" (in {COLOUR_NAMES[view['players'][view['owner']]]}'s turn)"
    return f"{head}   {COLOUR_NAMES[colour]} ({colour}) to move: {due}"


def _cell(view: Document, name: str, crowded: list[str]) -> tuple[str, str]:
    content: dict[str, Any] = view["cells"].get(name, {})
    ground = "land" if name in ("a1", "a8", "h1", "h8") else content.get("ice", "sea")
    things = [f"^{content['igloo']}"] if "igloo" in content else []
    for letter, kind in (("f", "fish"), ("x", "fox")):
        if kind in content:
            things.append(letter + content[kind])
    if "bear" in content:
        things.append("B")
    upper, lower = " ".join(things), content.get("inuit", "")
    if len(upper) > _WIDTH or len(lower) > _WIDTH:
        crowded.append(f"{name}: {' '.join([*things, lower])}")
        upper = upper if len(upper) <= _WIDTH else upper[: _WIDTH - 1] + "…"
        lower = lower if len(lower) <= _WIDTH else lower[: _WIDTH - 1] + "…"
    fill = _GROUND[ground]
    return f"{upper:{fill}^{_WIDTH}}", f"{lower:{fill}^{_WIDTH}}"


def _players(view: Document, sheet: ScoreSheet, seat: int | None) -> list[str]:
    lines = []
    for number, colour in enumerate(view["players"]):
        hand = view["hands"][colour]
        held = f"{hand} in hand" if isinstance(hand, int) else "hand: " + (" ".join(hand) or "empty")
        totals = sheet.totals()[colour]
        count = f"{totals['animals']:>3} animals + {totals['islands']:>3} islands = {totals['total']:>3}"
        you = " (you)" if number == seat else ""
        pieces = f"igloos left {view['igloos'][colour]}"
        if view["to_place"][colour]:
            pieces += f", Inuit to place {view['to_place'][colour]}"
        lines.append(f"{COLOUR_NAMES[colour]:<7}{count}   {pieces}   {held}{you}")
    left = view["supply"]
    lines.append(f"still to come up: {_number(left['fish'])} fish, {_number(left['fox'])} foxes, {left['bears']} bears")
    if view["pending"]:
        lines.append("pending: " + ", ".join(f"{key} {value}" for key, value in view["pending"].items()))
    return lines


def _number(supply: int | list[int]) -> int:
    return supply if isinstance(supply, int) else len(supply)
