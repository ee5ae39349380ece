"""Several persons at one screen, in a game with secrets: nobody sees what another may know."""

from __future__ import annotations

import re

import pytest

import floe
from floe.cli.words import words_for
from tests.cli.running import call

SECRETIVE = [game for game in floe.game_names() if floe.game(game).hidden]


def turns(game: str, seed: int, count: int) -> list[str]:
    """The first actions of a game, always the last that is legal."""
    state, actions = floe.game(game).new(2, seed), []
    for _ in range(count):
        actions.append(state.legal_actions()[-1])
        state = state.play(actions[-1])
    return actions


@pytest.mark.parametrize("game", SECRETIVE)
def test_the_screen_is_passed_on_when_another_person_is_to_move_and_something_is_secret(game: str) -> None:
    made, actions, words = floe.game(game), turns(game, 1, 80), words_for(game)
    state, typed, handed, looking = made.new(2, 1), "", [], None
    for action in actions:
        if state.to_move != looking:
            if words.hides(state, looking) or words.hides(state, state.to_move):
                handed.append(("Ada", "Bo")[state.to_move or 0])
                typed += "\n"
            looking = state.to_move
        typed += f"{action}\n"
        state = state.play(action)
    who = ("--who", "person,person", "--names", "Ada,Bo", "--seed", "1")
    output = call("play", game, *who, "--save", "game.json", typed=typed).output
    assert floe.load_record("game.json").actions == tuple(actions)
    passed = re.findall(r"Pass the screen to (\w+) ", output)
    assert passed[: len(handed)] == handed
    assert "Bo" in handed


@pytest.mark.parametrize("game", SECRETIVE)
def test_one_person_against_machines_is_never_asked_to_pass_the_screen(game: str) -> None:
    assert "Pass the screen" not in call("play", game, "--who", "person,random", typed="quit\n").output


def test_without_secrets_the_screen_stays_where_it_is() -> None:
    typed = "ns\nee\na@start\nb@start\nc@start\nend\n"
    assert "Pass the screen" not in call("play", "icecult", "--who", "person,person", typed=typed).output
