"""A process of many people: most only have their table open, and at the busiest tables somebody moves every second.

Started by ``run.py``; prints what it measured as JSON: times, and the server's memory as more and more people come.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import Any

import uvloop

from server.people import GAMES, Table, Times, new_guest, new_table, tell

_AT_ONCE = 16


def memory(pid: int) -> int | None:
    """Bytes that a process holds in memory; none where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


async def crowd(address: str, pid: int, tables: int, busy: int, seconds: float) -> dict[str, Any]:
    """Let all come, then let somebody move at each busy table once a second, spread evenly over the second."""
    times = Times()
    held: dict[str, int | None] = {}
    few = asyncio.Semaphore(_AT_ONCE)

    async def set_up(number: int) -> Table:
        async with few:
            tokens = (await new_guest(address), await new_guest(address))
            table_id = await new_table(address, GAMES[number % len(GAMES)], *tokens)
            return Table(address, table_id, tokens, times)

    async def open_one(table: Table) -> None:
        async with few:
            await table.open()

    # A first table lets the server load all that it loads once.
    first = await set_up(0)
    await first.open()
    held["begin"] = memory(pid)
    made = await asyncio.gather(*(set_up(number) for number in range(tables)))
    held["tables"] = memory(pid)
    await asyncio.gather(*(open_one(table) for table in made))
    await asyncio.sleep(1.0)
    held["sockets"] = memory(pid)

    begin = times.since = time.perf_counter()
    for number in range(int(busy * seconds)):
        await asyncio.sleep(max(0.0, begin + number / busy - time.perf_counter()))
        if not await made[number % busy].play():
            times.not_taken += 1  # the table's last move is not yet shown, a second after it
    held["played"] = memory(pid)
    await asyncio.gather(*(table.close() for table in [*made, first]))
    return times.document() | {"memory": held}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--busy", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    chosen = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(crowd(chosen.address, chosen.pid, chosen.tables, chosen.busy, chosen.seconds))
    tell(found)


if __name__ == "__main__":
    main()
