"""Connect Four for Floe. Here is what the game has; nothing else is imported until it is asked for."""

from __future__ import annotations

from floe.core.manifest import BenchPeers, Manifest
from floe.core.options import Option

MANIFEST = Manifest(
    name="connectfour",
    title="Connect Four",
    players=range(2, 3),
    engine="floe_connectfour.game:ConnectFour",
    package="floe_connectfour",
    summary="Drop discs into seven columns; four of your own in a row win.",
    options=(Option("connect", 4, lowest=3, highest=5, text="discs in a row that win (CF-4)"),),
    colours={2: "yr"},
    choosable={2: "yrgb"},
    rules="rules.md",
    words="floe_connectfour.words:ConnectFourWords",
    picture="floe_connectfour.picture:draw",
    peers=BenchPeers(openspiel="connect_four", pettingzoo="connect_four_v3", pgx="connect_four"),
)
