"""What every machine player must do, at every level, in every game."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

import floe
from floe import games
from floe.bots.bot import BadPlayer
from floe.bots.registry import bot, default_level, ladder, level_bot, levels
from floe.bots.search_player import SearchPlayer
from floe.core.errors import BadOption
from floe.core.game import State
from floe.core.levels import BY_PLAYOUT, Budget, budget_of
from floe.core.randomness import generator
from floe.core.record import Record


def timed(game: str, level: str) -> bool:
    """Whether a level thinks for some seconds; its games are long and differ with the machine. See test_fuzz."""
    search = games.manifest(game).levels.get(level)
    return search is not None and search.budget.simulations is None


EVERY = [(game, level) for game in floe.game_names() for level in levels(game) if not timed(game, level)]
MOST_ACTIONS = 5_000


def play(game: str, seats: list[str], seed: int) -> Record:
    """A game between machine players, one level a seat."""
    record = Record.begin(floe.game(game), len(seats), seed)
    bots = [bot(level, game) for level in seats]
    rng = generator(seed)
    while not record.over and len(record) < MOST_ACTIONS:
        seat = record.state.to_move
        assert seat is not None
        record.play(bots[seat].choose(record.state.view(seat), record.state.legal_actions(), rng))
    return record


def scattered(game: str, seed: int) -> State:
    """A running position somewhere in a random game."""
    made = floe.game(game)
    players = made.players[seed % len(made.players)]
    state = made.new(players, seed).mutable()
    before = state.copy()
    state.playout(generator(seed), 1 + seed * 7)
    chosen: State = made.state((before if state.over else state).array)
    return chosen


@pytest.mark.parametrize("game", floe.game_names())
def test_what_a_manifest_names_can_be_played_and_nobody_else_plays(game: str) -> None:
    manifest = games.manifest(game)
    assert set(levels(game)) == {*manifest.levels, *manifest.bots, "random"}
    assert [name for name in levels(game) if not hasattr(level_bot(name, game), "choose")] == []


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_it_plays_whole_games_with_any_number_of_players(game: str, level: str) -> None:
    for players in floe.game(game).players:
        assert play(game, [level] * players, seed=players).over


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_same_seed_gives_the_same_game(game: str, level: str) -> None:
    players = floe.game(game).players[0]
    assert play(game, [level] * players, seed=3).actions == play(game, [level] * players, seed=3).actions


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_it_starts_from_any_position_and_leaves_what_it_is_shown_alone(game: str, level: str) -> None:
    for seed in range(40):
        state = scattered(game, seed)
        view, actions = state.view(state.to_move), state.legal_actions()
        shown = copy.deepcopy(view), list(actions)
        assert bot(level, game).choose(view, actions, generator(seed)) in actions
        assert (view, actions) == shown


@pytest.mark.parametrize("game", floe.game_names())
def test_up_the_ladder_levels_look_further_and_overlook_less(game: str) -> None:
    """How much stronger that makes each is measured in docs/strength.md."""
    manifest = games.manifest(game)
    assert ladder(game) == ["beginner", "easy", "medium", "hard", "strong"]
    steps = [manifest.levels[name] for name in ladder(game)]
    assert steps[-1].judge_by == (BY_PLAYOUT if manifest.heuristics is None else None)
    simulations = [level.budget.simulations or 10**9 for level in steps]
    assert simulations == sorted(set(simulations))
    overlooked = [level.overlooks for level in steps]
    assert overlooked == sorted(overlooked, reverse=True)
    assert steps[-1].overlooks == 0
    assert default_level(game) == "easy"


@pytest.mark.parametrize("game", floe.game_names())
def test_nobody_is_offered_the_yardstick(game: str) -> None:
    assert not set(games.manifest(game).yardsticks) & set(levels(game))


def test_those_who_think_by_the_clock_can_be_given_other_seconds() -> None:
    for name, level in games.manifest("icecult").levels.items():
        player = bot(name, "icecult", seconds=0.02)
        assert isinstance(player, SearchPlayer)
        wanted = replace(level, budget=Budget(0.02)) if level.budget.seconds else level
        assert player.level == wanted


def test_a_level_can_be_told_how_long_to_think() -> None:
    strong = games.manifest("icecult").levels["strong"]
    counting, clocked = bot("strong@90", "icecult"), bot("strong@0.25s", "icecult", seconds=2)
    assert isinstance(counting, SearchPlayer)
    assert isinstance(clocked, SearchPlayer)
    assert counting.level == replace(strong, budget=Budget(simulations=90))
    assert clocked.level == replace(strong, budget=Budget(seconds=0.25))
    view = floe.game("icecult").new().view(0)
    assert counting.think(view, generator(3)).simulations == 90
    assert bot("attacker@50", "icecult").weights is SearchPlayer("icecult", "attacker").weights  # type: ignore[attr-defined]  # it searches


@pytest.mark.parametrize(
    "said",
    ["", "0", "-5", "fast", "hard", "1e3", "2 000", "٣", "0s", "s", ".s", "1.2.3s", "4000s", "9" * 5000, "2000x"],
)
def test_how_long_is_refused_unless_it_is_simulations_or_seconds(said: str) -> None:
    assert budget_of(said) is None
    with pytest.raises(
        BadPlayer, match=r"icecult is searched at a level .*\(strong@2000, strong@0.2s\), not by 'strong@"
    ):
        bot(f"strong@{said}", "icecult")


@pytest.mark.parametrize("said", ["strong@90", "strong@0.2s"])
def test_a_name_from_a_client_does_not_say_how_long_to_think(said: str) -> None:
    with pytest.raises(BadOption, match="no machine player"):
        level_bot(said, "icecult")


def test_those_who_do_not_search_think_no_longer() -> None:
    with pytest.raises(BadOption, match="no machine player 'random@20' plays icecult"):
        bot("random@20", "icecult")


def test_an_unknown_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadOption, match="no machine player 'genius' plays icecult; there is beginner, easy, medium"):
        bot("genius", "icecult")


def test_random_plays_every_legal_action_sooner_or_later() -> None:
    state = floe.game("icecult").new()
    rng = generator(1)
    chosen = {bot("random", "icecult").choose(state.view(0), state.legal_actions(), rng) for _ in range(200)}
    assert chosen == set(state.legal_actions())
