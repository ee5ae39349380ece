"""docs/bots.md: what it shows runs, and its commands mean what it says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import floe
from floe.bots.registry import bot
from floe.bots.search_player import SearchPlayer
from floe.core.randomness import generator
from floe.server.settings import Settings
from tests.bots.test_onnx import network
from tests.cli.running import call

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^(?:FLOE_\S+ )?floe (.*?)(?: +#.*)?$", PAGE, re.MULTILINE)


@pytest.fixture(autouse=True)
def _with_what_it_speaks_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the page's own player and a network of each kind."""
    monkeypatch.chdir(tmp_path)
    (own,) = (text for text in PYTHON if "class MyBot" in text)
    Path("mybot.py").write_text(own, encoding="utf-8")
    shipped = floe.game("icecult").manifest.file("weights")
    assert shipped is not None
    for path in map(Path, ("my-run/best.npz", "attack/best.npz", "best.npz", "old.npz", "mean.npz")):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shipped.read_bytes())


def test_the_class_plays_and_draws_among_equals() -> None:
    state = floe.game("icecult").new()
    player = bot("mybot:MyBot", "icecult")
    chosen = {player.choose(state.view(0), state.legal_actions(), generator(seed)) for seed in range(60)}
    shortest = min(map(len, state.legal_actions()))
    assert chosen == {action for action in state.legal_actions() if len(action) == shortest}


def test_the_search_is_asked_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = (text for text in PYTHON if "SearchPlayer(" in text)
    exec(example, {})  # noqa: S102  # it is our own page
    assert capsys.readouterr().out.split()[0] in floe.game("icecult").new(players=2).legal_actions()


def test_every_player_that_a_command_names_can_be_had() -> None:
    pytest.importorskip("onnx")
    network(Path("net.onnx"), "icecult")
    named = [word for command in COMMANDS for word in command.split() if re.search(r"\.npz|\.onnx|:", word)]
    assert len(named) == 8
    for spec in named:
        assert hasattr(bot(spec, "icecult"), "choose")
    assert isinstance(bot("my-run/best.npz@easy", "icecult"), SearchPlayer)


def test_a_command_of_the_page_plays() -> None:
    command = "arena icecult mybot:MyBot medium"
    assert command in COMMANDS
    done = call(*command.split(), "--games", 2, "--jobs", 0, "--out", "r")
    assert done.exit_code == 0, done.stderr
    assert "| mybot:MyBot |" in done.stdout


def test_what_a_host_sets_is_a_setting() -> None:
    (value,) = re.findall(r"^FLOE_PLAYERS=(\S+) floe serve", PAGE, re.MULTILINE)
    players = Settings.read({"FLOE_PLAYERS": value}).players
    assert players == ("mine=mybot:MyBot", "net=best.npz@hard")
    assert all(hasattr(bot(one.partition("=")[2], "icecult"), "choose") for one in players)


def test_the_entry_point_stands_as_packaging_wants_it() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert tomllib.loads(shown)["project"]["entry-points"]["floe.players"] == {"mybot": "mybot:MyBot"}


@pytest.mark.filterwarnings("ignore")  # the exporter has much to say that is not about us
def test_a_network_of_pytorch_is_exported_as_shown_and_plays() -> None:
    for needed in ("torch", "onnx", "onnxscript", "onnxruntime"):
        pytest.importorskip(needed)
    (example,) = (text for text in PYTHON if "torch.onnx.export" in text)
    exec(example, {})  # noqa: S102  # it is our own page
    state = floe.game("icecult").new()
    chosen = bot("net.onnx", "icecult").choose(state.view(0), state.legal_actions(), generator(1))
    assert chosen in state.legal_actions()
