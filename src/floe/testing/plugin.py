"""The plugin of pytest: it runs the tests in this package for the games that are asked for.

A test here that takes ``name`` is run for every game, one that takes ``players`` too for every number of players.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(f"{__package__}.checks", f"{__package__}.fuzz", f"{__package__}.perft")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("floe").addoption(
        "--game", action="append", metavar="NAME", help="test this game by floe.testing (default: all installed ones)"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[0] != __package__ or "name" not in metafunc.fixturenames:
        return
    import floe  # noqa: PLC0415  # other people's tests need not wait for it

    try:
        games = [floe.game(name) for name in metafunc.config.getoption("game") or floe.game_names()]
    except floe.UnknownGame as fault:
        raise pytest.UsageError(str(fault)) from fault
    if "players" in metafunc.fixturenames:
        tables = [(game.name, players) for game in games for players in game.players]
        metafunc.parametrize(("name", "players"), tables)
    else:
        metafunc.parametrize("name", [game.name for game in games])
