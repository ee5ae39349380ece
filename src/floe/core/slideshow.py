"""A record as a page that notebooks show: its positions by a slider, each with the action that led to it.

Positions share most of their shapes, so each shape is written once, and a position is a list of numbers. Where no
script may run, the last position is seen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from floe.core.game import State

_SHAPE = re.compile(r"<[^>]+>")

_PAGE = """<div id="{id}" style="max-width: 30rem">
<div class="board">{last}</div>
<label style="display: flex; gap: 0.5rem; align-items: center">
<input type="range" min="0" max="{most}" value="{most}" style="flex: 1" aria-label="{title}: position">
<output style="min-width: 12rem">{said}</output></label>
<script>
(() => {{
  const page = document.getElementById("{id}");
  const shapes = {shapes}, frames = {frames}, actions = {actions};
  const slider = page.querySelector("input"), board = page.querySelector(".board"), said = page.querySelector("output");
  slider.addEventListener("input", () => {{
    const n = Number(slider.value);
    board.innerHTML = frames[n].map((shape) => shapes[shape]).join("");
    said.textContent = actions[n];
  }});
}})();
</script>
</div>"""


def html(title: str, states: Sequence[State], actions: Sequence[str]) -> str | None:
    """The page of a game's positions and of the actions between them; none where the game draws none."""
    drawn = [state.picture() for state in states]
    pictures = [canvas.svg() for canvas in drawn if canvas is not None]
    if len(pictures) < len(states):
        return None
    numbers: dict[str, int] = {}
    frames = [[numbers.setdefault(shape, len(numbers)) for shape in _SHAPE.findall(picture)] for picture in pictures]
    told = ["0: the beginning", *(f"{n}: {action}" for n, action in enumerate(actions, 1))]
    return _PAGE.format(
        id="floe-" + hashlib.sha256("".join(pictures).encode()).hexdigest()[:12],
        last=pictures[-1],
        most=len(pictures) - 1,
        title=escape(title),
        said=escape(told[-1]),
        shapes=_script(list(numbers)),
        frames=_script(frames),
        actions=_script(told),
    )


def _script(value: object) -> str:
    """A value inside a script: nothing in it can end that."""
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")
