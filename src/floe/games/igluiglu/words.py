"""IGLU IGLU in words: what is due, the notation, what a flip has brought into the hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from floe.core.facts import Fact
from floe.core.game import State
from floe.core.typing import Document
from floe.core.words import COLOUR_NAMES, Choices, Words, joined, paint_letters, points
from floe.games.igluiglu import words_messages, words_reasons
from floe.games.igluiglu.position import Position
from floe.games.igluiglu.words_choices import choices
from floe.games.igluiglu.words_count import count
from floe.games.igluiglu.words_facts import tell

if TYPE_CHECKING:
    from rich.text import Text

NOTATION = """\
| written | meaning |
|---|---|
| `place c1` | set an Inuit on a tile of the outer ring |
| `flip d3` | flip a tile |
| `drift d3 n` | push the tile on d3 and all ahead of it north |
| `shove f2 e` | make room for a push: the fish in the way goes east |
| `walk c3 n` | an Inuit walks north, for 1 point |
| `kayak c3 f6` | an Inuit crosses the sea, for 3 points |
| `hunt d3 f2` | take the fish on d3, for as many points as it is worth |
| `igloo c3` | build an igloo, for 3 points |
| `energy 2` | play that tile: 2 points more |
| `harpoon c3 bear` | play a harpoon: take the bear on c3 without points |
| `melt c4` | play a melt: remove the tile on c4 |
| `herd` | play a herd; three steps follow |
| `step d4 f2 n` | herd the fish on d4 north |
| `spear`, `pass` | answer an attack with a harpoon, or not |
| `flee r a1` | a red Inuit flees to the corner a1 |
| `end` | end the turn |

Animals: `f1 f2 f3` fish, `x1 x2 x3` foxes, `bear`. Directions: `n e s w`.
"""

TILES = {
    "melt": "It removes a face-down tile next to the sea, unseen (II-15).",
    "energy1": "It gives 1 point more in a turn (II-16).",
    "energy2": "It gives 2 points more in a turn (II-16).",
    "energy3": "It gives 3 points more in a turn (II-16).",
    "harpoon": "It takes an animal without points, or answers a bear (II-17).",
    "herd": "It moves animals three steps (II-18).",
}


class IgluIgluWords(Words):
    reasons = words_reasons.PHRASES
    messages = words_messages
    cannot_undo = "A flip is never taken back, nor is another's answer; since then you have done nothing that could be."
    action_width = 14
    counts = True

    def paint_board(self, text: Text) -> None:
        """Inuit are letters on ice or land, which shows on one side of them at least; igloos have a roof."""
        super().paint(text)
        paint_letters(text, r"(?<=[░▒█:%#])[rbyg]+|[rbyg]+(?=[░▒█:%#])|\^[rbyg]|^[a-h][1-8]: .*")

    def hides(self, state: State, seat: int | None) -> bool:
        """A hand is secret. One that is empty now has been played openly, whatever was in it (II-14)."""
        return seat is not None and bool(_hand(state, seat))

    def due(self, state: State) -> str:
        due = {fact.key: fact.values for fact in state.due(state.to_move)}
        said = [DUE[key](values) for key, values in due.items() if key in DUE]
        if "flip" in due and "may_play" in due:  # later in the turn the choices show it
            said.append(f"Before that you may play {joined(due['may_play']['types'])}.")
        return " ".join(said)

    def choices(self, state: State) -> list[Choices]:
        return choices(Position(state.view(state.to_move)), state.legal_actions())

    def tell(self, facts: Sequence[Fact], colours: Sequence[str]) -> str:
        return tell(facts, colours)

    def learned(self, before: State, action: str) -> str:
        if not action.startswith("flip"):
            return ""
        kept = next((fact.values["tile"] for fact in before.facts(action, before.to_move) if fact.key == "kept"), None)
        if kept:
            return f"You keep {'an' if kept[0] == 'e' else 'a'} {kept} tile. {TILES[kept]}"
        told = self.told(before, action)
        return f"{told[0].upper()}{told[1:]}."

    def count(self, state: State) -> str:
        return count(state)

    def notation(self, state: State) -> str:
        return NOTATION

    def reason(self, reason: str) -> str:
        return {"no_flip": "no tile is left to flip"}.get(reason, reason)


def _hand(state: State, seat: int) -> list[str]:
    hand: list[str] = state.view(seat)["hands"][state.game.colours(state.array)[seat]]
    return hand


# What is due


def _place(values: Document) -> str:
    left = values["left"]
    return f"Place an Inuit on a tile of the outer ring; {left} {'is' if left == 1 else 'are'} left to place (II-6)."


def _make_room(values: Document) -> str:
    push = f"drift {values['cells'][0]} {values['direction']}"
    return f"For {push}: move what is in the way on {values['onto']} out of it (II-13)."


def _points(values: Document) -> str:
    left = values["points"]
    return f"You have {points(left)} left to spend." if left else "No points are left."


def _herd(values: Document) -> str:
    return f"Herd animals: {values['steps']} step{'' if values['steps'] == 1 else 's'} to go (II-18)."


def _flee(values: Document) -> str:
    more = f" {values['more']} more after this." if values["more"] else ""
    return f"Choose the corner to which the {COLOUR_NAMES[values['colour']]} Inuit flees.{more}"


HARPOON = {
    "ready": "You may answer with a harpoon.",
    "none": "You have no harpoon to answer with.",
    "played": "You have played a harpoon this turn already (II-14).",
}
DUE: dict[str, Callable[[Document], str]] = {
    "place": _place,
    "flip": lambda values: "Flip one of these empty tiles (II-7).",
    "push": lambda values: "Push a tile; the whole line ahead of it moves along (II-12).",
    "make_room": _make_room,
    "points_left": _points,
    "herd_steps": _herd,
    "answer_attack": lambda values: f"A bear attacks on {values['cell']} (II-23).",
    "inuit_hide": lambda values: "Your Inuit there hide in your igloo.",
    "harpoon": lambda values: HARPOON[values["answer"]],
    "choose_corner": _flee,
}
