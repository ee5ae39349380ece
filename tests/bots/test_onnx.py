"""Networks in ONNX files: they play by their policy, and what does not fit is refused with the reason."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import floe
from floe.bots import onnx_player
from floe.bots.bot import BadPlayer
from floe.bots.registry import bot
from floe.core.randomness import generator
from tests.bots.test_bots import play, scattered


def network(path: Path, game: str, weights: Any = None, **changed: Any) -> str:
    """Write a network of one layer for a game; by default each action is the likelier the higher its number."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    made = floe.game(game)
    shape: dict[str, Any] = {"inputs": made.observation_size, "actions": made.n_actions, "batch": "N"} | changed
    if weights is None:
        weights = np.zeros((shape["inputs"], shape["actions"]))
    bias = shape.get("bias", np.arange(shape["actions"]) / shape["actions"])
    kind = shape.get("kind", onnx.TensorProto.FLOAT)
    name_in, name_out = shape.get("input", "observation"), shape.get("output", "policy")
    cast = onnx.helper.make_node("Cast", [name_in], ["x"], to=onnx.TensorProto.FLOAT)
    layer = onnx.helper.make_node("Gemm", ["x", "w", "b"], [name_out])
    value = onnx.helper.make_node("ReduceMean", ["x"], ["value"], keepdims=0)
    graph = onnx.helper.make_graph(
        [cast, layer, value],
        "network",
        [onnx.helper.make_tensor_value_info(name_in, kind, [shape["batch"], shape["inputs"]])],
        [
            onnx.helper.make_tensor_value_info(name_out, onnx.TensorProto.FLOAT, [shape["batch"], shape["actions"]]),
            onnx.helper.make_tensor_value_info("value", onnx.TensorProto.FLOAT, []),
        ],
        [
            onnx.numpy_helper.from_array(np.asarray(weights, np.float32), "w"),
            onnx.numpy_helper.from_array(np.asarray(bias, np.float32), "b"),
        ],
    )
    opset = onnx.helper.make_opsetid("", 17)
    onnx.save(onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8), path)
    return str(path)


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_it_plays_the_likeliest_legal_action(game: str, tmp_path: Path) -> None:
    made = floe.game(game)
    weights = np.random.default_rng(1).normal(size=(made.observation_size, made.n_actions)).astype(np.float32)
    spec = network(tmp_path / "net.onnx", game, weights)
    for seed in range(10):
        state = scattered(game, seed)
        seat = state.to_move
        assert seat is not None
        logits = state.observe(seat) @ weights + np.arange(made.n_actions) / made.n_actions
        best = max(state.legal_actions(), key=lambda text: logits[state.action_number(text)])
        assert bot(spec, game).choose(state.view(seat), state.legal_actions(), generator(seed)) == best


def test_it_plays_whole_games(tmp_path: Path) -> None:
    spec = network(tmp_path / "net.onnx", "icecult", batch=1)
    assert play("icecult", [f"{spec}@sampled", "random"], seed=1).over


def test_sampled_it_plays_as_often_as_the_policy_says(tmp_path: Path) -> None:
    state = floe.game("icecult").new()
    first, second, *others = (state.action_number(text) for text in state.legal_actions())
    bias = np.full(state.game.n_actions, 9.0)  # what is illegal is masked, however likely
    bias[others], bias[first], bias[second] = -np.inf, np.log(3), 0
    player = bot(network(tmp_path / "net.onnx", "icecult", bias=bias) + "@sampled", "icecult")
    rng = generator(1)
    chosen = Counter(player.choose(state.view(0), state.legal_actions(), rng) for _ in range(400))
    assert set(chosen) == set(state.legal_actions()[:2])
    assert 260 < chosen[state.legal_actions()[0]] < 340  # 300 expected; four standard deviations are 35


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"inputs": 12}, r"observation has the shape \['N', 12\]; ICE CULT needs \[N, \d+\] or \[1, \d+\]"),
        ({"actions": 3}, r"policy has the shape \['N', 3\]; ICE CULT needs"),
        ({"batch": 32}, r"observation has the shape \[32, \d+\]"),
        ({"input": "obs"}, "has the inputs obs; expected is one, observation"),
        ({"output": "logits"}, "has the outputs logits, value; expected is policy"),
        ({"kind": 11}, r"observation is a tensor\(double\); expected is a tensor\(float\)"),
    ],
)
def test_one_that_does_not_fit_is_refused_with_the_reason(changed: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match=why):
        bot(network(tmp_path / "net.onnx", "icecult", **changed), "icecult")


def test_one_for_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match="IGLU IGLU needs"):
        bot(network(tmp_path / "net.onnx", "icecult"), "igluiglu")


def test_a_policy_that_is_no_number_is_no_policy(tmp_path: Path) -> None:
    state = floe.game("icecult").new()
    spec = network(tmp_path / "net.onnx", "icecult", bias=np.full(state.game.n_actions, np.nan))
    with pytest.raises(BadPlayer, match="gives no policy here"):
        bot(spec, "icecult").choose(state.view(0), state.legal_actions(), generator(1))


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (tmp_path / "net.onnx").write_bytes(b"nothing")
    with pytest.raises(BadPlayer, match="no network that ONNX Runtime can read"):
        bot(str(tmp_path / "net.onnx"), "icecult")


def test_a_file_that_is_missing_and_a_way_that_there_is_not_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match=r"net.onnx cannot be read: No such file"):
        bot(str(tmp_path / "net.onnx"), "icecult")
    with pytest.raises(BadPlayer, match="as it is or @sampled, not @hard"):
        bot(str(tmp_path / "net.onnx@hard"), "icecult")


def test_without_onnx_runtime_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "net.onnx").write_bytes(b"nothing")
    onnx_player._session.cache_clear()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(BadPlayer, match=r"pip install 'floe-games\[onnx\]'"):
        bot(str(tmp_path / "net.onnx"), "icecult")
