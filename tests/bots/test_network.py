"""Files of weights: kept and read back, and refused where they do not fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import floe
from floe import games
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import BadWeights, blank, load, parts, random_weights, save


@pytest.mark.parametrize("game", floe.game_names())
def test_weights_come_back_in_half_precision(game: str, tmp_path: Path) -> None:
    heuristics = heuristics_of(game)
    weights = random_weights(heuristics, 1)
    save(tmp_path / "w.npz", heuristics, weights, {"game": game})
    read, about = load(tmp_path / "w.npz", game)
    assert about["game"] == game
    assert np.allclose(read, weights, atol=1e-3)
    assert (tmp_path / "w.npz").stat().st_size < 4_000_000


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    icecult = heuristics_of("icecult")
    save(tmp_path / "w.npz", icecult, blank(icecult), {"game": "icecult"})
    with pytest.raises(BadWeights, match="holds weights for 'icecult', not for 'igluiglu'"):
        load(tmp_path / "w.npz", "igluiglu")


def test_weights_for_other_features_are_refused(tmp_path: Path) -> None:
    icecult = heuristics_of("icecult")
    save(tmp_path / "w.npz", icecult, blank(icecult), {"game": "igluiglu"})
    with pytest.raises(BadWeights, match=r"w1 has the shape \(\d+, \d+\), this version needs"):
        load(tmp_path / "w.npz", "igluiglu")


@pytest.mark.parametrize("content", [b"", b"no weights", b"PK\x03\x04 broken"])
def test_a_file_that_is_none_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    path.write_bytes(content)
    with pytest.raises(BadWeights, match="no file of weights"):
        load(path, "icecult")


def test_a_format_of_the_future_is_refused(tmp_path: Path) -> None:
    heuristics = heuristics_of("icecult")
    save(tmp_path / "w.npz", heuristics, blank(heuristics), {"format": 99})
    with pytest.raises(BadWeights, match="99"):
        load(tmp_path / "w.npz", "icecult")


@pytest.mark.parametrize("game", ["icecult", "igluiglu"])
def test_the_shipped_weights_fit_and_are_small(game: str) -> None:
    path = games.manifest(game).file("weights")
    assert path is not None
    weights, about = load(path, game)
    assert about["game"] == game
    assert about["rules_version"] == floe.game(game).rules_version
    assert np.abs(parts(heuristics_of(game), weights)["w1"]).max() > 0
    assert path.stat().st_size < 1_000_000
