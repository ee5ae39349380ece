"""ICE CULT in words: what each tilt brings up, which steps an arrow has, what somebody just did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.typing import Document
from floe.core.words import COLOUR_NAMES, DIRECTION_NAMES, Choices, Words, grouped, joined, paint_letters
from floe.games.icecult import words_messages, words_reasons
from floe.games.icecult.board import ARROWS

if TYPE_CHECKING:
    from rich.text import Text

NOTATION = """\
| written | meaning |
|---|---|
| `nn ns sn ss ee ew we ww` | tilt a pair of cubes (n: a b, e: b c, s: c d, w: d a) toward a direction |
| `a@start` | the arrow in slot a brings a pawn from start onto space 1 |
| `a@3.1` | the arrow in slot a moves the pawn on space 3 that stands 1st from below |
| `*a@start` `*a@3.1` | the same by a circle that copies the arrow in slot a |
| `a+` `a-` | spend an arc: turn cube a clockwise, counter-clockwise |
| `end` | end the turn |
"""

REASONS = {
    "home": "five pawns are home",
    "tower": "five pawns stand in one stack",
    "standstill": "too many turns without a step",
}


class IceCultWords(Words):
    reasons = words_reasons.PHRASES
    messages = words_messages
    cannot_undo = "IC-12: a tilt is never taken back, and since then nothing was played that could be."

    def paint(self, text: Text) -> None:
        super().paint(text)
        paint_letters(text, r"\b[yrgb][↑→↓←^>v<]|(?<=with )[yrgb]+|(?<=carrying )[yrgb]+")

    def paint_board(self, text: Text) -> None:
        """Pawns are letters that stand alone or together. A slot's letter, next to the edge of its cube, is none."""
        super().paint(text)
        paint_letters(text, r"(?<![A-Za-z│|])[yrgb]+(?![A-Za-z])( [↑→↓←^>v<●o]+)?(?!.* circles)")

    def due(self, state: State) -> str:
        due = {fact.key: fact.values for fact in state.due(state.to_move)}
        if "tilt_first" in due:
            return "Make the first of your two tilts."
        if "tilt_second" in due:
            return "Make the second tilt; it may not take the first one back (IC-11)."
        if "may_end" in due:
            more = ", or play what is left" if len(due) > 1 else ""
            return f"Nothing more is due: end the turn{more}."
        return "Use every arrow that has a step, in any order; then end the turn (IC-14)."

    def choices(self, state: State) -> list[Choices]:
        return grouped((*_choice(state, action), action) for action in state.legal_actions())

    def tell(self, facts: Sequence[Fact], colours: Sequence[str]) -> str:
        names = [COLOUR_NAMES[colour] for colour in colours]
        return "; ".join(PHRASES[fact.key](fact.values, names) for fact in facts if fact.key in PHRASES)

    def notation(self, state: State) -> str:
        return NOTATION

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, reason)


def _choice(state: State, action: str) -> tuple[str, str]:
    """The heading under which an action is listed, and how it is shown there, with what it would do in brackets."""
    fact = state.facts(action)[0]
    values = fact.values
    if fact.key == "tilt":
        return f"  {action}", f"tilt {_tilted(values)}"
    if fact.key == "turn_ended":
        return "  end", "ends the turn"
    if fact.key == "turn":
        left = next(due.values["arcs"] for due in state.due() if due.key == "may_turn")
        arrow = f" ({_top(values['top'])})" if ">" in values["top"] else ""
        return f"  {left} arc{'s' if left > 1 else ''} left, if you like:", f"{action}{arrow}"
    arrow = f"{COLOUR_NAMES[values['colour']]} arrow in {values['slot']} {ARROWS[values['path']]}"
    heading = f"  circle, copying the {arrow}:" if values["circle"] else f"  {arrow}:"
    effect = "enters" if fact.key == "enter" else f"with {values['riders']}" if values["riders"] else ""
    return heading, f"{action} ({effect})" if effect else action


def _top(top: str) -> str:
    """What lies on top of a cube, as the board shows it: "y→", "arc", "circle"."""
    return f"{top[0]}{ARROWS[top[2]]}" if ">" in top else top


def _tilted(values: Document) -> str:
    """Which cubes tilt where, and what that brings up."""
    brought = ", ".join(f"{slot} shows {_top(top)}" for slot, top in values["tops"].items())
    return f"{joined(values['slots'])} {DIRECTION_NAMES[values['toward']]}: {brought}"


def _stepped(values: Document) -> str:
    """A step outward or home: who goes where, and who rides along."""
    where = f"steps to {values['path']}{values['to']}" if "to" in values else "comes home"
    told = f"the {COLOUR_NAMES[values['colour']]} pawn on {values['path']}{values['from']} {where}"
    return f"{told}, carrying {values['riders']}" if values["riders"] else told


def _turned(values: Document) -> str:
    way = "clockwise" if values["way"] == "clockwise" else "counter-clockwise"
    arrow = f": {_top(values['top'])}" if ">" in values["top"] else ""
    return f"an arc turns cube {values['slot']} {way}{arrow}"


def _goal(values: Document) -> str:
    return f"a tower on {values['path']}{values['space']}" if values["goal"] == "tower" else "to come home"


PHRASES: dict[str, Callable[[Document, Sequence[str]], str]] = {
    "tilt": lambda values, names: f"tilts {_tilted(values)}",
    "enter": lambda values, names: f"a {COLOUR_NAMES[values['colour']]} pawn enters on {values['path']}1",
    "step": lambda values, names: _stepped(values),
    "home": lambda values, names: _stepped(values),
    "turn": lambda values, names: _turned(values),
    "turn_ended": lambda values, names: "ends the turn",
    "threat": lambda values, names: f"{names[values['seat']]} threatens {_goal(values)}",
    "threat_ended": lambda values, names: f"{names[values['seat']]} no more threatens {_goal(values)}",
}
"""The facts that are told of an action. The others are seen on the board, or said at the end."""
