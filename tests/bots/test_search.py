"""The search itself: what it finds, what it proves, and that it looks at nothing that is hidden."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
import pytest

import floe
from floe.bots.search import engine
from floe.bots.search.engine import Searcher, search_of
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import Weights, blank, parts, weights_of
from floe.bots.search.results import Result, SearchSettings
from floe.bots.search.workspace import Workspace
from floe.core.game import State
from floe.core.levels import BY_ESTIMATE, BY_NETWORK, BY_PLAYOUT, Budget
from floe.core.randomness import generator
from floe.games.icecult.game import IceCult
from tests.games.icecult.positions import document

JUDGES = [BY_ESTIMATE, BY_PLAYOUT]


def search(state: State, simulations: int, judge_by: str = BY_ESTIMATE, seed: int = 1, threads: int = 1) -> Result:
    seat = state.to_move
    assert seat is not None
    searcher = Searcher(state.game.name, threads, nodes=5_000)
    return searcher.search(
        state.array, seat, Budget(simulations=simulations), generator(seed), SearchSettings(judge_by)
    )


def almost_home() -> State:
    """Yellow, on turn, needs one step more; its arrow points to the path."""
    return IceCult().from_dict(document(tops="y>n arc arc arc", home={"y": 4}, paths={"n": {5: "y"}}))


@pytest.mark.parametrize("judge_by", JUDGES)
def test_a_win_at_hand_is_found_and_proven(judge_by: str) -> None:
    result = search(almost_home(), 100, judge_by)
    best = result.best(0)
    assert almost_home().action_text(best.action) == "a@5.1"
    assert best.proven
    assert best.value[:2] == (1.0, 0.0)
    assert result.simulations < 100  # nothing is left to find out


def test_compiling_takes_nothing_from_the_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first move on a new machine would be made after a glance."""
    compiled = search_of(heuristics_of("icecult"), BY_ESTIMATE)["simulate_many"]
    asked: list[int] = []
    passed = [0.0]

    def slow_at_first(workspace: Workspace, number: int) -> int:
        passed[0] += 0.001 * number if asked else 60.0
        asked.append(number)
        return int(compiled(workspace, number))

    monkeypatch.setattr(engine, "time", SimpleNamespace(perf_counter=lambda: passed[0]))

    monkeypatch.setattr(engine, "search_of", lambda *_: {"simulate_many": slow_at_first, "resume": lambda _: 0})
    monkeypatch.setattr(engine, "ready_search", engine.ready_search.__wrapped__)
    state = floe.game("icecult").new(2)
    result = Searcher("icecult", 1).search(state.array, 0, Budget(seconds=0.3), generator(1), SearchSettings())
    assert asked[0] == 0
    assert len(asked) > 2  # more than one chunk of simulations
    assert result.simulations == sum(asked)


@pytest.mark.parametrize("game", floe.game_names())
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_simulations_find_the_same(game: str, threads: int) -> None:
    made = floe.game(game)
    state = made.new(made.players[len(made.players) // 2], seed=5)
    assert search(state, 60, seed=9, threads=threads).actions == search(state, 60, seed=9, threads=threads).actions


@pytest.mark.parametrize("game", floe.game_names())
@pytest.mark.parametrize("judge_by", JUDGES)
def test_values_are_shares_and_every_legal_action_is_known(game: str, judge_by: str) -> None:
    for players in floe.game(game).players:
        state = floe.game(game).new(players, seed=players)
        result = search(state, 80, judge_by)
        assert sum(result.value) == pytest.approx(1, abs=1e-4)
        assert result.value[players:] == (0.0,) * (4 - players)
        assert {found.action for found in result.actions} == set(np.flatnonzero(state.legal_mask()))
        assert sum(found.visits for found in result.actions) == result.simulations - 1  # the first one made the root


@pytest.mark.parametrize("game", floe.game_names())
def test_two_trees_look_at_different_things(game: str) -> None:
    """Where nothing is left to chance they would otherwise find the same, and a second core were wasted."""
    state = floe.game(game).new(2, seed=5)
    searcher = Searcher(game, 2, nodes=5_000)
    searcher.search(state.array, 0, Budget(simulations=200), generator(1), SearchSettings(BY_ESTIMATE))
    one, two = (place.findings()["actions"] for place in searcher._places)
    assert [found[0] for found in one.values()] != [found[0] for found in two.values()]


def test_however_few_the_simulations_every_tree_finds_an_action() -> None:
    state = floe.game("icecult").new(2)
    for threads in (1, 4):
        result = search(state, 1, threads=threads)
        assert result.simulations == 2 * threads
        assert state.legal_mask()[result.best(0).action]


def test_plain_tree_search_tries_every_action_before_one_twice() -> None:
    state = floe.game("icecult").new(2)
    for simulations in (3, 9, 12):
        visits = [found.visits for found in search(state, simulations, BY_PLAYOUT).actions]
        assert max(visits) - min(visits) <= 1


def test_the_memory_for_all_trees_together_is_bounded() -> None:
    few, many = Searcher("icecult", 1), Searcher("icecult", 8)
    assert sum(len(place.workspace.nodes) for place in many._places) <= 4 * len(few._places[0].workspace.nodes)
    assert Searcher("icecult").threads <= 8


def test_a_full_tree_still_answers() -> None:
    state = floe.game("icecult").new(2)
    searcher = Searcher("icecult", 1, nodes=50)
    result = searcher.search(state.array, 0, Budget(simulations=500), generator(1), SearchSettings(BY_ESTIMATE))
    assert result.simulations == 500
    assert len(result.actions) == 8


def test_what_is_hidden_changes_nothing() -> None:
    game = floe.game("igluiglu")
    state = game.new(2, seed=3)
    rng = generator(4)
    for number in range(25):
        state = state.play(state.legal_actions()[number * 7 % len(state.legal_actions())])
    seat = state.to_move
    assert seat is not None
    other = state.determinize(seat, rng)
    assert other != state
    assert search(state, 200).actions == search(other, 200).actions


def turned(text: str) -> str:
    """An action after the board was turned clockwise: the next slot, the next direction."""
    slot_or_tilt, at, pawn = text.partition("@")
    return text if text == "end" else slot_or_tilt.translate(str.maketrans("neswabcd", "eswnbcda")) + at + pawn


def test_a_turned_board_has_the_same_features() -> None:
    """IC-7: with the built-in set, turning the board and shifting the colours changes nothing for the network."""
    heuristics = heuristics_of("icecult")
    game = floe.game("icecult")
    for seed in range(4):
        one, two = game.new(colours="yg"), game.new(colours="rb")
        rng = np.random.default_rng(seed)
        for _ in range(60):
            if one.over:
                break
            assert _features(heuristics, one) == _features(heuristics, two)
            texts = one.legal_actions()
            for text in texts:
                first = heuristics.policy_index(one.array[0], one.action_number(text))
                assert first == heuristics.policy_index(two.array[0], two.action_number(turned(text)))
            text = texts[int(rng.integers(len(texts)))]
            one, two = one.play(text), two.play(turned(text))


def _features(heuristics: object, state: State) -> list[int]:
    out = np.zeros(heuristics.MAX_ACTIVE, np.int32)  # type: ignore[attr-defined]  # a module of floe.bots.heuristics
    n = heuristics.features(state.array[0], out)  # type: ignore[attr-defined]  # a module of floe.bots.heuristics
    return sorted(out[:n].tolist())


@pytest.mark.parametrize("game", [game for game in floe.game_names() if heuristics_of(game).learns])
def test_features_stay_within_their_bounds(game: str) -> None:
    heuristics = heuristics_of(game)
    for seed in range(6):
        state = floe.game(game).new(2 + seed % 3, seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(200):
            if state.over:
                break
            found = _features(heuristics, state)
            if game != "igluiglu":  # whose islands may be alike: see its test_features.py
                assert len(found) == len(set(found))
            assert found[0] >= 0
            assert found[-1] < heuristics.N_FEATURES
            texts = state.legal_actions()
            state = state.play(texts[int(rng.integers(len(texts)))])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_that_corrects_and_knows_nothing_judges_as_the_estimate(players: int) -> None:
    heuristics = heuristics_of("igluiglu")
    assert heuristics.CORRECTS
    state = floe.game("igluiglu").new(players, seed=players)
    for _ in range(30):
        state = state.play(state.legal_actions()[0])

    def value(judge_by: str, weights: Weights | None) -> tuple[float, ...]:
        assert state.to_move is not None
        manner = SearchSettings(judge_by, weights, heuristics.EXPLORATION)
        searcher = Searcher("igluiglu", 1, nodes=2000)
        return searcher.search(state.array, state.to_move, Budget(simulations=60), generator(1), manner).value

    nothing = blank(heuristics)
    by_hand = value(BY_ESTIMATE, None)
    assert value(BY_NETWORK, nothing) == pytest.approx(by_hand, abs=0.02)
    biased = nothing.copy()
    parts(heuristics, biased)["bv"][0] = 3.0
    assert value(BY_NETWORK, biased) != pytest.approx(by_hand, abs=0.1)


@pytest.mark.parametrize("game", floe.game_names())
def test_the_estimate_as_logits_is_the_same_estimate(game: str) -> None:
    heuristics = heuristics_of(game)
    for seed in range(6):
        state = floe.game(game).new(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(10 * seed):
            texts = state.legal_actions()
            state = state.play(texts[int(rng.integers(len(texts)))]) if texts else state
        shares, logits = np.zeros(4, np.float32), np.zeros(4, np.float32)
        heuristics.estimate(state.array[0], shares)
        heuristics.estimate_logits(state.array[0], logits)
        assert softmax(logits[: state.players]) == pytest.approx(shares[: state.players], abs=1e-5)


def test_the_network_is_evaluated_as_written_in_numpy() -> None:
    heuristics, weights = heuristics_of("icecult"), weights_of("icecult")
    assert weights is not None
    state = floe.game("icecult").new(2).play("nn")
    place = Searcher("icecult", 1, nodes=100)._places[0]
    place.prepare(state.array, 0, generator(1), SearchSettings(BY_NETWORK, weights, variety=0))
    w = parts(heuristics, weights)
    hidden1 = np.maximum(w["w1"][_features(heuristics, state)].sum(0) + w["b1"], 0)
    hidden2 = np.maximum(hidden1 @ w["w2"] + w["b2"], 0)
    simulate_many = search_of(heuristics, BY_NETWORK)["simulate_many"]
    simulate_many(place.workspace, 1)
    assert place.findings()["value"][:2] == pytest.approx(softmax((w["wv"] @ hidden2 + w["bv"])[:2]), abs=1e-4)
    simulate_many(place.workspace, 1)
    root = place.workspace.nodes[0]
    edges = place.workspace.edges[root["first"] : root["first"] + root["count"]]
    logits = w["wp"] @ hidden2 + w["bp"]
    numbers = [heuristics.policy_index(state.array[0], int(action)) for action in edges["action"]]
    assert edges["prior"] == pytest.approx(softmax(logits[numbers]), abs=1e-4)


def softmax(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
