"""ICE CULT as a ``Game``: where the engine asks for documents, views, texts and facts, and who answers."""

from __future__ import annotations

from typing import Any

from floe.core.documents import Field
from floe.core.errors import IllegalAction
from floe.core.facts import Fact
from floe.core.game import Game, State
from floe.core.typing import Document, States
from floe.games.icecult import board, document, document_reader, facts, kernel, layout, notation, refusals
from floe.games.icecult.compact import COMPACT
from floe.games.icecult.encoding import ENCODING
from floe.games.icecult.manifest import MANIFEST
from floe.games.icecult.options import BadRules, check_colours, first_position, read_rules
from floe.games.icecult.position import reading
from floe.games.icecult.vocabulary import VOCABULARY


class IceCultState(State):
    """A position of ICE CULT. Nothing in it is hidden."""


class IceCult(Game[IceCultState]):
    """ICE CULT for 2 to 4 players. There is no chance in it, so a seed changes nothing."""

    manifest = MANIFEST
    rules_version = 1
    phases = layout.PHASES
    chance = False
    n_actions = layout.N_ACTIONS
    dtype = layout.STATE
    loops = kernel.LOOPS
    encoding = ENCODING
    compact = COMPACT
    vocabulary = VOCABULARY
    state_type = IceCultState

    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        chosen = list(MANIFEST.colours[players]) if colours is None else check_colours(colours, players)
        return first_position(read_rules(Field(rules, BadRules)), chosen)

    def colours(self, array: States) -> list[str]:
        return reading(array).players

    def action_texts(self, array: States, numbers: list[int]) -> list[str]:
        return notation.texts(array, numbers)

    def malformed(self, array: States, text: str) -> str | None:
        return notation.expected_instead(text)

    def refusal(self, array: States, text: str) -> IllegalAction:
        return refusals.refusal(array, text)

    def document(self, array: States) -> Document:
        return document.write(array)

    def from_document(self, document_: Document) -> States:
        return document_reader.read(document_)

    def view(self, array: States, seat: int | None) -> Document:
        return document.write(array)

    def seen(self, array: States, seat: int | None) -> Document:
        return document.seen(array)

    def draw(self, array: States, seat: int | None) -> str:
        return board.draw(array)

    def facts(self, before: States, after: States, action: str, seat: int | None) -> list[Fact]:
        return facts.facts(before, after, action)

    def due(self, array: States, seat: int | None, actions: list[str]) -> list[Fact]:
        return facts.due(array)

    def outlook(self, array: States, seat: int | None) -> list[Fact]:
        return facts.outlook(array)

    def is_detour(self, action: str) -> bool:
        """IC-18: a quarter turn of a cube."""
        return action.endswith(("+", "-"))

    def can_undo(self, array: States, action: str) -> bool:
        """IC-12: a tilt is never taken back. Steps and turns of cubes may be, until the turn ends."""
        return reading(array).phase == "move" and action != "end"

    def ending(self, array: States) -> tuple[str, str]:
        here = reading(array)
        if here.standstill:
            return "IC-22", "standstill"
        ways = [here.finished[here.players[seat]] for seat in here.winners]
        return ("IC-20", "home") if "home" in ways else ("IC-21", "tower")
