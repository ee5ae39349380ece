"""Machine players from outside: classes, files and installed packages play wherever a level is named."""

from __future__ import annotations

import importlib.metadata
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import gymnasium
import pytest

import floe
from floe import games
from floe.bots import outside, registry
from floe.bots.bot import BadPlayer
from floe.bots.registry import bot, level_bot, levels, offer, players
from floe.bots.search.heuristics import heuristics_of
from floe.bots.search.network import BadWeights, random_weights, save, weights_of
from floe.bots.search_player import SearchPlayer
from floe.core.errors import BadOption
from floe.core.levels import Budget
from floe.core.randomness import generator
from tests.cli.running import REPOSITORY, call

MODULE = """
class First:
    def choose(self, view, actions, rng):
        return actions[0]

class Told(First):
    games = ("igluiglu",)
    def __init__(self, game):
        self.game = game

class Outer:
    Inner = First

def made(game="none"):
    player = First()
    player.game = game
    return player

class Broken(First):
    def __init__(self):
        raise LookupError("no weights here")

class Dumb:
    pass

NUMBER = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a module of players in it."""
    (tmp_path / "myplayers.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path not in {"", os.getcwd()}])
    yield tmp_path
    sys.modules.pop("myplayers", None)


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """Weights of ICE CULT that nobody has trained."""
    heuristics = heuristics_of("icecult")
    save(tmp_path / "own.npz", heuristics, random_weights(heuristics, 3), {"game": "icecult"})
    return str(tmp_path / "own.npz")


# Classes


@pytest.mark.usefixtures("folder")
def test_a_class_of_the_current_folder_plays() -> None:
    state = floe.game("icecult").new()
    for spec in ("myplayers:First", "myplayers:Outer.Inner"):
        assert (
            bot(spec, "icecult").choose(state.view(0), state.legal_actions(), generator(1)) == state.legal_actions()[0]
        )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("spec", ["myplayers:Told", "myplayers:made"])
def test_who_asks_for_the_game_is_told_it(spec: str) -> None:
    assert vars(bot(spec, "igluiglu")) == {"game": "igluiglu"}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("myplayers:Told", "plays igluiglu, not icecult"),
        ("myplayers:Broken", "cannot be made: LookupError: no weights here"),
        ("myplayers:Dumb", r"has no method choose\(view, actions, rng\)"),
        ("myplayers:NUMBER", "no class and no function that makes a player, but 7"),
        ("myplayers:Nobody", "module 'myplayers' has no attribute 'Nobody'"),
        ("yourplayers:First", "there is no module 'yourplayers' in this folder or among the installed packages"),
        ("broken:First", "broken:First cannot be loaded: SyntaxError"),
        ("needy:First", "needy:First cannot be loaded: ModuleNotFoundError: No module named 'not_installed'"),
    ],
)
def test_one_that_cannot_be_had_is_refused_with_the_reason(spec: str, why: str) -> None:
    Path("broken.py").write_text("def choose(:")
    Path("needy.py").write_text("import not_installed")
    with pytest.raises(BadPlayer, match=why):
        bot(spec, "icecult")


@pytest.mark.usefixtures("folder")
def test_the_command_line_finds_it_in_every_process() -> None:
    """``floe`` as it is installed does not search the current folder by itself, nor do the arena's processes."""
    program = "import sys; sys.path = [p for p in sys.path if p]; from floe.cli.entry import main; sys.exit(main())"
    command = shlex.split("arena icecult myplayers:First random --games 2 --jobs 2 --out r --records kept")
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY / "src"), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program, *command], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "| myplayers:First |" in done.stdout
    record = floe.load_record(sorted(Path("kept").iterdir())[0])
    assert sorted(player.kind for player in record.players) == ["myplayers:First", "random"]


@pytest.mark.usefixtures("folder")
def test_it_plays_at_the_terminal_and_a_file_cannot_bring_it() -> None:
    done = call("play", "icecult", "--who", "myplayers:First,myplayers:First", "--save", "game.json")
    assert done.exit_code == 0
    record = floe.load_record("game.json")
    assert [player.kind for player in record.players] == ["myplayers:First"] * 2
    assert record.over
    done = call("play", "--load", "game.json")
    assert done.exit_code == 2
    assert "no machine player 'myplayers:First' plays icecult" in " ".join(done.stderr.split())
    assert "--who or --against say who plays instead" in " ".join(done.stderr.split())
    assert call("play", "--load", "game.json", "--who", "random,random").exit_code == 0


@pytest.mark.usefixtures("folder")
def test_it_is_an_opponent_in_gymnasium() -> None:
    import floe.envs.gymnasium  # noqa: PLC0415  # puts the environments there

    env = gymnasium.make("floe/IceCult-v1", opponent="myplayers:First", seat=1, players=2)
    env.reset(seed=1)
    episode = env.unwrapped.episode  # type: ignore[attr-defined]  # it is a LearnerEnv
    state = floe.game("icecult").new(2)
    while state.to_move == 0:
        state = state.play(state.legal_actions()[0])
    assert episode.state.to_dict()["paths"] == state.to_dict()["paths"]
    assert episode.to_move == 1


# Weights


def test_a_file_of_weights_judges_for_the_search(weights: str) -> None:
    player = bot(weights, "icecult")
    assert isinstance(player, SearchPlayer)
    assert player.level == games.manifest("icecult").levels["strong"].plain()
    player = SearchPlayer("icecult", f"{weights}@easy")
    assert player.level == games.manifest("icecult").levels["easy"].plain()
    view = floe.game("icecult").new().view(0)
    own, shipped = player.think(view, generator(1)), SearchPlayer("icecult", "easy").think(view, generator(1))
    assert own.judged_by == shipped.judged_by == "network"
    assert own.values != shipped.values
    assert bot(f"{weights}@uct", "icecult", seconds=0.1).level.budget.seconds == 0.1  # type: ignore[attr-defined]  # just asked


def test_a_network_is_searched_as_long_as_is_said(weights: str) -> None:
    counting, timed = bot(f"{weights}@70", "icecult"), bot(f"{weights}@0.2s", "icecult", seconds=3)
    assert isinstance(counting, SearchPlayer)
    assert isinstance(timed, SearchPlayer)
    assert counting.level == replace(games.manifest("icecult").levels["strong"].plain(), budget=Budget(simulations=70))
    assert timed.level.budget == Budget(seconds=0.2)
    assert counting.weights is timed.weights is SearchPlayer("icecult", weights).weights


def test_the_shipped_weights_can_be_named_as_a_file() -> None:
    path = games.manifest("icecult").file("weights")
    state = floe.game("icecult").new()
    found = [SearchPlayer("icecult", name).think(state.view(0), generator(2)) for name in ("easy", f"{path}@easy")]
    assert found[0] == found[1]
    assert weights_of("icecult") is SearchPlayer("icecult", str(path)).weights  # read once


def test_weights_that_do_not_fit_are_refused_with_the_reason(weights: str, tmp_path: Path) -> None:
    (tmp_path / "none.npz").write_bytes(b"nothing")
    for spec, game, why in (
        (weights, "igluiglu", "holds weights for 'icecult', not for 'igluiglu'"),
        (str(tmp_path / "none.npz"), "icecult", "none.npz is no file of weights"),
        (str(tmp_path / "missing.npz"), "icecult", "missing.npz cannot be read: No such file"),
        (f"{weights}@genius", "icecult", "by FILE.npz or by FILE.npz@LEVEL, .* not by"),
    ):
        with pytest.raises(BadPlayer, match=why):
            bot(spec, game)
    shipped = games.manifest("igluiglu").file("weights")
    view = floe.game("igluiglu").new(rules={"variant": "gamers"}).view(0)
    with pytest.raises(BadWeights, match=r"does not fit the rules of this game.*'variant': 'gamers'"):
        SearchPlayer("igluiglu", f"{shipped}@easy").think(view, generator(1))


# Installed packages


@pytest.fixture
def package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that announces players, as pip would leave it."""
    info = folder / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    lines = (
        "[floe.players]",
        "ice-first = myplayers:First",
        "told = myplayers:Told",
        "lost = nowhere:Lost",
        "hard = myplayers:First",
    )
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(folder))
    outside._points.cache_clear()
    yield
    outside._points.cache_clear()


@pytest.mark.usefixtures("package")
def test_installed_players_are_found_by_name_for_the_games_that_they_play(caplog: pytest.LogCaptureFixture) -> None:
    assert importlib.metadata.version("theirs") == "1.0"
    assert [name for name in players("igluiglu") if name not in levels("igluiglu")] == ["ice-first", "told"]
    assert [name for name in players("icecult") if name not in levels("icecult")] == ["ice-first"]
    assert "'lost' (nowhere:Lost of theirs) is installed but broken: ModuleNotFoundError" in caplog.text
    assert type(bot("ice-first", "icecult")).__name__ == "First"


@pytest.mark.usefixtures("package")
def test_a_broken_one_is_reported_by_name_and_takes_no_levels_place() -> None:
    with pytest.raises(
        BadPlayer, match=r"'lost' \(nowhere:Lost of theirs\) is installed but broken: ModuleNotFoundError"
    ):
        bot("lost", "icecult")
    assert isinstance(bot("hard", "icecult"), SearchPlayer)
    with pytest.raises(
        BadOption, match=r"no machine player 'genius' plays icecult; there is beginner.*ice-first.*module:Class"
    ):
        bot("genius", "icecult")


# What a host offers


@pytest.fixture
def nobody_offered() -> Iterator[None]:
    yield
    offer({})


@pytest.mark.usefixtures("folder", "nobody_offered")
def test_what_a_host_offers_is_a_level_of_the_games_that_it_plays(weights: str) -> None:
    offer({"first": "myplayers:First", "told": "myplayers:Told", "own": f"{weights}@easy"})
    assert registry.added("icecult") == ["first", "own"]
    assert levels("igluiglu")[-2:] == ["first", "told"]
    assert isinstance(level_bot("own", "icecult"), SearchPlayer)
    with pytest.raises(BadOption, match="no machine player 'own' plays igluiglu"):
        level_bot("own", "igluiglu")
    offer({"told": "myplayers:Told"})
    assert registry.added("icecult") == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["hard", "random", "greedy", "Über", "a b", ""])
def test_a_host_can_take_no_levels_name(name: str) -> None:
    with pytest.raises(BadPlayer, match="lower-case name that no level has"):
        offer({name: "myplayers:First"})


def test_a_host_cannot_offer_what_plays_nothing() -> None:
    with pytest.raises(BadPlayer, match="same: 'easy' is no player from outside: expected is a module:Class"):
        offer({"same": "easy"})
    with pytest.raises(BadPlayer, match="lost: nowhere:Lost cannot be loaded: there is no module 'nowhere'"):
        offer({"lost": "nowhere:Lost"})


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("spec", ["myplayers:First", "own.npz", "own.onnx", "os:getcwd"])
def test_by_the_name_of_a_level_nothing_is_loaded(spec: str) -> None:
    with pytest.raises(BadOption, match="no machine player"):
        level_bot(spec, "icecult")
    assert "myplayers" not in sys.modules
