"""What the network is told of a position: all of the box, and the same from every side of the board."""

from __future__ import annotations

import numpy as np
import pytest

import floe
from floe.bots.search.heuristics import heuristics_of
from floe.core.game import State
from floe.core.randomness import Deal
from floe.games.icecult.cubesets import BUILT_IN, CubeSet, check_cube_set, drawn_cube_set
from floe.games.icecult.heuristics import MAX_ACTIVE, N_FEATURES, training_start
from floe.games.icecult.layout import COLOURS, SLOTS

HEURISTICS = heuristics_of("icecult")
CLOCKWISE = {"U": "U", "N": "E", "E": "S", "S": "W", "W": "N", "D": "D"}


def told(state: State) -> list[int]:
    """The active features of a position."""
    out = np.zeros(MAX_ACTIVE, np.int32)
    return sorted(out[: HEURISTICS.features(state.array[0], out)].tolist())


def next_of(letter: str, order: str) -> str:
    return order[(order.index(letter) + 1) % len(order)]


def turned(cubes: CubeSet) -> CubeSet:
    """The set after a quarter turn of the board, with every colour in the place of the next one."""
    made: CubeSet = {}
    for slot, faces in cubes.items():
        made[next_of(slot, SLOTS)] = {
            CLOCKWISE[face]: (
                symbol if symbol in ("arc", "circle") else f"{next_of(symbol[0], COLOURS)}>{CLOCKWISE[symbol[2]]}"
            )
            for face, symbol in faces.items()
        }
    return check_cube_set(made)


@pytest.mark.parametrize("seed", range(12))
def test_a_turned_board_looks_the_same(seed: int) -> None:
    deal = Deal(seed, "turned")
    cubes, length, players = drawn_cube_set(deal), 1 + deal.below(9), 2 + deal.below(3)
    colours = "".join(deal.shuffled(COLOURS)[:players])
    here = floe.game("icecult").new(players, rules={"cubes": cubes, "path_length": length}, colours=colours)
    there = floe.game("icecult").new(
        players,
        rules={"cubes": turned(cubes), "path_length": length},
        colours="".join(next_of(colour, COLOURS) for colour in colours),
    )
    for _ in range(80):
        if here.outcome is not None:
            break
        assert told(here) == told(there)
        seen = {HEURISTICS.policy_index(there.array[0], n): text for text, n in there.numbered_actions().items()}
        text, number = sorted(here.numbered_actions().items())[deal.below(len(here.legal_actions()))]
        same = seen[HEURISTICS.policy_index(here.array[0], number)]
        here, there = here.play(text), there.play(same)
    assert (here.outcome is None) == (there.outcome is None)


def test_every_face_is_told() -> None:
    usual = told(floe.game("icecult").new(2))
    for slot in SLOTS:
        for face in "NESWD":
            other = {name: dict(faces) for name, faces in BUILT_IN["fair"].items()}
            other[slot][face] = "arc" if other[slot][face] == "circle" else "circle"
            assert told(floe.game("icecult").new(2, rules={"cubes": other})) != usual, (slot, face)


@pytest.mark.parametrize("rules", [{"path_length": 4}, {"circles": "may"}, {"tower": "own"}, {"checked": "turn"}])
def test_other_rules_are_told(rules: dict[str, object]) -> None:
    assert told(floe.game("icecult").new(2, rules=rules)) != told(floe.game("icecult").new(2))


@pytest.mark.parametrize("seed", range(8))
def test_features_are_few_and_each_is_there_once(seed: int) -> None:
    deal = Deal(seed, "few")
    state = floe.game("icecult").new(2 + seed % 3, rules={"cubes": drawn_cube_set(deal), "path_length": 1 + seed})
    while state.outcome is None and state.to_dict()["turn"] < 40:
        found = told(state)
        assert len(found) <= MAX_ACTIVE
        assert len(set(found)) == len(found)
        assert found[-1] < N_FEATURES
        actions = state.legal_actions()
        state = state.play(actions[deal.below(len(actions))])


def test_drawn_sets_are_lawful_and_differ() -> None:
    drawn = [drawn_cube_set(Deal(seed, "drawn")) for seed in range(60)]
    assert [check_cube_set(cubes) for cubes in drawn] == drawn
    assert len({str(cubes) for cubes in drawn}) == len(drawn)
    assert any(list(cube.values()).count("arc") > 1 for cubes in drawn for cube in cubes.values())
    assert drawn_cube_set(Deal(3, "drawn")) == drawn[3]


def test_half_of_the_games_to_learn_from_begin_after_some_drawn_actions() -> None:
    def starts() -> list[State]:
        deal = Deal(7, "starts")
        game = floe.game("icecult")
        return [game.state(training_start(game, deal, 2 + number % 3)) for number in range(120)]

    found = starts()
    assert [state.to_dict() for state in found] == [state.to_dict() for state in starts()]  # by the deal alone
    assert not any(state.over for state in found)
    begun = [state.turn > 0 or state.phase != "tilt1" for state in found]
    assert 30 < sum(begun) < 80
