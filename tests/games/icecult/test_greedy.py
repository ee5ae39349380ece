"""The greedy machine player of ICE CULT: simple, but nobody's fool."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import floe
from floe.bots.registry import bot
from floe.core.batch import Batch
from floe.core.game import State
from floe.core.jit import interpreted
from floe.core.randomness import generator, generators
from floe.games.icecult.greedy import Effort, GreedyOpponents

GAME = floe.game("icecult")

whole_games = pytest.mark.skipif(interpreted(), reason="plays whole games, by the dozen")


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


@whole_games
def test_greedy_beats_random_in_at_least_95_of_100_games() -> None:
    won = [winner(["greedy", "random"] if seed % 2 else ["random", "greedy"], seed) for seed in range(100)]
    assert won.count(["greedy"]) >= 95


@whole_games
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


def test_in_a_batch_it_plays_for_all_but_one_seat() -> None:
    batch = floe.batch("icecult", 12, players=3)
    seats = np.arange(12) % 3
    batch.respond(seats, 5, players=GreedyOpponents(Effort(turns=50, finalists=5, replies=20)))
    assert (batch.over | (batch.to_move == seats)).all()
    assert (batch.states["turn"] == np.where(batch.over, batch.states["turn"], seats)).all()
    for state in batch:
        assert GAME.from_dict(state.to_dict()) == state


def test_in_a_batch_it_takes_a_win_that_is_there() -> None:
    tower = position(
        start={"y": 1, "r": 5, "g": 5, "b": 5},
        paths={"n": [""] * 5, "e": [""] * 5, "s": ["yyyy", "", "", "", ""], "w": [""] * 5},
    )
    batch = Batch.of(tower, 4)
    batch.respond(1, 5, players=GreedyOpponents())
    assert batch.shares()[:, :2].tolist() == [[1.0, 0.0]] * 4


def test_in_a_batch_it_stops_when_the_turns_are_over() -> None:
    batch = floe.batch("icecult", 2)
    batch.respond(-1, 5, max_turns=1, players=GreedyOpponents(Effort(1, 1, 1)))
    assert batch.states["turn"].tolist() == [1, 1]


def test_in_a_batch_the_number_of_threads_changes_nothing() -> None:
    batches = [floe.batch("icecult", 64, threads=threads) for threads in (1, 3)]
    for batch in batches:
        batch.respond(-1, 5, max_turns=3, players=GreedyOpponents(Effort(20, 3, 5)))
    assert list(batches[0]) == list(batches[1])


@whole_games
def test_the_harder_it_tries_the_better_it_plays() -> None:
    """Seat 0 tries 200 turns, seat 1 tries 5; then the other way round."""
    hard, light = GreedyOpponents(Effort(200, 5, 50)), GreedyOpponents(Effort(5, 1, 1))
    won = 0.0
    for seat in range(2):
        batch, rngs = floe.batch("icecult", 20), generators(seat, 20)
        while not batch.over.all():
            batch.respond(1 - seat, rngs, players=hard)
            batch.respond(seat, rngs, players=light)
        won += batch.shares()[:, seat].sum()
    assert won >= 32
