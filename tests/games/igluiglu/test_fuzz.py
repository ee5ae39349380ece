"""Bad input that is nearly right in IGLU IGLU's own ways. What any game must bear is in ``floe.testing.test_fuzz``."""

from __future__ import annotations

import contextlib
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe import BadPosition, FloeError
from floe.core.randomness import generator
from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.options import DEFAULT_MIX
from floe.testing import fuzz
from tests.games.igluiglu.positions import CELLS, GAME, KINDS, TAKEN, dealt, document, position
from tests.games.igluiglu.strategies import positions

DEFAULTS = GAME.new().to_dict()["rules"]
WORDS = [
    *KINDS, *TAKEN, *CELLS[:12], "d4", "e5", "up", "down", "r", "b", "rb", "rrb", "ry", "12", "3", "n", "inuit", "fish",
    "fox", "ice", "igloo", "place", "flip", "act", "over", "shove", "drift c3 n", "family", "gamers", "open", "default",
]  # fmt: skip
JUNK = fuzz.junk(WORDS) | st.text("rbyg", max_size=20) | st.text("123", max_size=20)
VERBS = "place|flip|melt|igloo|kayak|hunt|harpoon|step|walk|drift|flee|energy|shove"
NEARLY_ACTIONS = st.from_regex(rf"({VERBS})( ([a-i][0-9]|[fx][0-4]|bear|[neswrb1-4])){{1,3}}")


def in_full(given: Any) -> dict[str, Any] | None:
    """The rules of a document as they are written back, if they are rules."""
    rules = given.get("rules") if isinstance(given, dict) else None
    full: dict[str, Any] = DEFAULTS | rules if isinstance(rules, dict) else {}
    mix = full.get("mix")
    return full | {"mix": dict.fromkeys(KINDS, 0) | mix} if isinstance(mix, dict) else None


@given(JUNK)
def test_no_value_crashes_the_reader_of_documents(value: Any) -> None:
    sketch = document("c3", on={"c3": "rb", "c4": "f1"})
    for key in sketch:
        with contextlib.suppress(BadPosition):
            GAME.from_dict(sketch | {key: value})
    for part in ("cells", "hands", "supply", "pending", "rules"):
        for key in (*(sketch[part] or {}), "steps", "queue"):
            with contextlib.suppress(BadPosition):
                GAME.from_dict(sketch | {part: (sketch[part] or {}) | {key: value}})


@given(st.data(), positions())
def test_a_mutated_document_is_refused_or_is_a_position(data: st.DataObject, state: IgluIgluState) -> None:
    mutated = data.draw(fuzz.mutated(state.to_dict(), JUNK))
    fuzz.check_given_document(GAME, mutated, in_full(mutated))


@given(st.data(), positions(running=True))
def test_tiles_that_change_places_are_accounted_for(data: st.DataObject, state: IgluIgluState) -> None:
    """Nearly right documents: one entry moved from one place to another of its kind."""
    doc = state.to_dict()
    box = data.draw(st.sampled_from(["hands", "taken", "seen", "igloos", "to_place"]))
    one, other = (data.draw(st.sampled_from(sorted(doc[box]) or ["r"])) for _ in range(2))
    if one in doc[box] and other in doc[box]:
        doc[box][one], doc[box][other] = doc[box][other], doc[box][one]
    with contextlib.suppress(BadPosition):
        assert GAME.from_dict(doc).to_dict() == doc


@given(st.text() | st.sampled_from(WORDS) | NEARLY_ACTIONS)
def test_any_text_is_a_legal_action_or_refused_by_name(text: str) -> None:
    sketch = position("c3 c4 f6", on={"c3": "rr", "c5": "f123"}, hands={"r": "melt harpoon herd energy2"})
    for state in (GAME.new(seed=1), dealt(seed=1), sketch, sketch.play("herd"), sketch.play("melt c3")):
        fuzz.check_given_text(state, text)


@given(st.data(), positions(running=True))
def test_a_mutated_action_is_legal_or_refused(data: st.DataObject, state: IgluIgluState) -> None:
    fuzz.check_given_text(state, data.draw(fuzz.mutated_actions(state, "abcdefghnesw 12345678rbygx")))


@given(st.data())
def test_a_mutated_mix_is_refused_or_lawful(data: st.DataObject) -> None:
    mix = data.draw(fuzz.mutated(DEFAULT_MIX, JUNK))
    with contextlib.suppress(FloeError):
        state = GAME.new(rules={"mix": mix}, seed=1)
        assert state.to_dict()["rules"]["mix"] == dict.fromkeys(KINDS, 0) | mix
        assert sum(mix.values()) == 56


@given(JUNK, JUNK)
def test_no_option_crashes_the_setup(one: Any, other: Any) -> None:
    fuzz.check_given_setup(GAME, {"rules": {"mix": one}})
    fuzz.check_given_setup(GAME, {"rules": {"variant": one, "centre": other}})


@given(JUNK)
def test_no_seat_crashes_what_is_shown_to_it(seat: Any) -> None:
    state = position("c3")
    for ask in (state.view, state.text, lambda seat: state.determinize(seat, generator(1))):
        with contextlib.suppress(FloeError):
            assert ask(seat)
