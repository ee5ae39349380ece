"""IGLU IGLU as a ``Game``: where the engine asks for documents, views, texts and facts, and who answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from floe.core.documents import Field
from floe.core.errors import IllegalAction
from floe.core.facts import Fact
from floe.core.game import Game, State
from floe.core.typing import Document, States, U64Array
from floe.games.igluiglu import (
    board,
    determinize,
    document,
    document_reader,
    facts,
    kernel,
    layout,
    notation,
    refusals,
)
from floe.games.igluiglu.compact import COMPACT
from floe.games.igluiglu.encoding import ENCODING
from floe.games.igluiglu.manifest import MANIFEST
from floe.games.igluiglu.options import BadRules, check_colours, colours_of, first_position, read_rules
from floe.games.igluiglu.score_sheet import ScoreSheet, score_sheet
from floe.games.igluiglu.vocabulary import VOCABULARY


class IgluIgluState(State):
    """A position of IGLU IGLU: the whole truth. What a seat may know of it is ``view(seat)``."""

    def scores(self) -> ScoreSheet:
        """The count, explained, as it would be if the game ended now."""
        return score_sheet(self.array)

    def determinize(self, seat: int | None, generator: U64Array) -> IgluIgluState:
        """A position drawn at random among those that agree with all that a seat (None: a spectator) knows.

        The generator is made by ``floe.core.randomness.generator``.
        """
        array = self.array.copy()
        determinize.determinize(array, self._seat(seat), generator)
        return IgluIgluState(self.game, array)


class IgluIglu(Game[IgluIgluState]):
    """IGLU IGLU for 2 to 4 players. The seed decides which tile lies where and which token comes up when."""

    manifest = MANIFEST
    rules_version = 1
    phases = layout.PHASES
    hidden = True
    open_outlook = True
    setup_phases = ("place",)
    n_actions = layout.N_ACTIONS
    dtype = layout.STATE
    loops = kernel.LOOPS
    encoding = ENCODING
    compact = COMPACT
    vocabulary = VOCABULARY
    state_type = IgluIgluState

    def setup(self, players: int, seed: int | str, rules: dict[str, Any], colours: list[str] | None) -> States:
        chosen = list(MANIFEST.colours[players]) if colours is None else check_colours(colours, players)
        return first_position(read_rules(Field(rules, BadRules)), chosen, seed)

    def colours(self, array: States) -> list[str]:
        return list(colours_of(array[0]))

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
        return document.view(array, seat)

    def seen(self, array: States, seat: int | None) -> Document:
        return document.seen(array, seat)

    def determinize(self, view: Document, seat: int | None, rng: U64Array) -> States:
        return determinize.from_view(view, seat, rng)

    def guesses(self, view: Document, seat: int | None) -> Callable[[U64Array], States]:
        return determinize.guesses(view, seat)

    def guesses_at(self, array: States, seat: int | None) -> Callable[[U64Array], States]:
        return determinize.Guesses(array, seat)

    def reveals(self, array: States, action: str) -> bool:
        """II-7: nobody knows what a flip brings."""
        return action.startswith("flip ")

    def draw(self, array: States, seat: int | None) -> str:
        return board.draw(document.view(array, seat), score_sheet(array), seat)

    def facts(self, before: States, after: States, action: str, seat: int | None) -> list[Fact]:
        told = facts.facts(document.seen(before, seat), document.seen(after, seat), action)
        over = after["phase"].item() == layout.OVER
        return [*told, facts.count(score_sheet(after), "scored")] if over else told

    def due(self, array: States, seat: int | None, actions: list[str]) -> list[Fact]:
        return facts.due(document.seen(array, seat), seat, actions)

    def outlook(self, array: States, seat: int | None) -> list[Fact]:
        return [facts.count(score_sheet(array), "standing")]

    def can_undo(self, array: States, action: str) -> bool:
        """What was revealed stays known, so a flip is never taken back (II-7), and nobody's answer to an attack in
        another's turn (II-23). All else in the own turn may be; a melted tile went unseen (II-15). To place an Inuit
        is a turn of its own.
        """
        if action.partition(" ")[0] in ("flip", "end"):
            return False
        phase, to_move, owner = (array[name].item() for name in ("phase", "to_move", "owner"))
        return bool(phase != layout.PLACE_PHASE and to_move == owner)

    def ending(self, array: States) -> tuple[str, str]:
        return "II-26", "no_flip"
