"""The board in text, drawn from a view, so that it cannot tell more than the view does.

It is at most 80 columns wide, and no taller than it must be: with two players it fits a terminal of 24 rows.
"""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Any

from floe.core.typing import Document
from floe.games.igluiglu.score_sheet import ScoreSheet

COLOUR_NAMES = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
LEGEND = ["░ ice", "▒ glacier", "█ land", "", "r Inuit", "^r igloo", "f12 fish", "x3 fox", "B bear", ""]
COLUMNS = 80
_CELL = 7
_GROUND = {"land": "█", "down": "░", "up": "▒", "sea": " "}


def draw(view: Document, sheet: ScoreSheet, seat: int | None) -> str:
    """The title, the sheet of ice, what the players have, and the count if the game ended now."""
    crowded: list[str] = []
    rows = []
    for row in range(8, 0, -1):
        cells = [_cell(view, f"{column}{row}", crowded) for column in "abcdefgh"]
        rows.append(f"{row}  " + " ".join(upper for upper, _ in cells))
        rows.append("   " + " ".join(lower for _, lower in cells))
    beside = [f"{row}  {note}" for row, note in zip_longest(rows, LEGEND + _still_to_come(view), fillvalue="")]
    header = "   " + " ".join(f"{column:^{_CELL}}" for column in "abcdefgh")
    lines = [_title(view), header, *beside, *crowded, *_players(view, sheet, seat)]
    return "\n".join(line.rstrip() for line in lines)


def _title(view: Document) -> str:
    head = f"IGLU IGLU   turn {view['turn'] + 1}"
    if view["phase"] == "over":
        return f"{head}   over, won by {' and '.join(COLOUR_NAMES[view['players'][seat]] for seat in view['winners'])}"
    colour = view["players"][view["to_move"]]
    turn = "" if view["to_move"] == view["owner"] else f" ({COLOUR_NAMES[view['players'][view['owner']]]}'s turn)"
    return f"{head}   {COLOUR_NAMES[colour]} ({colour}) to move: {_due(view)}{turn}"


def _due(view: Document) -> str:
    pending: dict[str, Any] = view["pending"] or {}
    return {
        "place": "place an Inuit on the outer ring",
        "flip": "flip a tile",
        "drift": "push a tile",
        "shove": f"make room for {pending.get('push')}",
        "act": f"spend points, {view['points']} left",
        "herd": f"herd animals, steps left {pending.get('steps')}",
        "spear": f"answer the bear on {pending.get('cell')}",
        "flee": f"choose corners for {pending.get('queue')}",
    }[view["phase"]]


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
    if len(upper) > _CELL or len(lower) > _CELL:
        crowded.append(f"{name}: {' '.join([*things, lower])}")
        upper, lower = _shortened(upper), _shortened(lower)
    if not content and ground == "sea":
        upper = "·"  # so that rows and columns can be told where much has melted
    fill = _GROUND[ground]
    return f"{upper:{fill}^{_CELL}}", f"{lower:{fill}^{_CELL}}"


def _shortened(text: str) -> str:
    return text if len(text) <= _CELL else text[: _CELL - 1] + "…"


def _still_to_come(view: Document) -> list[str]:
    """The tokens that have not come up yet."""
    fish, foxes, bears = (view["supply"][name] for name in ("fish", "fox", "bears"))
    return [
        "to come up",
        f"{fish:>2} fish",
        f"{foxes:>2} fox{'' if foxes == 1 else 'es'}",
        f"{bears:>2} bear{'' if bears == 1 else 's'}",
    ]


def _players(view: Document, sheet: ScoreSheet, seat: int | None) -> list[str]:
    lines = []
    for number, colour in enumerate(view["players"]):
        totals = sheet.totals()[colour]
        line = f"{COLOUR_NAMES[colour]:<7}"
        line += f"{totals['animals']:>3} animals + {totals['islands']:>3} islands = {totals['total']:>3}   "
        left = view["to_place"][colour]
        line += f"Inuit to place {left}" if left else f"igloos left {view['igloos'][colour]}"
        hand = view["hands"][colour]
        held = f"you hold {_held(hand)}" if number == seat else f"{hand} in hand"
        if len(line) + 3 + len(held) <= COLUMNS:
            lines.append(f"{line}   {held}")
        else:
            lines += [line, " " * 8 + held]
    return lines


def _held(hand: list[str]) -> str:
    kinds = Counter(hand)
    return ", ".join(kind if n == 1 else f"{kind}×{n}" for kind, n in kinds.items()) or "nothing"
