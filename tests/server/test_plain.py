"""Plain positions: what a screen gets that has no board for a game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import floe
from floe.core.game import State
from floe.core.words import Choices, Words, grouped
from floe.server.tables import plain, views
from floe.server.wire.tables import PlainPosition
from tests.games.igluiglu.hidden import shuffled
from tests.games.igluiglu.positions import document
from tests.server.bench_table import ADA, BO, Bench, changed_manifest, settings

GAMES = ("icecult", "igluiglu")


class Indiscreet(Words):
    """Words of an author who does not think of secrets."""

    def due(self, state: State) -> str:
        return str(state.to_dict())

    def choices(self, state: State) -> list[Choices]:
        return grouped((str(state.to_dict()), action, action) for action in state.legal_actions())


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each game, as if the web app had no board for it."""
    with changed_manifest(request.param, board=False):
        yield request.param


def at_random(game: str, seed: int) -> Iterator[State]:
    """The positions of a game that is played at random."""
    rng = random.Random(seed)  # noqa: S311  # for a test
    state: State = floe.game(game).new(seed=seed)
    while not state.over:
        yield state
        state = state.play(rng.choice(state.legal_actions()))


def position(state: State, seat: int | None, decides: bool) -> PlainPosition:
    made = plain.position(state, seat, decides=decides)
    assert made is not None
    return made


@pytest.mark.parametrize("brought", [True, False])
def test_each_legal_action_is_offered_exactly_once(game: str, brought: bool) -> None:
    """By the game's own words, and by the plain ones of a game that brings none."""
    manifest = floe.game(game).manifest
    with changed_manifest(game, words=manifest.words if brought else None):
        for state in at_random(game, 3):
            shown = position(state, state.to_move, decides=True)
            offered = [one for group in shown.groups for one in group.actions]
            assert sorted(one.action for one in offered) == sorted(state.legal_actions())
            assert all(one.text for one in offered)
            assert len({(group.heading, one.text) for group in shown.groups for one in group.actions}) == len(offered)


def test_only_who_decides_is_told_what_to_do(game: str) -> None:
    state = floe.game(game).new(seed=1)
    assert position(state, state.to_move, decides=True).groups
    for seat in (0, 1, None):
        waiting = position(state, seat, decides=False)
        assert (waiting.due, waiting.groups) == ("", [])
        assert waiting.text == state.text(seat)


def test_the_picture_is_drawn_by_the_game(game: str) -> None:
    state = floe.game(game).new(seed=1)
    drawn = state.picture(0)
    assert drawn is not None
    assert position(state, 0, decides=False).svg == drawn.svg()
    with changed_manifest(game, picture=None):
        assert position(state, 0, decides=False).svg is None


def test_what_happens_is_told_in_words(game: str) -> None:
    table = Bench(settings("me", "open", game=game))
    table.sit(BO)
    guest = table.table.seats[table.table.to_move or 0].guest
    assert guest is not None
    before, action = table.state, table.play(guest)
    said = table.seen_by(guest, table.table.version - 1).happened[-1].words
    assert said
    assert said == plain._words(floe.game(game).manifest).told(before, action)
    frame = views.frames(views.record(table.table), None, 1, 1).frames[0]
    assert frame.words == said


def test_a_game_that_is_over_is_still_shown(game: str) -> None:
    table = Bench(settings("me", "random", game=game))
    table.play_out(at_most=5000)
    shown = table.seen_by(ADA).position
    assert shown is not None
    assert shown.plain is not None
    assert shown.plain.text == table.state.text(0)
    assert (shown.plain.due, shown.plain.groups) == ("", [])


@pytest.mark.parametrize("game", GAMES)
def test_games_with_a_board_are_sent_as_ever(game: str) -> None:
    table = Bench(settings("me", "me", game=game))
    table.play(ADA)
    seen = table.seen_by(ADA, 0)
    assert seen.position is not None
    assert seen.position.plain is None
    assert {happening.words for happening in seen.happened} == {None}


def test_words_cannot_tell_what_the_receiver_does_not_know() -> None:
    """Whatever they look at: they are never given what is hidden from the one who is told."""
    one = document("b3=melt c3 c4 d3 e3", hands={"b": "harpoon"}, on={"c3": "r", "d3": "b"}, phase="act")
    game = floe.game("igluiglu")
    states: list[State] = [game.from_dict(one), game.from_dict(shuffled(one, 0, random.Random(5)))]  # noqa: S311
    assert states[0] != states[1]
    with changed_manifest("igluiglu", board=False, words=f"{__name__}:Indiscreet"):
        assert position(states[0], 0, decides=True) == position(states[1], 0, decides=True)
        assert "hands" in position(states[0], 0, decides=True).due
