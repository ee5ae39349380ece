"""The command ``floe join``: a machine player takes a seat at a table of a server."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import signal
from dataclasses import dataclass
from pathlib import Path

import typer

import floe
from floe.bots.outside import called
from floe.bots.registry import bot
from floe.cli.loading import get_ready
from floe.cli.screen import Screen
from floe.core.errors import BadOption, FloeError, shown

INTERRUPTED = 130


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    url: str
    player: str
    name: str | None = None
    tables: int | None = None
    game: str | None = None
    stay: bool = False
    token_file: Path | None = None


def join(screen: Screen, wishes: Wishes) -> None:
    """Check what was asked for, and play until the games are over or Ctrl-C."""
    if importlib.util.find_spec("websockets") is None:
        raise BadOption("floe join needs websockets; install it with: pip install floe-games")
    from floe.client.site import parse  # after the check above

    address, table = parse(wishes.url)
    fits = _fitting(wishes)
    if table is not None and (wishes.tables or wishes.game or wishes.stay):
        raise BadOption("--tables, --game and --stay are for a server; this is the link of one table")
    if wishes.name is not None and not (wishes.name.isprintable() and 1 <= len(wishes.name.strip()) <= 40):
        raise BadOption(f"a name has 1 to 40 characters that can be printed, unlike {shown(wishes.name)}")
    if asyncio.run(_join(screen, wishes, fits, address, table)):
        raise typer.Exit(INTERRUPTED)


def _fitting(wishes: Wishes) -> list[str]:
    """The games that the player plays; one who plays none of those asked for is refused."""
    asked = [wishes.game] if wishes.game else floe.game_names()
    fits, faults = [], []
    for name in asked:
        try:
            bot(wishes.player, name)
            fits.append(name)
        except FloeError as fault:
            faults.append(fault)
    if not fits:
        raise faults[0]
    return fits


async def _join(screen: Screen, wishes: Wishes, fits: list[str], address: str, table: str | None) -> bool:
    """Play; return whether it was stopped by Ctrl-C."""
    from floe.client.join import Joining  # needs websockets
    from floe.client.site import Site

    site = Site(address, _kept_token(wishes.token_file))
    await site.enter()
    _keep_token(wishes.token_file, site.token)
    for game in fits if table is None else [(await site.call("GET", f"/api/tables/{table}"))["game"]]:
        get_ready(screen, game, [wishes.player])  # compiled now, and not while somebody waits
    joining = Joining(site, wishes.player, wishes.name or called(wishes.player)[-40:], screen.say)
    joining.may_come_back = wishes.token_file is not None
    _stop_at_interrupt(joining.stopping)
    if table is not None:
        tally = await joining.at_table(table)
    else:
        tally = await joining.at_server(wishes.tables or 1, fits, wishes.stay)
    games = "1 game" if tally.over == 1 else f"{tally.over} games"
    screen.say(f"Played {games} to the end, won {tally.won}.")
    if tally.faults:
        raise BadOption(tally.faults[0])
    return joining.stopping.is_set()


def _stop_at_interrupt(stopping: asyncio.Event) -> None:
    """The first Ctrl-C lets the seats be given up; a second one ends at once."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        stopping.set()
        loop.remove_signal_handler(signal.SIGINT)

    with contextlib.suppress(NotImplementedError):  # where a loop hears no signals, Ctrl-C ends at once
        loop.add_signal_handler(signal.SIGINT, stop)


def _kept_token(file: Path | None) -> str | None:
    if file is None or not file.exists():
        return None
    token = file.read_text(encoding="utf-8").strip()
    if not token.isascii() or not token.isprintable() or " " in token:
        raise BadOption(f"{file} holds no token")
    return token


def _keep_token(file: Path | None, token: str | None) -> None:
    """Nobody else may read it: whoever has the token has the seats."""
    if file is not None and token is not None:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
            opened.write(token + "\n")
