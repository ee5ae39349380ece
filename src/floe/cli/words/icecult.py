"""ICE CULT in words: what each tilt brings up, which steps an arrow has, what somebody just did."""

from __future__ import annotations

from rich.text import Text

from floe.cli.words.words import COLOUR_NAMES, Choices, Words, paint_letters
from floe.core.game import State
from floe.games.icecult.board import ARROWS
from floe.games.icecult.notation import Written, parse
from floe.games.icecult.reading import Reading
from floe.games.icecult.refusals import DIRECTION_NAMES

PAIRS = {"n": "ab", "e": "bc", "s": "cd", "w": "da"}

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
    cannot_undo = "IC-12: a tilt is never taken back, and since then nothing was played that could be."

    def paint(self, text: Text) -> None:
        super().paint(text)
        paint_letters(text, r"\b[yrgb][↑→↓←^>v<]|(?<=with )[yrgb]+|(?<=carrying )[yrgb]+")

    def paint_board(self, text: Text) -> None:
        """Pawns are letters that stand alone or together. A slot's letter, next to the edge of its cube, is none."""
        super().paint(text)
        paint_letters(text, r"(?<![A-Za-z│|])[yrgb]+(?![A-Za-z])( [↑→↓←^>v<●o]+)?(?!.* circles)")

    def due(self, state: State) -> str:
        if state.phase == "tilt1":
            return "Make the first of your two tilts."
        if state.phase == "tilt2":
            return "Make the second tilt; it may not take the first one back (IC-11)."
        if "end" in state.legal_actions():
            more = ", or play what is left" if len(state.legal_actions()) > 1 else ""
            return f"Nothing more is due: end the turn{more}."
        return "Use every arrow that has a step, in any order; then end the turn (IC-14)."

    def choices(self, state: State) -> list[Choices]:
        actions = state.legal_actions()
        if state.phase != "move":
            return [Choices(f"  {action}", [f"tilt {_tilted(state, action)}"]) for action in actions]
        groups: dict[str, list[str]] = {}
        for action in actions:
            written = parse(action)
            if written is not None and action != "end":
                groups.setdefault(_kind(Reading(state.records), written), []).append(_shown(state, action, written))
        if "end" in actions:
            groups["  end"] = ["ends the turn"]
        return [Choices(heading, shown) for heading, shown in groups.items()]

    def told(self, before: State, action: str) -> str:
        written = parse(action)
        if written is None:
            return ""
        if written.kind == "tilt":
            return f"tilts {_tilted(before, action)}"
        if written.kind == "turn":
            way = "clockwise" if action.endswith("+") else "counter-clockwise"
            top = _top(before.play(action), written.slot)
            arrow = "" if top in ("arc", "circle") else f": {top}"
            return f"an arc turns cube {written.slot} {way}{arrow}"
        return "ends the turn" if written.kind == "end" else _step(before, written)

    def notation(self, state: State) -> str:
        return NOTATION

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, reason)


def _top(state: State, slot: str) -> str:
    """What lies on top of a cube, as the board shows it: "y→", "arc", "circle"."""
    top = Reading(state.records).top(slot)
    return f"{top[0]}{ARROWS[top[2]]}" if ">" in top else top


def _tilted(state: State, action: str) -> str:
    """Which cubes tilt where, and what that brings up."""
    after = state.play(action)
    slots = sorted(PAIRS[action[0]])
    brought = ", ".join(f"{slot} shows {_top(after, slot)}" for slot in slots)
    return f"{slots[0]} and {slots[1]} {DIRECTION_NAMES[action[1]]}: {brought}"


def _kind(reading: Reading, written: Written) -> str:
    """The heading under which an action of the moving phase is listed."""
    if written.kind == "turn":
        left = int(reading.record["arcs"])
        return f"  {left} arc{'s' if left > 1 else ''} left, if you like:"
    colour, _, direction = reading.top(written.slot).partition(">")
    arrow = f"{COLOUR_NAMES[colour]} arrow in {written.slot} {ARROWS[direction]}"
    return f"  circle, copying the {arrow}:" if written.circle else f"  {arrow}:"


def _shown(state: State, action: str, written: Written) -> str:
    """An action of the moving phase, with what it would do in brackets."""
    if written.kind == "turn":
        top = _top(state, written.slot)
        return action if top in ("arc", "circle") else f"{action} ({_top(state.play(action), written.slot)})"
    if not written.space:
        return f"{action} (enters)"
    riders = _riders(state, written)
    return f"{action} (with {riders})" if riders else action


def _riders(state: State, written: Written) -> str:
    """IC-16: who stands on the pawn that an action moves."""
    reading = Reading(state.records)
    direction = reading.top(written.slot).partition(">")[2]
    return reading.stacks(direction)[written.space - 1][written.standing :]


def _step(state: State, written: Written) -> str:
    """A step, told: who goes where, and who rides along."""
    reading = Reading(state.records)
    colour, _, path = reading.top(written.slot).partition(">")
    who = f"{COLOUR_NAMES[colour]} pawn"
    if not written.space:
        return f"a {who} enters on {path}1"
    if written.space == reading.path_length:
        told = f"the {who} on {path}{written.space} comes home"
    else:
        told = f"the {who} on {path}{written.space} steps to {path}{written.space + 1}"
    riders = _riders(state, written)
    return f"{told}, carrying {riders}" if riders else told
