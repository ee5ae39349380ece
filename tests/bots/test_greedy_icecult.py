"""The greedy machine player of ICE CULT: simple, but nobody's fool."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe.bots.registry import bot
from floe.core.game import State
from floe.core.randomness import generator

GAME = floe.game("icecult")


def winner(seats: list[str], seed: int) -> list[str]:
    """The levels that win a game between machine players."""
    state = GAME.new(players=len(seats))
    bots = [bot(level, "icecult") for level in seats]
    rng = generator(seed)
    while state.to_move is not None:
        state = state.play(bots[state.to_move].choose(state.view(state.to_move), state.legal_actions(), rng))
    return [seats[seat] for seat in state.winners or ()]


def finish(state: State, seed: int) -> State:
    """The position after greedy has played its turn."""
    player, rng, turn = bot("greedy", "icecult"), generator(seed), state.to_dict()["turn"]
    while not state.over and state.to_dict()["turn"] == turn:
        state = state.play(player.choose(state.view(state.to_move), state.legal_actions(), rng))
    return state


def position(**changes: Any) -> State:
    """In the moving phase, yellow on turn: slot a shows a yellow arrow to the south, b a blue one, c a red one."""
    state: State = GAME.from_dict(GAME.new().play("ns").play("ee").to_dict() | changes)
    return state


def test_greedy_beats_random_in_at_least_95_of_100_games() -> None:
    won = [winner(["greedy", "random"] if seed % 2 else ["random", "greedy"], seed) for seed in range(100)]
    assert won.count(["greedy"]) >= 95


def test_greedy_beats_three_random_players_in_at_least_80_of_100_games() -> None:
    seats = ["random", "random", "random"]
    won = [winner([*seats[: seed % 4], "greedy", *seats[seed % 4 :]], seed) for seed in range(100)]
    assert won.count(["greedy"]) >= 80


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_win_that_is_there(seed: int) -> None:
    tower = position(
        start={"y": 1, "r": 5, "g": 5, "b": 5},
        paths={"n": [""] * 5, "e": [""] * 5, "s": ["yyyy", "", "", "", ""], "w": [""] * 5},
    )
    assert finish(tower, seed).winners == [0]
    home = position(
        start={"y": 0, "r": 5, "g": 5, "b": 5},
        home={"y": 4, "r": 0, "g": 0, "b": 0},
        paths={"n": [""] * 5, "e": [""] * 5, "s": ["", "", "", "", "y"], "w": [""] * 5},
    )
    assert finish(home, seed).winners == [0]


@pytest.mark.parametrize("seed", range(5))
def test_it_does_not_finish_the_opponents_tower(seed: int) -> None:
    """Green must use the yellow arrow: with yellow's last pawn it would complete the tower, with another not."""
    document = GAME.new(colours="gy").play("ns").play("ee").to_dict() | {
        "start": {"y": 1, "r": 5, "g": 5, "b": 5},
        "paths": {"n": [""] * 5, "e": [""] * 5, "s": ["yyyy", "", "", "", ""], "w": [""] * 5},
    }
    assert not finish(GAME.from_dict(document), seed).over


def test_it_plays_with_other_cubes_and_paths() -> None:
    cubes = {
        slot: {"U": "arc", "D": "arc", "N": f"{colour}>E", "E": "circle", "S": "arc", "W": "circle"}
        for slot, colour in zip("abcd", "yrgb", strict=True)
    }
    for length in (1, 9):
        state = GAME.new(3, 0, {"cubes": cubes, "path_length": length, "circles": "may"})
        rng = generator(length)
        player = bot("greedy", "icecult")
        for _ in range(60):
            if state.to_move is not None:
                chosen = player.choose(state.view(state.to_move), state.legal_actions(), rng)
                assert chosen in state.legal_actions()
                state = state.play(chosen)
