"""Bad input of every kind, for Hypothesis: only errors of the family come back, nothing crashes or changes halfway."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import hypothesis.strategies as st

import floe
from floe.core.documents import parse_json
from floe.core.errors import BadPosition, FloeError, IllegalAction, MalformedAction
from floe.core.game import Game, State
from floe.core.options import as_written, defaults
from floe.core.randomness import generator
from floe.core.typing import Document
from floe.testing.checks import check_end

Junk = st.SearchStrategy[Any]


def junk(words: Sequence[str]) -> Junk:
    """Values of every kind, some of them nearly right: ``words`` are texts that the game knows."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-2, 7)
        | st.integers()
        | st.floats()
        | st.sampled_from(words)
        | st.text(max_size=5)
        | st.binary(max_size=3),
        lambda inside: (
            st.lists(inside, max_size=4)
            | st.dictionaries(st.sampled_from(words) | st.text(max_size=3) | st.integers(0, 3), inside, max_size=4)
        ),
        max_leaves=6,
    )


def words_of(states: Sequence[State]) -> list[str]:
    """The texts in some positions' documents and actions."""
    found = {text for state in states for text in (*_texts(state.to_dict()), *state.legal_actions())}
    return sorted(found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for key, inside in _inside(value):
        yield from _texts(key)
        yield from _texts(inside)


def _inside(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a document: what holds it, and its key there."""
    return [place for key, inside in _inside(value) for place in [(value, key), *places(inside)]]


@st.composite
def mutated(draw: st.DrawFn, original: Any, values: Junk) -> Any:
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
                holder[key] = draw(values)
            case "remove":
                del holder[key]
            case "swap":
                holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(holder[key])
            case "add" if isinstance(holder, list):
                holder.insert(key, draw(values))
            case "add":
                holder[draw(st.text(max_size=3) | st.integers(0, 3))] = draw(values)
    return value


@st.composite
def options(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Arguments for ``Game.new``, drawn from what the manifest says of the rule options."""
    manifest = floe.games.manifest(name)
    rules: dict[str, Junk] = {}
    for option in manifest.options:
        if option.lowest is not None and option.highest is not None:
            rules[option.name] = st.integers(option.lowest, option.highest)
        elif option.choices:
            rules[option.name] = st.sampled_from(option.choices)
    players = draw(st.sampled_from(list(manifest.players)))
    chosen = draw(st.fixed_dictionaries({}, optional=rules))
    return {"players": players, "seed": draw(st.integers(0, 2**32)), "rules": chosen}


@st.composite
def positions(draw: st.DrawFn, name: str, most: int = 250) -> State:
    """Positions that random play comes to, finished ones among them."""
    game = floe.game(name)
    play = game.new(**draw(options(name))).mutable()
    play.playout(generator(draw(st.integers(0, 2**32))), draw(st.integers(0, most)))
    state: State = game.state(play.array)
    return state


def check_given_document(game: Game[Any], given: Any, rules: Mapping[str, Any] | None = None) -> None:
    """A document is refused, or it is a position: written back as given, to be played on. It stays as it is.

    ``rules``: how its rules are written back, if not with the defaults of what is left out.
    """
    before = copy.deepcopy(given)
    with contextlib.suppress(BadPosition):
        accepted = game.from_dict(given)
        written = accepted.to_dict()
        full = as_written(game.options, defaults(game.options) | before["rules"])
        assert written == before | {"rules": full if rules is None else rules}
        assert game.from_dict(written) == accepted
        check_end(accepted)
        accepted.text(0)
        accepted.mutable().playout(generator(1), 1000)
    assert repr(given) == repr(before)  # by repr: NaN is not equal to itself


def check_given_text(state: State, text: str) -> None:
    """Any text is a legal action or refused by name."""
    before, refused = state.array.tobytes(), None
    try:
        state.play(text)
    except (MalformedAction, IllegalAction) as fault:
        refused = str(fault.text)
    assert refused == (None if text in state.legal_actions() else text)
    assert state.array.tobytes() == before


def check_given_action(state: State, value: Any) -> None:
    """Nothing but text names an action, and nothing but a whole number steps."""
    with contextlib.suppress(MalformedAction, IllegalAction):
        assert state.play(value) != state
        assert isinstance(value, str)
    one = state.mutable()
    with contextlib.suppress(FloeError):
        one.step(value)
        assert isinstance(value, int)
        return
    assert one.array.tobytes() == state.array.tobytes()


def check_given_setup(game: Game[Any], chosen: Document) -> None:
    """Options make a game or are refused."""
    with contextlib.suppress(FloeError):
        assert not game.new(**chosen).over


def check_given_json(game: Game[Any], text: str | bytes) -> None:
    """Any text is read as a position or refused as none; nothing else comes of it."""
    with contextlib.suppress(BadPosition):
        game.from_dict(parse_json(text, BadPosition))


@st.composite
def mutated_actions(draw: st.DrawFn, state: State, alphabet: str | None = None) -> str:
    """A legal action with a letter or two changed: to those of other actions, or of an alphabet."""
    actions = state.legal_actions()
    letters = list(draw(st.sampled_from(actions)))
    at = draw(st.integers(0, len(letters)))
    others = alphabet or "".join(sorted({letter for action in actions for letter in action} | set(" 019az")))
    letters[at : at + draw(st.integers(0, 1))] = draw(st.text(others, max_size=2))
    return "".join(letters)
