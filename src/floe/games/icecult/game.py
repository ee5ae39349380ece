"""ICE CULT's Python face."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.core.errors import IllegalAction
from floe.core.facts import Fact
from floe.core.game import Game, State
from floe.core.typing import Document, States
from floe.games.icecult import board, document, kernel, layout, notation, refusals, telling
from floe.games.icecult.encoding import ENCODING
from floe.games.icecult.options import DEFAULT_COLOURS, OPTIONS, BadRules, check_colours, first_position, read_rules
from floe.games.icecult.reading import Reading
from floe.games.icecult.vocabulary import VOCABULARY


class IceCultState(State):
    """A position of ICE CULT. Nothing in it is hidden."""


class IceCult(Game[IceCultState]):
    """ICE CULT for 2 to 4 players. There is no chance in it, so a seed changes nothing."""

    name = "icecult"
    title = "ICE CULT"
    rules_version = 1
    phases = layout.PHASES
    players = range(2, 5)
    chance = False
    n_actions = layout.N_ACTIONS
    dtype = layout.STATE
    loops = kernel.LOOPS
    options = OPTIONS
    encoding = ENCODING
    vocabulary = VOCABULARY
    state_type = IceCultState

    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        chosen = list(DEFAULT_COLOURS[players]) if colours is None else check_colours(colours, players)
        return first_position(read_rules(Field(rules, BadRules)), chosen)

    def colours(self, records: States) -> list[str]:
        return Reading(records).players

    def action_texts(self, records: States, numbers: list[int]) -> list[str]:
        return notation.texts(records, numbers)

    def malformed(self, records: States, text: str) -> str | None:
        return notation.expected_instead(text)

    def refusal(self, records: States, text: str) -> IllegalAction:
        return refusals.refusal(records, text)

    def document(self, records: States) -> Document:
        return document.write(records)

    def from_document(self, document_: Document) -> States:
        return document.read(document_)

    def view(self, records: States, seat: int | None) -> Document:
        return document.write(records)

    def draw(self, records: States, seat: int | None) -> str:
        return board.draw(records)

    def facts(self, before: States, after: States, action: str, seat: int | None) -> list[Fact]:
        return telling.facts(before, after, action)

    def due(self, records: States, seat: int | None, actions: list[str]) -> list[Fact]:
        return telling.due(records)

    def outlook(self, records: States, seat: int | None) -> list[Fact]:
        return telling.outlook(records)

    def can_undo(self, records: States, action: str) -> bool:
        """IC-12: a tilt is never taken back. Steps and turns of cubes may be, until the turn ends."""
        return Reading(records).phase == "move" and action != "end"

    def ending(self, records: States) -> tuple[str, str]:
        ways = Reading(records).finished.values()
        if "home" in ways:
            return "IC-20", "home"
        return ("IC-21", "tower") if "tower" in ways else ("IC-22", "standstill")
