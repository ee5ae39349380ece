"""Bad input of every kind: only errors of the family come back, nothing crashes, nothing changes halfway."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from floe import BadPosition, FloeError, IllegalAction, MalformedAction
from floe.core.documents import parse_json
from floe.core.randomness import generator
from floe.games.igluiglu.game import IgluIgluState
from floe.games.igluiglu.options import DEFAULT_MIX
from tests.games.igluiglu.positions import CELLS, GAME, KINDS, TAKEN, dealt, document, position
from tests.games.igluiglu.strategies import positions

DEFAULTS = GAME.new().to_dict()["rules"]
WORDS = [
    *KINDS, *TAKEN, *CELLS[:12], "d4", "e5", "up", "down", "r", "b", "rb", "rrb", "ry", "12", "3", "n", "inuit", "fish",
    "fox", "ice", "igloo", "place", "flip", "act", "over", "shove", "drift c3 n", "family", "gamers", "open", "default",
]  # fmt: skip
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 7)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
    | st.text("rbyg", max_size=20)
    | st.text("123", max_size=20)
    | st.binary(max_size=3),
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3) | st.integers(0, 3), inside, max_size=4)
    ),
    max_leaves=6,
)
"""Values of every kind, some of them nearly right."""

VERBS = "place|flip|melt|igloo|kayak|hunt|harpoon|step|walk|drift|flee|energy|shove"
NEARLY_ACTIONS = st.from_regex(rf"({VERBS})( ([a-i][0-9]|[fx][0-4]|bear|[neswrb1-4])){{1,3}}")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a document: what holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@st.composite
def mutated(draw: st.DrawFn, original: Any) -> Any:
    """A copy with a few places replaced, removed, added or swapped."""
    value = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        found = places(value)
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        other, place = draw(st.sampled_from(found))
        match draw(st.sampled_from(["replace", "replace", "remove", "add", "swap", "swap"])):
            case "replace":
                holder[key] = draw(JUNK)
            case "remove":
                del holder[key]
            case "swap":
                holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(holder[key])
            case "add" if isinstance(holder, list):
                holder.insert(key, draw(JUNK))
            case "add":
                holder[draw(st.sampled_from(WORDS) | st.integers(0, 3))] = draw(JUNK)
    return value


@given(JUNK)
def test_no_value_crashes_the_reader_of_documents(value: Any) -> None:
    with contextlib.suppress(BadPosition):
        GAME.from_dict(value)
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
    """What is accepted is written back as it was given, and can be played to its end. What is given stays as it is."""
    given_document = data.draw(mutated(state.to_dict()))
    before = copy.deepcopy(given_document)
    with contextlib.suppress(BadPosition):
        accepted = GAME.from_dict(given_document)
        written = accepted.to_dict()
        assert written == before | {"rules": _in_full(before["rules"])}
        assert GAME.from_dict(written) == accepted
        assert accepted.over or accepted.legal_actions()
        accepted.text(0)
        accepted.mutable().playout(generator(1), 1000)
    assert repr(given_document) == repr(before)  # by repr: NaN is not equal to itself


def _in_full(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules as they are written back."""
    full: dict[str, Any] = DEFAULTS | rules
    return full if full["mix"] == "default" else full | {"mix": dict.fromkeys(KINDS, 0) | full["mix"]}


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
        before = state.array.tobytes()
        refused: str | None = None
        try:
            state.play(text)
        except (MalformedAction, IllegalAction) as fault:
            refused = str(fault.text)
        assert refused == (None if text in state.legal_actions() else text)
        assert state.array.tobytes() == before


@given(st.data(), positions(running=True))
def test_a_mutated_action_is_legal_or_refused(data: st.DataObject, state: IgluIgluState) -> None:
    letters = list(data.draw(st.sampled_from(state.legal_actions())))
    at = data.draw(st.integers(0, len(letters)))
    letters[at : at + data.draw(st.integers(0, 1))] = data.draw(st.text("abcdefghnesw 12345678rbygx", max_size=2))
    text = "".join(letters)
    accepted = True
    try:
        state.play(text)
    except (MalformedAction, IllegalAction):
        accepted = False
    assert accepted == (text in state.legal_actions())


@given(JUNK)
def test_nothing_but_text_and_numbers_names_an_action(value: Any) -> None:
    first = GAME.new(seed=1)
    with contextlib.suppress(MalformedAction, IllegalAction):
        assert first.play(value) != first
        assert isinstance(value, str)
    one = first.mutable()
    with contextlib.suppress(FloeError):
        one.step(value)
        assert isinstance(value, int)
        return
    assert one.array.tobytes() == first.array.tobytes()


@given(st.data())
def test_a_mutated_mix_is_refused_or_lawful(data: st.DataObject) -> None:
    mix = data.draw(mutated(DEFAULT_MIX))
    with contextlib.suppress(FloeError):
        state = GAME.new(rules={"mix": mix}, seed=1)
        assert state.to_dict()["rules"]["mix"] == dict.fromkeys(KINDS, 0) | mix
        assert sum(mix.values()) == 56


@given(JUNK, JUNK, JUNK, JUNK)
def test_no_option_crashes_the_setup(players: Any, seed: Any, rules: Any, colours: Any) -> None:
    for chosen in (
        {"players": players},
        {"seed": seed},
        {"rules": rules},
        {"rules": {"mix": rules}},
        {"rules": {"variant": rules, "centre": players}},
        {"colours": colours},
        {"players": players, "seed": seed, "rules": rules, "colours": colours},
    ):
        with contextlib.suppress(FloeError):
            assert not GAME.new(**chosen).over


@given(JUNK)
def test_no_seat_crashes_what_is_shown_to_it(seat: Any) -> None:
    state = position("c3")
    for ask in (state.view, state.text, lambda seat: state.determinize(seat, generator(1))):
        with contextlib.suppress(FloeError):
            assert ask(seat)


@given(st.binary() | st.text() | JUNK.map(lambda value: json.dumps(value, default=str)[:-1]))
def test_no_bytes_crash_the_reader_of_json(text: str | bytes) -> None:
    with contextlib.suppress(BadPosition):
        GAME.from_dict(parse_json(text, BadPosition))
