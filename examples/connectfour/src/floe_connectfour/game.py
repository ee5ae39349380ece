"""Connect Four's engine: what Floe asks of a game."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.core.errors import IllegalAction
from floe.core.facts import Fact
from floe.core.game import Game, State
from floe.core.typing import Document, States
from floe.core.words import COLOUR_NAMES
from floe_connectfour import MANIFEST, document, facts, kernel

ACTIONS = tuple(str(column) for column in range(1, kernel.COLUMNS + 1))


class ConnectFourState(State):
    """A position of Connect Four. Nothing in it is hidden."""


class ConnectFour(Game[ConnectFourState]):
    """Connect Four for two players. There is no chance in it, so a seed changes nothing."""

    manifest = MANIFEST
    rules_version = 1
    phases = kernel.PHASES
    chance = False
    n_actions = kernel.COLUMNS
    dtype = kernel.STATE
    loops = kernel.LOOPS
    encoding = kernel.ENCODING
    vocabulary = facts.VOCABULARY
    state_type = ConnectFourState

    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        connect = document.read_rules(Field(rules, document.BadRules))
        return document.blank(connect, document.check_colours(list("yr") if colours is None else colours))

    def colours(self, array: States) -> list[str]:
        return document.colours_of(array)

    def action_texts(self, array: States, numbers: list[int]) -> list[str]:
        return [ACTIONS[number] for number in numbers]

    def malformed(self, array: States, text: str) -> str | None:
        return None if text in ACTIONS else "expected a column from 1 to 7"

    def refusal(self, array: States, text: str) -> IllegalAction:
        return IllegalAction(text, "CF-3", "column_full", {"column": int(text)}, f"column {text} is full")

    def document(self, array: States) -> Document:
        return document.write(array)

    def from_document(self, document_: Document) -> States:
        return document.read(document_)

    def view(self, array: States, seat: int | None) -> Document:
        return document.write(array)

    def draw(self, array: States, seat: int | None) -> str:
        """The board in text, as it is seen from the front."""
        columns = document.columns_of(array)
        rows = [
            " ".join(column[row] if row < len(column) else "·" for column in columns)
            for row in reversed(range(kernel.ROWS))
        ]
        return "\n".join([self._title(array), "", *rows, " ".join(ACTIONS)])

    def _title(self, array: States) -> str:
        names = [COLOUR_NAMES[colour] for colour in self.colours(array)]
        struct = array[0]
        if struct["phase"] != kernel.OVER:
            wanted = f"{int(struct['connect'])} in a row win"
            return f"Connect Four   turn {int(struct['turn']) + 1}   {names[int(struct['to_move'])]} to move; {wanted}"
        won = [name for seat, name in enumerate(names) if struct["winners"] >> seat & 1]
        ending = f"won by {won[0]}" if len(won) == 1 else "drawn: the board is full"
        return f"Connect Four   turn {int(struct['turn'])}   over, {ending}"

    def facts(self, before: States, after: States, action: str, seat: int | None) -> list[Fact]:
        return facts.facts(before, after, action)

    def due(self, array: States, seat: int | None, actions: list[str]) -> list[Fact]:
        return facts.due(array)

    def outlook(self, array: States, seat: int | None) -> list[Fact]:
        return facts.outlook(array)

    def ending(self, array: States) -> tuple[str, str]:
        return ("CF-5", "board_full") if array["winners"][0] == 3 else ("CF-4", "line")
