"""The greedy machine player of IGLU IGLU: simple, but nobody's fool, and it knows no more than its seat may."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

import pytest

from floe.bots.registry import bot
from floe.core.jit import interpreted
from floe.core.randomness import generator
from floe.games.igluiglu.game import IgluIgluState
from tests.games.igluiglu.positions import CELLS, CENTRE, GAME, LAND, position
from tests.games.igluiglu.strategies import LIVELY, random_number

RULES: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "gamers"},
    {"centre": "open", "mix": LIVELY},
    {"variant": "gamers", "centre": "open", "mix": LIVELY},
)

EVERY = 50 if interpreted() else 5
"""So many actions of a random game later greedy is asked again."""

MUCH_ICE = " ".join(cell for cell in CELLS if cell not in LAND | CENTRE and cell[1] < "7")
CAMP = {"b2": "r", "c2": "r", "d2": "r", "b3": "r", "g5": "bbbbb"}
"""Red stands so well together that it has no better use for its points than to hunt."""


def winners(seats: list[str], seed: int) -> list[str]:
    """The levels that win a game between machine players."""
    state = GAME.new(players=len(seats), seed=seed)
    bots = [bot(level, "igluiglu") for level in seats]
    rng = generator(seed)
    while state.to_move is not None:
        state = state.play(bots[state.to_move].choose(state.view(state.to_move), state.legal_actions(), rng))
    return [seats[seat] for seat in state.winners or ()]


def finish(state: IgluIgluState, seed: int = 0) -> IgluIgluState:
    """The position after greedy has played its turn, and whoever was asked meanwhile."""
    player, rng, owner = bot("greedy", "igluiglu"), generator(seed), state.to_dict()["owner"]
    while not state.over and state.to_dict()["owner"] == owner:
        state = state.play(player.choose(state.view(state.to_move), state.legal_actions(), rng))
    return state


def taken(state: IgluIgluState, colour: str = "r") -> list[str]:
    animals: list[str] = state.to_dict()["taken"][colour]
    return animals


@pytest.mark.skipif(interpreted(), reason="plays whole games")
def test_greedy_beats_random_in_every_one_of_10_games() -> None:
    """More than 95 of 100, which would take long."""
    won = [winners(["greedy", "random"] if seed % 2 else ["random", "greedy"], seed) for seed in range(10)]
    assert won.count(["greedy"]) == 10


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES)
def test_it_plays_nothing_but_legal_actions_from_any_position(players: int, rules: dict[str, Any]) -> None:
    """Whole random games of much herding and drifting, in which greedy is asked in every phase and now and then."""
    state = GAME.new(players, seed=players, rules=rules).mutable()
    rng = generator(players)
    asked: Counter[str] = Counter()
    for ply in count():
        if state.over:
            break
        position_ = GAME.state(state.array.copy())
        seat = position_.to_move
        if not asked[position_.phase] or ply % EVERY == 0:
            asked[position_.phase] += 1
            chosen = bot("greedy", "igluiglu").choose(position_.view(seat), position_.legal_actions(), rng)
            assert chosen in position_.legal_actions()
        state.step(random_number(state, rng))
    assert {"place", "flip", "act", "herd"} <= set(asked)


def test_what_is_hidden_from_its_seat_makes_no_difference() -> None:
    state = GAME.new(3, seed=4).mutable()
    state.playout(generator(4), 60)
    truth = GAME.state(state.array.copy())
    seat = truth.to_move
    for seed in range(5):
        other = truth.determinize(seat, generator(seed))
        assert other != truth
        choices = [
            bot("greedy", "igluiglu").choose(which.view(seat), which.legal_actions(), generator(9))
            for which in (truth, other)
        ]
        assert choices[0] == choices[1]


def test_it_hunts_the_best_that_its_points_allow() -> None:
    state = position(MUCH_ICE, on=CAMP | {"d3": "r", "d4": "f112", "e5": "f3"})
    assert taken(finish(state)) == ["f1", "f2"]


def test_it_walks_to_where_there_is_something_to_hunt() -> None:
    state = position(MUCH_ICE, on=CAMP | {"c3": "r", "d4": "f1"})
    assert taken(finish(state)) == ["f1"]


def test_it_takes_a_bear_with_a_harpoon() -> None:
    state = position("c3 f6", on={"c3": "r bear"}, hands={"r": "harpoon"})
    assert taken(finish(state)) == ["bear"]


def test_it_answers_an_attack_if_it_can() -> None:
    attack = position("c3 f6", on={"c3": "b", "c4": "bear"}, hands={"r": "herd", "b": "harpoon"})
    asked = attack.play("herd").play("step c4 bear s")
    assert bot("greedy", "igluiglu").choose(asked.view(1), asked.legal_actions(), generator(0)) == "spear"
    helpless = position("c3 f6", on={"c3": "b", "c4": "bear"}, hands={"r": "herd", "b": "melt"})
    asked = helpless.play("herd").play("step c4 bear s")
    assert bot("greedy", "igluiglu").choose(asked.view(1), asked.legal_actions(), generator(0)) == "pass"


def test_it_spends_tiles_when_the_game_is_about_to_end() -> None:
    """Nothing can be flipped any more, so a hand is worth nothing after this turn."""
    state = position(up="c3 c5", on={"c3": "r x3", "c5": "b x1", "d3": "f3"}, hands={"r": "energy3"})
    over = finish(state)
    assert over.over
    assert taken(over) == ["f3", "x3"]


@pytest.mark.parametrize(("ahead", "ends"), [("r", True), ("b", False)])
def test_it_melts_the_last_tile_to_flip_when_it_is_ahead(ahead: str, ends: bool) -> None:
    on = {"c3": "rrrrr", "c5": "bbbbb"}
    state = position("d7", up="c3 c5", on=on, hands={"r": "melt"}, taken={ahead: "bear"}, points=0)
    assert finish(state).over == ends
