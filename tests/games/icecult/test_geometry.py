"""The cubes in space, and the symmetry of the default set (IC-7, IC-8, IC-10, IC-18)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from floe.games.icecult import rules
from floe.games.icecult.game import IceCultState
from floe.games.icecult.geometry import POSES, TILTED, TURNED
from tests.games.icecult import plain
from tests.games.icecult.positions import GAME, document, played

CLOCKWISE = dict(zip("nesw", "eswn", strict=True))
NEXT_SLOT = dict(zip("abcd", "bcda", strict=True))
NEXT_COLOUR = dict(zip("yrgb", "rgby", strict=True))


def cubes(state: IceCultState) -> tuple[str, ...]:
    return tuple(state.to_dict()["cubes"].values())


def test_the_tables_say_what_rolling_and_turning_a_cube_by_hand_says() -> None:
    for number, pose in enumerate(POSES):
        cube = plain.CUBES[pose]
        for direction, name in enumerate("nesw"):
            assert POSES[TILTED[number, direction]] == plain.pose(plain.tilted(cube, name))
        for counter, sign in enumerate("+-"):
            assert POSES[TURNED[number, counter]] == plain.pose(plain.turned(cube, sign))


@pytest.mark.parametrize("pose", range(24))
@pytest.mark.parametrize("direction", range(4))
def test_four_tilts_are_none_and_fewer_are_some(pose: int, direction: int) -> None:
    seen = [pose]
    for _ in range(4):
        seen.append(int(TILTED[seen[-1], direction]))
    assert seen[4] == pose
    assert len(set(seen)) == 4


@pytest.mark.parametrize("pose", range(24))
@pytest.mark.parametrize("direction", range(4))
def test_a_tilt_and_its_opposite_are_none(pose: int, direction: int) -> None:
    assert TILTED[TILTED[pose, direction], direction ^ 2] == pose


@pytest.mark.parametrize("pose", range(24))
def test_four_turns_are_none_and_a_turn_and_its_opposite_are_none(pose: int) -> None:
    assert TURNED[TURNED[pose, 0], 1] == pose
    after = pose
    for _ in range(4):
        after = int(TURNED[after, 0])
    assert after == pose


def test_four_tilts_of_a_pair_over_two_turns_bring_the_board_back() -> None:
    for tilt in plain.TILTS:
        once = played(GAME.new(), tilt, tilt, "end")
        twice = played(once, tilt, tilt)
        assert cubes(once) != cubes(GAME.new())
        assert cubes(twice) == cubes(GAME.new())


def test_all_24_poses_are_reached_by_tilting() -> None:
    reached, waiting = set(), [0]
    while waiting:
        pose = waiting.pop()
        if pose not in reached:
            reached.add(pose)
            waiting += [int(after) for after in TILTED[pose]]
    assert reached == set(range(24))


def test_the_64_ordered_pairs_of_tilts_give_45_results_from_the_setup() -> None:
    """Allowed or not: the eight that tilt back all give the setup."""
    ends: Counter[tuple[str, ...]] = Counter()
    for first, second in itertools.product(range(8), repeat=2):
        array = GAME.new().array.copy()
        rules.tilt(array[0], first)
        rules.tilt(array[0], second)
        ends[cubes(GAME.state(array))] += 1
    assert len(ends) == 45
    assert ends[cubes(GAME.new())] == 8


def turned_action(action: str) -> str:
    """The same action on the board turned a quarter clockwise."""
    if action in plain.TILTS:
        return CLOCKWISE[action[0]] + CLOCKWISE[action[1]]
    if action == "end":
        return action
    at = 1 if action.startswith("*") else 0
    return action[:at] + NEXT_SLOT[action[at]] + action[at + 1 :]


def turned_position(doc: dict[str, Any]) -> dict[str, Any]:
    """The same position on the board turned a quarter clockwise with the colours shifted, leaving out the poses."""

    def top(symbol: str) -> str:
        return f"{NEXT_COLOUR[symbol[0]]}>{CLOCKWISE[symbol[2]]}" if ">" in symbol else symbol

    def stack(pawns: str) -> str:
        return "".join(NEXT_COLOUR[pawn] for pawn in pawns)

    return doc | {
        "players": [NEXT_COLOUR[colour] for colour in doc["players"]],
        "first_tilt": doc["first_tilt"] and turned_action(doc["first_tilt"]),
        "cubes": None,
        "tops": {NEXT_SLOT[slot]: top(symbol) for slot, symbol in doc["tops"].items()},
        "used": sorted(NEXT_SLOT[slot] for slot in doc["used"]),
        "start": {NEXT_COLOUR[colour]: n for colour, n in doc["start"].items()},
        "home": {NEXT_COLOUR[colour]: n for colour, n in doc["home"].items()},
        "paths": {CLOCKWISE[path]: [stack(pawns) for pawns in stacks] for path, stacks in doc["paths"].items()},
    }


@pytest.mark.parametrize("seed", range(5))
def test_turning_the_board_and_shifting_the_colours_is_a_symmetry_of_the_default_set(seed: int) -> None:
    """A whole game of four, beside the same game turned: offered, reached and won is always the same."""
    choose = random.Random(seed)  # noqa: S311  # chooses moves, keeps no secret
    state, beside = GAME.new(players=4), GAME.new(colours="rgby")
    while not state.over:
        assert {turned_action(action) for action in state.legal_actions()} == set(beside.legal_actions())
        action = choose.choice(state.legal_actions())
        state, beside = state.play(action), beside.play(turned_action(action))
        assert turned_position(state.to_dict()) == beside.to_dict() | {"cubes": None}
    assert state.winners == beside.winners


def test_turning_only_the_board_is_no_symmetry() -> None:
    """The test above can fail: without shifting the colours the boards differ after one tilt."""
    state, beside = GAME.new(players=4).play("nn"), GAME.new(players=4).play("ee")
    tops = [{top[:1] for top in other.to_dict()["tops"].values() if ">" in top} for other in (state, beside)]
    assert tops[0] != tops[1]


def test_every_cube_can_show_every_symbol_in_every_direction_in_the_default_set() -> None:
    """What the other tests build their positions on."""
    symbols = ["arc", "circle", *(f"{c}>{d}" for c, d in itertools.product("yrgb", "nesw"))]
    for symbol in symbols:
        doc = document(tops=" ".join([symbol] * 4))
        assert GAME.from_dict(doc).to_dict()["tops"] == dict.fromkeys("abcd", symbol)
