"""How machines play where places may be swapped."""

from __future__ import annotations

from typing import Any

import pytest

import floe
from floe.bots.registry import bot
from floe.bots.search_player import SearchPlayer
from floe.bots.swapping import choose_evenly, takes_over
from floe.core.game import State
from floe.core.randomness import generator


def ahead(seat: int) -> State:
    """A position in which the second seat is to move and one of the two is about to win."""
    document = floe.game("icecult").new(2, rules={"path_length": 5}).to_dict()
    colour = "yg"[seat]
    home = {"y": 0, "r": 0, "g": 0, "b": 0} | {colour: 4}
    start = {one: 5 - home[one] for one in home}
    made: State = floe.game("icecult").from_dict(document | {"to_move": 1, "turn": 1, "home": home, "start": start})
    return made


@pytest.mark.parametrize("level", ["easy", "medium", "greedy", "random"])
def test_whoever_sits_second_takes_the_better_place(level: str) -> None:
    rng = generator(1, "swap")
    player = bot(level, "icecult")
    assert takes_over(player, ahead(0).view(1), rng) is True
    assert takes_over(player, ahead(1).view(1), rng) is False


def test_whoever_begins_leaves_the_worse_place_worth_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    state = floe.game("icecult").new(2)
    actions = state.legal_actions()
    values = {action: (0.5 + 0.05 * n, 0.5 - 0.05 * n) for n, action in enumerate(reversed(actions))}
    after = {state.play(action): action for action in actions}

    def worth(self: SearchPlayer, position: State, rng: Any, parts: int) -> tuple[float, ...]:
        assert parts == len(actions)
        return values[after[position]]

    monkeypatch.setattr(SearchPlayer, "worth_of", worth)
    rng = generator(1, "swap")
    assert choose_evenly(bot("easy", "icecult"), state.view(0), actions, rng) == actions[-1]


def test_a_player_that_does_not_search_begins_as_ever() -> None:
    state = floe.game("icecult").new(2)
    actions = state.legal_actions()
    player = bot("random", "icecult")
    assert choose_evenly(player, state.view(0), actions, generator(5, "x")) == player.choose(
        state.view(0), actions, generator(5, "x")
    )


def test_several_positions_share_the_time_of_a_decision() -> None:
    state = floe.game("icecult").new(2)
    player = SearchPlayer("icecult", "easy")
    rng = generator(2, "swap")
    worth = player.worth_of(state, rng, 8)
    assert sum(worth) == pytest.approx(1, abs=1e-3)
    assert player.worth(state.view(0), rng) != worth
