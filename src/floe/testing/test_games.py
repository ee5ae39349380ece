"""What every game has to do: setting up, and positions as values."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from typing import Any

import pytest

import floe
from floe import BadOption, FloeError
from floe.core.game import State
from floe.core.manifest import Manifest
from floe.core.options import defaults
from floe.testing.checks import check_end
from floe.testing.walks import bytes_of, every, finished, walk

PARTS = ("heuristics", "explanations", "words", "picture", "openspiel")
FILES = ("weights", "lessons", "rules")


def test_a_game_tells_what_it_is(name: str) -> None:
    game = floe.game(name)
    assert game.name == name
    assert game.title.isprintable()
    assert game.title.strip() == game.title != ""
    assert game.rules_version >= 1
    assert game.players[0] >= 2
    assert game.players.step == 1
    assert game.phases[-1] == "over"
    assert len(set(game.phases)) == len(game.phases)
    assert set(game.setup_phases) < set(game.phases)
    assert 0 < game.loops.max_legal <= game.n_actions


def test_a_game_is_found_by_its_name_and_is_always_the_same(name: str) -> None:
    assert floe.game(name) is floe.game(name)
    assert re.fullmatch("[a-z][a-z0-9_]*", name)
    assert floe.games.manifest(name) is floe.game(name).manifest


def test_what_the_manifest_names_is_there(name: str) -> None:
    manifest: Manifest = floe.games.manifest(name)
    for part in PARTS:
        assert (manifest.part(part) is None) == (getattr(manifest, part) is None)
    for file in FILES:
        assert (manifest.file(file) is None) == (getattr(manifest, file) is None), f"there is no file for {file}"
    assert set(manifest.elo) <= set(manifest.levels)
    for count in manifest.players:
        assert len(set(manifest.colours[count])) == count


def test_levels_find_in_the_styles_of_their_game_what_they_need(name: str) -> None:
    manifest: Manifest = floe.games.manifest(name)
    styles = manifest.part("styles")
    for level in manifest.levels.values():
        assert level.style is None or level.style.name in styles.STYLES
        assert level.waits or callable(styles.idle), "a level that does not wait must be told what waiting is"


def test_every_option_is_told_in_the_rules_of_a_new_game_with_its_default(name: str) -> None:
    game = floe.game(name)
    rules = {option.name: option.default for option in game.options if not option.reading}
    assert game.new(seed=1).to_dict()["rules"] == rules
    assert game.new(seed=1, rules=defaults(game.options)) == game.new(seed=1)
    assert all(option.text for option in game.options)


def test_every_option_can_be_what_the_manifest_says_and_nothing_else(name: str) -> None:
    game = floe.game(name)
    for option in game.options:
        lowest, highest = option.lowest, option.highest
        good = [*option.choices, *(bound for bound in (lowest, highest) if bound is not None)]
        bad: list[Any] = [
            "no such choice",
            None,
            [],
            *([] if lowest is None or highest is None else [lowest - 1, highest + 1]),
        ]
        for value in good:
            rules = game.new(seed=1, rules={option.name: value}).to_dict()["rules"]
            assert (defaults(game.options) | rules)[option.name] == value
        for value in bad:
            with pytest.raises(FloeError):
                game.new(seed=1, rules={option.name: value})


def test_seats_may_choose_the_colours_that_the_manifest_names_and_no_others(name: str, players: int) -> None:
    game = floe.game(name)
    usual, choosable = game.manifest.colours[players], game.manifest.choosable.get(players, "")
    for colours in itertools.permutations("yrgb", players):
        if set(colours) <= set(choosable) or colours == tuple(usual):
            state = game.new(players, 1, colours=list(colours))
            assert game.colours(state.array) == state.to_dict()["players"] == list(colours)
        elif choosable:
            with pytest.raises(BadOption):
                game.new(players, 1, colours=list(colours))


def test_a_struct_is_small_and_whole(name: str) -> None:
    """A search keeps thousands of them, and hashes them eight bytes at a time."""
    assert floe.game(name).dtype.itemsize <= 2048
    assert floe.game(name).dtype.itemsize % 8 == 0


def test_a_new_game_begins_with_seat_0(name: str, players: int) -> None:
    state = floe.game(name).new(players=players, seed=1)
    assert (state.players, state.to_move, state.over, state.winners, state.outcome) == (players, 0, False, None, None)
    assert state.legal_actions()
    assert state.game.colours(state.array) == list(state.game.manifest.colours[players])


def test_the_same_seed_and_the_same_actions_give_the_same_game(name: str, players: int) -> None:
    for one, other in itertools.islice(zip(walk(name, players), walk(name, players), strict=True), 60):
        assert one == other
        assert one.to_dict() == other.to_dict()


@pytest.mark.parametrize("seed", [0, -1, 2**200, "", "text", "ünï", "\ud800"])
def test_whole_numbers_and_texts_are_seeds(name: str, seed: int | str) -> None:
    assert floe.game(name).new(seed=seed) == floe.game(name).new(seed=seed)


def test_the_seed_matters_where_there_is_chance_and_only_there(name: str) -> None:
    game = floe.game(name)
    assert len({game.new(seed=seed) for seed in range(5)}) == (5 if game.chance else 1)
    assert (game.new() == game.new()) == (not game.chance)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 99},
        {"players": "2"},
        {"players": 2.5},
        {"players": True},
        {"seed": 1.5},
        {"seed": True},
        {"seed": b"x"},
        {"rules": 7},
        {"rules": ["path_length"]},
        {"rules": {"no such option": 1}},
        {"rules": {3: 1}},
        {"colours": 7},
        {"colours": ["purple", "pink"]},
        {"colours": ["r", "r"]},
        {"colours": [None, None]},
        {"colours": []},
        {"players": 2, "colours": ["r", "g", "b"]},
    ],
    ids=str,
)
def test_a_setup_that_cannot_be_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(FloeError):
        floe.game(name).new(**options)


def test_playing_leaves_the_old_position_as_it_was(name: str, players: int) -> None:
    for state in every(25, walk(name, players)):
        before, document = bytes_of(state), state.to_dict()
        for action in state.legal_actions()[:10]:
            assert state.play(action) != state
        state.view(0)
        str(state)
        assert bytes_of(state) == before
        assert state.to_dict() == document


def test_a_position_cannot_be_written_to(name: str) -> None:
    state = floe.game(name).new(seed=1)
    for array in (state.array, state.play(state.legal_actions()[0]).array):
        with pytest.raises(ValueError, match="read-only"):
            array["phase"] = 0
    for made in (state.to_dict(), state.view(0), state.view(None)):
        made.clear()
    state.legal_actions().clear()
    state.legal_mask()[:] = 0
    assert state == floe.game(name).new(seed=1)
    assert state.legal_actions() == floe.game(name).new(seed=1).legal_actions()
    assert state.to_dict()["game"] == name


def test_equal_positions_are_equal_and_hash_alike(name: str, players: int) -> None:
    seen: dict[State, bytes] = {}
    for state in walk(name, players):
        seen[state] = bytes_of(state)
    assert len(seen) == len(set(seen.values()))
    assert floe.game(name).new(players=players, seed="walk") in seen


def test_a_position_can_be_copied_and_pickled(name: str, players: int) -> None:
    for state in every(40, walk(name, players)):
        for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  # own
            assert again == state
            assert type(again) is type(state)
            assert again.game is state.game
            assert again.legal_actions() == state.legal_actions()


def test_phase_seat_and_winners_fit_together(name: str, players: int) -> None:
    for state in [*walk(name, players), finished(name, players)]:
        check_end(state)
