"""Both games as OpenSpiel's games: parameters, utilities, lengths, actions, saving."""

from __future__ import annotations

import dataclasses
import pickle
from collections import Counter
from typing import Any

import pyspiel
import pytest

import floe
import floe.core.engines
from floe import games
from floe.core.tree import UNBOUNDED, Node
from floe.envs.openspiel import names, register
from floe.envs.openspiel.game import game_class, node_type
from floe.envs.openspiel.speed import random_play
from floe.games.icecult.layout import END, STEP, TURN
from floe.games.icecult.tree import IceCultNode
from floe.games.igluiglu.game import IgluIglu
from floe.games.igluiglu.tree import IgluIgluNode
from tests.envs.openspiel_play import GAMES, NAMES, OUTSIDE, dice, load, played, states, step


def pickled(thing: Any) -> Any:
    """The same, after it was written to bytes and read back."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  # pickled right here


def end(name: str, seed: int) -> Any:
    return list(states(name, seed))[-1]


def test_every_game_that_says_how_it_unfolds_is_registered() -> None:
    register()  # once more, which changes nothing
    found = games.found().manifests
    open_games = [n for n in found if found[n].openspiel or not (floe.game(n).chance or floe.game(n).hidden)]
    assert list(names()) == open_games
    assert set(names().values()) <= set(pyspiel.registered_names())


def announced(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """One game more is installed: IGLU IGLU by another name, with another way to unfold."""
    made = dataclasses.replace(games.manifest("igluiglu"), **changes)
    monkeypatch.setattr(games, "found", lambda: games.Found({made.name: made}, {}))
    monkeypatch.setattr(IgluIglu, "manifest", made)
    floe.core.engines.engine.cache_clear()


def test_a_game_of_chance_that_does_not_say_how_it_unfolds_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    announced(monkeypatch, name="silent", openspiel=None)
    register()
    assert names() == {}
    assert "python_floe_silent" not in pyspiel.registered_names()


def test_a_game_that_fails_to_unfold_is_named_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    announced(monkeypatch, name="broken", openspiel="floe.no_such_module:Node")
    register()
    assert names() == {}
    assert "the game broken is left out of OpenSpiel: No module named 'floe.no_such_module'" in caplog.text


def test_a_game_without_chance_and_secrets_needs_nothing_of_its_own() -> None:
    plain = dataclasses.replace(games.manifest("icecult"), openspiel=None)
    assert node_type(plain) is Node
    made = game_class(floe.game("icecult"), Node)
    assert made.kind.parameter_specification == load(NAMES[0]).get_type().parameter_specification
    assert made({"path_length": 1}).max_game_length() == UNBOUNDED


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (
            "python_floe_icecult(players=3,circles=may,path_length=2,stall_limit=4)",
            {"path_length": 2, "cubes": "fair", "circles": "may", "stall_limit": 4},
        ),
        (
            "python_floe_igluiglu(players=3,variant=gamers,centre=open)",
            {"variant": "gamers", "centre": "open", "mix": "default"},
        ),
    ],
)
def test_parameters_are_the_players_and_the_rules(name: str, rules: dict[str, Any]) -> None:
    state = load(name).new_initial_state()
    assert state.num_players() == 3
    assert state.position.state().to_dict()["rules"].items() >= rules.items()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("python_floe_icecult(players=5)", "2 to 4 players"),
        ("python_floe_icecult(circles=maybe)", "'must', 'may'"),
        ("python_floe_icecult(path_length=0)", "path_length"),
        ("python_floe_icecult(stall_limit=1001)", "stall_limit"),
        ("python_floe_igluiglu(players=1)", "2 to 4 players"),
        ("python_floe_igluiglu(centre=ajar)", "'closed', 'open'"),
        ("python_floe_igluiglu(variant=nobody)", "'family', 'gamers'"),
    ],
)
def test_parameters_that_do_not_exist_are_refused(name: str, problem: str) -> None:
    with pytest.raises(floe.FloeError, match=problem):
        load(name)


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_named_and_numbered_as_floe_does_it(name: str) -> None:
    for state in states(name, seed=2):
        if state.current_player() >= 0:
            position = state.position.state()
            numbers = state.legal_actions()
            assert [state.action_to_string(number) for number in numbers] == position.legal_actions()
            assert [position.action_number(text) for text in position.legal_actions()] == numbers
            assert [state.string_to_action(text) for text in position.legal_actions()[:3]] == numbers[:3]


@pytest.mark.parametrize("name", [*NAMES, *OUTSIDE])
def test_a_number_that_is_no_legal_action_is_refused_and_changes_nothing(name: str) -> None:
    state = played(name, seed=3, actions=40)
    before = str(state), state.history()
    illegal = set(range(state.num_distinct_actions())) - set(state.legal_actions())
    for number in (*sorted(illegal)[:20], *sorted(illegal)[-20:], -7, state.num_distinct_actions()):
        with pytest.raises(floe.FloeError, match="not legal here"):
            state.apply_action(number)
        assert state.action_to_string(0, number) == f"#{number}"
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("name", GAMES)
def test_winners_share_the_win_and_utilities_add_up_to_zero(name: str) -> None:
    state = end(name, seed=4)
    outcome = state.position.state().outcome
    n, winners = state.num_players(), outcome.winners
    winner, loser = (n / len(winners) - 1) / (n - 1), -1 / (n - 1)
    assert state.returns() == pytest.approx([winner if seat in winners else loser for seat in range(n)])
    assert sum(state.returns()) == pytest.approx(0)
    assert state.rewards() == state.returns()


def test_a_draw_pays_nobody_anything() -> None:
    game = load("python_floe_icecult(stall_limit=1)")
    state = game.new_initial_state()
    for action in ("ns", "ns"):  # two cubes show their circles, two their arcs: nobody can step
        state.apply_action(state.string_to_action(action))
    state.apply_action(END)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_nobody_has_won_anything_while_a_game_runs() -> None:
    for name in (*NAMES, *OUTSIDE):
        assert played(name, seed=5, actions=30).returns() == [0, 0]


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_longer_than_the_bound(name: str) -> None:
    game = load(name)
    for seed in range(5):
        assert end(name, seed).move_number() <= game.max_game_length() + game.max_chance_nodes_in_history()


@pytest.mark.parametrize("name", [name for name in GAMES if "icecult" in name])
def test_the_parts_of_ice_cults_bound_hold(name: str) -> None:
    """So many steps, so many turns without a step in a row, so many other actions in a turn."""
    rules = load(name).get_parameters()
    for seed in range(5):
        steps = others = standing = 0
        stepped = False
        for action in end(name, seed).history():
            if STEP <= action < TURN:
                steps += 1
                stepped = True
            else:
                others += 1
            if action == END:
                assert others <= 7
                standing = 0 if stepped else standing + 1
                assert standing <= rules["stall_limit"]
                others, stepped = 0, False
        assert steps <= 20 * (rules["path_length"] + 1)


def test_ice_cults_bound_by_hand() -> None:
    assert IceCultNode.longest_game(2, {"path_length": 1, "stall_limit": 1}) == 40 + 7 * 41
    assert IceCultNode.longest_game(4, {"path_length": 5, "stall_limit": 60}) == 120 + 7 * 121 * 60


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parts_of_iglu_iglus_bound_hold(players: int) -> None:
    """Actions by their first word: per turn a flip, an end and the points' worth; the rest as the tiles allow."""
    state = end(f"python_floe_igluiglu(players={players})", seed=players)
    words = Counter(text.split()[0] for text in state.position.seen.split(", "))
    inuit = {2: 10, 3: 9, 4: 12}[players]
    assert words["place"] == inuit
    assert words["end"] <= words["flip"] <= 56
    assert words["walk"] + words["kayak"] + words["hunt"] + words["igloo"] <= 3 * words["flip"] + 12
    assert words["herd"] <= 6
    assert words["step"] <= 3 * words["herd"]
    assert words["spear"] + words["pass"] <= players * words["step"]
    assert words["melt"] <= 6
    assert words["flee"] <= inuit * (words["melt"] + words["step"])
    assert words["drift"] <= 6
    assert words["shove"] <= 29 * words["drift"]


def test_iglu_iglus_bound_by_hand() -> None:
    turns, energies, harpoons = 56 * 5, 2 * (2 + 3 + 4), 6
    melts, herds, drifts = 6 * (1 + 10), 6 * (1 + 3 * (1 + 2 + 10)), 6 * (1 + 28 + 1)
    assert IgluIgluNode.longest_game(2, {}) == 10 + turns + energies + harpoons + melts + herds + drifts
    assert IgluIgluNode.max_chance_nodes == 4 + 56 + 24 + 10


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_as_the_original(name: str) -> None:
    state = played(name, seed=6, actions=50)
    game = state.get_game()
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    others = (pickled(state), game.deserialize_state(state.serialize()), restored, state.clone())
    rng = dice(6)
    while not state.is_terminal():
        for other in others:
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.current_player() == state.current_player()
            assert other.legal_actions() == state.legal_actions()
        before = state.clone()
        step(state, rng)
        for other in others:
            other.apply_action(state.history()[-1])
        assert before.history() == state.history()[:-1]
    for other in others:
        assert other.returns() == state.returns()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_pickled_with_its_parameters(name: str) -> None:
    game = load(name)
    assert str(pickled(game)) == str(game)


@pytest.mark.parametrize("name", GAMES)
def test_replaying_the_history_leads_to_the_same_state(name: str) -> None:
    state = played(name, seed=7, actions=80)
    again = load(name).new_initial_state()
    for action in state.history():
        again.apply_action_with_legality_check(action)
    assert str(again) == str(state)


@pytest.mark.parametrize("name", [*NAMES, *OUTSIDE, "tic_tac_toe", "backgammon"])
def test_speed_is_measured_in_actions(name: str) -> None:
    assert random_play(load(name), 700, seed=8) == 700
