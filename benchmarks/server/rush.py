"""A process of players: so many tables of two people who play as fast as they are answered, game after game.

Started by ``run.py``; prints what it measured as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import time

import uvloop

from server.people import GAMES, Table, Times, new_guest, new_table, tell


async def rush(address: str, tables: int, warm_s: float, seconds: float) -> Times:
    """Play everywhere for so long. When a game is over, the same two begin another."""
    times = Times()
    pairs = [(await new_guest(address), await new_guest(address)) for _ in range(tables)]
    everybody_sits = asyncio.Barrier(tables + 1)
    stop = asyncio.Event()

    async def play_on(number: int) -> None:
        first = True
        while not stop.is_set():
            table_id = await new_table(address, GAMES[number % len(GAMES)], *pairs[number])
            table = Table(address, table_id, pairs[number], times)
            await table.open()
            if first:
                await everybody_sits.wait()
                first = False
            table.at_once = True
            await table.play()
            waits = [asyncio.create_task(event.wait()) for event in (stop, table.over)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
            table.at_once = False
            await table.close()

    async with asyncio.TaskGroup() as playing:
        for number in range(tables):
            playing.create_task(play_on(number))
        await everybody_sits.wait()
        times.since = time.perf_counter() + warm_s
        times.until = times.since + seconds
        await asyncio.sleep(warm_s + seconds)
        stop.set()
    return times


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--warm", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    chosen = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        times = runner.run(rush(chosen.address, chosen.tables, chosen.warm, chosen.seconds))
    tell(times.document())


if __name__ == "__main__":
    main()
