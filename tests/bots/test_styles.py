"""Styles: among what is worth about the same a level prefers what it likes, and it overlooks that less."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import floe
from floe import games
from floe.bots.registry import ladder
from floe.bots.search.results import Found, Result
from floe.bots.search_player import SearchPlayer, level_and_weights
from floe.bots.styles import noticed
from floe.core.game import State
from floe.core.levels import Budget, Level, Style
from floe.core.randomness import draw32, generator
from floe.server.language import LANGUAGES
from tests.bots.test_bots import scattered
from tests.games.icecult.positions import position

GAMES = ("icecult", "igluiglu")
WEB = Path(__file__).parents[2] / "web" / "src" / "games"
BUILDER = Level(Budget(simulations=1), style=Style("builder", 0.05))
TOGETHER = "a@1.1"
"""A yellow pawn steps onto another one; the others below step onto nobody."""
BOARD = position(tops="y>e arc circle b>n", paths={"e": {1: "y", 2: "y"}})


def found(values: dict[str, float], *proven: str, state: State = BOARD) -> Result:
    """What a search might have found: these actions, looked at as often as they are worth."""
    numbered = state.numbered_actions()
    each = [Found(numbered[one], int(worth * 100), (worth, 1 - worth), one in proven) for one, worth in values.items()]
    return Result(sorted(each, key=lambda one: -one.visits), (0.5, 0.5), 100, 0.0, [])


def chosen(values: dict[str, float], level: Level, *proven: str, seed: int = 1) -> str:
    return BOARD.action_text(noticed(BOARD, found(values, *proven), level, generator(seed)).action)


@pytest.mark.parametrize(("worth", "expected"), [(0.46, TOGETHER), (0.44, "a@2.1")])
def test_what_is_liked_is_preferred_within_the_leeway(worth: float, expected: str) -> None:
    assert chosen({"a@2.1": 0.5, TOGETHER: worth, "d@start": 0.48}, BUILDER) == expected


@pytest.mark.parametrize(("worth", "expected"), [(0.48, TOGETHER), (0.47, "a@2.1")])
def test_with_four_who_each_have_less_to_win_the_leeway_is_half(worth: float, expected: str) -> None:
    four = position(tops="y>e arc circle b>n", paths={"e": {1: "y", 2: "y"}}, players="yrgb")
    result = found({"a@2.1": 0.5, TOGETHER: worth, "d@start": 0.48}, state=four)
    assert four.action_text(noticed(four, result, BUILDER, generator(1)).action) == expected


def test_without_a_style_the_best_is_played() -> None:
    assert chosen({"a@2.1": 0.5, TOGETHER: 0.49}, BUILDER.plain()) == "a@2.1"


def test_what_was_hardly_looked_at_is_not_preferred() -> None:
    numbered = BOARD.numbered_actions()
    each = [Found(numbered[one], n, (0.5, 0.5), False) for one, n in (("a@2.1", 90), (TOGETHER, 2))]
    assert noticed(BOARD, Result(each, (0.5, 0.5), 92, 0, []), BUILDER, generator(1)).action == numbered["a@2.1"]


def test_a_proven_win_is_never_given_away() -> None:
    assert chosen({TOGETHER: 0.99, "a@2.1": 1.0}, BUILDER, "a@2.1") == "a@2.1"
    assert chosen({TOGETHER: 0.99, "a@2.1": 1.0}, replace(BUILDER, style=Style("builder", 1.0)), "a@2.1") == "a@2.1"


def test_what_is_proven_to_lose_is_never_liked() -> None:
    assert chosen({"a@2.1": 0.03, TOGETHER: 0.0}, BUILDER, TOGETHER) == "a@2.1"


def test_what_is_liked_is_overlooked_less_often_and_in_all_as_much_is_seen() -> None:
    values = {"a@2.1": 0.5, TOGETHER: 0.1}  # far apart, so that only what is overlooked decides
    careless = replace(BUILDER, overlooks=0.5)

    def preferred(level: Level) -> float:
        return sum(chosen(values, level, seed=seed) == TOGETHER for seed in range(2000)) / 2000

    assert preferred(careless.plain()) == pytest.approx(1 / 4, abs=0.03)
    assert preferred(careless) == pytest.approx(2 / 3 * 2 / 3, abs=0.03)  # 2/3 and 1/3 are 1/2 on average


def standing(turns: int, tilts: str = "") -> State:
    """ICE CULT as it begins, after so many turns in which nobody stepped."""
    state: State = floe.game("icecult").from_dict(
        floe.game("icecult").new(2).to_dict() | {"stalled": turns, "turn": turns}
    )
    for tilt in tilts.split():
        state = state.play(tilt)
    return state


def test_who_does_not_wait_plays_on_when_the_game_has_stood_still() -> None:
    impatient = Level(Budget(simulations=1), waits=False)
    worth = {"nn": 0.6, "ss": 0.4, "ee": 0.3}  # after nn twice there are circles on top, and nobody can step
    for turns, level, expected in (
        (1, impatient, "nn"),
        (2, impatient, "ss"),
        (2, replace(impatient, waits=True), "nn"),
    ):
        state = standing(turns, "nn")
        played = noticed(state, found(worth, state=state), level, generator(1))
        assert state.action_text(played.action) == expected


def test_who_does_not_wait_waits_all_the_same_where_nothing_else_is_known_or_it_wins() -> None:
    impatient, state = Level(Budget(simulations=1), waits=False), standing(5, "nn")
    alone = noticed(state, found({"nn": 0.6}, state=state), impatient, generator(1))
    assert state.action_text(alone.action) == "nn"
    sure = noticed(state, found({"nn": 1.0, "ss": 0.4}, "nn", state=state), impatient, generator(1))
    assert state.action_text(sure.action) == "nn"


def test_a_first_tilt_is_idle_if_no_second_one_lets_anybody_step() -> None:
    idle = games.manifest("icecult").part("styles").idle
    begun = standing(2)
    assert idle(begun, begun.legal_actions()) == [0] * 8  # after each there is a second one that brings up an arrow
    after = standing(2, "nn")
    told = dict(zip(after.legal_actions(), idle(after, after.legal_actions()), strict=True))
    assert told["nn"] == 1
    for tilt, waits in told.items():
        steps = [one for one in after.play(tilt).legal_actions() if "@" in one]
        assert bool(steps) is not bool(waits)
    moving = begun.play("nn").play("nn")
    assert idle(moving, moving.legal_actions()) == [0] * len(moving.legal_actions())


@pytest.mark.parametrize("game", floe.game_names())
def test_without_a_style_it_overlooks_as_ever(game: str) -> None:
    for seed in range(10):
        state = scattered(game, seed)
        level = Level(Budget(simulations=1), overlooks=0.6)
        worth = {one: (n * 7 % 11) / 20 for n, one in enumerate(state.legal_actions())}
        result = found(worth, state=state)
        rng, again = generator(seed), generator(seed)
        drawn = [one for one in result.actions if draw32(again) / 2**32 >= level.overlooks]
        expected = Result(drawn or result.actions, (), 0, 0.0, []).best(state.to_move or 0)
        assert noticed(state, result, level, rng) == expected
        assert rng[0] == again[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_choice(game: str) -> None:
    for name in ladder(game)[:4]:
        for seed in range(4):
            state = scattered(game, seed)
            seat = state.to_move
            assert seat is not None
            player = SearchPlayer(game, name, threads=1)
            thoughts = [player.think(state.view(seat), generator(seed)) for _ in range(2)]
            assert thoughts[0].action == thoughts[1].action
            assert thoughts[0].action in state.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_every_named_player_has_a_style_of_its_own_that_the_game_brings(game: str) -> None:
    manifest = games.manifest(game)
    styles = [style.name for name in ladder(game) if (style := manifest.levels[name].style)]
    assert len(styles) == len(ladder(game))
    assert set(styles) == set(manifest.part("styles").STYLES)
    assert {level.style for level in manifest.yardsticks.values()} == {None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_style_is_told_in_every_language(game: str, language: str) -> None:
    texts = json.loads((WEB / game / "i18n" / language / "texts.json").read_text(encoding="utf-8"))
    assert [name for name in ladder(game) if f"level.{name}" not in texts] == []


def test_a_network_from_a_file_has_no_style(tmp_path: Path) -> None:
    shipped = games.manifest("icecult").file("weights")
    assert shipped is not None
    level, _ = level_and_weights("icecult", f"{shipped}@easy")
    assert level.style is None
    assert level.overlooks == games.manifest("icecult").levels["easy"].overlooks


@pytest.mark.parametrize("game", GAMES)
def test_of_every_legal_action_a_style_says_something_that_is_not_negative(game: str) -> None:
    module = games.manifest(game).part("styles")
    for seed in range(30):
        state = scattered(game, seed)
        actions = state.legal_actions()
        for plan in module.STYLES.values():
            assert len(plan(state, actions)) == len(actions)
            assert min(plan(state, actions)) >= 0
        assert all(0 <= one <= 1 for one in module.far(state, actions))


def test_a_style_rests_on_what_its_seat_sees() -> None:
    module = games.manifest("igluiglu").part("styles")
    for seed in range(20):
        state = scattered("igluiglu", seed)
        seat, actions = state.to_move, state.legal_actions()
        other = state.game.state(state.game.determinize(state.view(seat), seat, generator(seed + 1)))
        for plan in (*module.STYLES.values(), module.far):
            assert plan(other, actions) == plan(state, actions)
