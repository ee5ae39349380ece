"""A process of its own that works on a store, for tests with several of them: ``store_process.py JOB URL ...``.

It says ``ready``, waits for a line on stdin, works, and writes what was acknowledged line by line.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable

from floe.server.store import Store
from tests.server.store_rows import append_to


def say(*words: object) -> None:
    """Write a line in one system call, so that a kill leaves it whole or not at all."""
    os.write(sys.stdout.fileno(), (" ".join(map(str, words)) + "\n").encode())


async def migrate(store: Store) -> None:
    say("took", *await store.migrate())


async def claim(store: Store, worker: str, *tables: str) -> None:
    """Claim as many tables as can be had, several at a time."""

    async def one(table: str) -> None:
        if await store.claim(table, 1, worker, 1000, 500):
            say("claimed", table)

    await asyncio.gather(*map(one, tables))
    say("done")


async def append(store: Store, *tables: str) -> None:
    """Append to each table for ever, one after the other, and tell each that was acknowledged."""

    async def one(table: str) -> None:
        row = await store.table(table)
        version = row.version if row else 0
        while True:
            answer = await store.append(append_to(table, version, client_id=f"client-{version + 1}"))
            if answer.conflict:
                raise RuntimeError(f"{table} is at {answer.version} and not at {version}")
            version = answer.version
            say("acknowledged", table, version)

    await asyncio.gather(*map(one, tables))


async def race(store: Store, worker: str, count: str, *tables: str) -> None:
    """Append so many times to each table, in competition with others; tell which versions this one got."""

    async def one(table: str) -> None:
        won = 0
        version = 1
        while won < int(count):
            answer = await store.append(append_to(table, version, client_id=f"{worker}-{won}"))
            version = answer.version
            if not answer.conflict:
                won += 1
                say("acknowledged", table, version)

    await asyncio.gather(*map(one, tables))
    say("done")


JOBS: dict[str, Callable[..., Awaitable[None]]] = {"migrate": migrate, "claim": claim, "append": append, "race": race}


async def main(job: str, url: str, *arguments: str) -> None:
    store = await Store.open(url)
    say("ready")
    await asyncio.to_thread(sys.stdin.readline)
    await JOBS[job](store, *arguments)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
