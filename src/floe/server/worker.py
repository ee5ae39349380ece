"""All that one worker holds: made when it starts, handed to the handlers, closed when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.datastructures import State

from floe.server import chance, presence
from floe.server.analyses import Analyses
from floe.server.clock import Clock
from floe.server.devices import Devices
from floe.server.health import Health
from floe.server.housekeeping import Housekeeping
from floe.server.hub import CHANNEL, Hub, News
from floe.server.limits import Limits, Use
from floe.server.logs import Log
from floe.server.machines import Machines
from floe.server.metrics import Metrics
from floe.server.notices.delivery import Delivery
from floe.server.pictures import Pictures
from floe.server.planning import Planning
from floe.server.sanctions import Sanctions
from floe.server.scheduler import Scheduler
from floe.server.service import Tables
from floe.server.settings import Settings
from floe.server.store.faults import StoreUnavailable
from floe.server.store.store import Store
from floe.server.thinking import Thinking

journal = Log("worker")


@dataclass
class Worker:
    """One worker of the server."""

    settings: Settings
    store: Store
    tables: Tables
    hub: Hub
    machines: Machines
    planning: Planning
    scheduler: Scheduler
    metrics: Metrics
    health: Health
    sanctions: Sanctions
    limits: Limits
    housekeeping: Housekeeping
    devices: Devices
    delivery: Delivery
    analyses: Analyses
    cards: Pictures
    animations: Pictures

    @classmethod
    def of(cls, state: State) -> Worker:
        worker: Worker = state["worker"]
        return worker


@asynccontextmanager
async def working(
    settings: Settings,
    store: Store,
    backend: ChannelsBackend,
    metrics: Metrics,
    clock: Clock | None = None,
) -> AsyncIterator[Worker]:
    """A worker, from its start to its end. The store, which has the right shape, is closed with it."""
    name = chance.in_hex(4)
    tables = Tables(store, name, clock or Clock(await store.last_beat()))
    channels = ChannelsPlugin(backend, channels=[CHANNEL])
    hub = Hub(name, channels)
    machines = Machines(tables, hub, Thinking(settings.threads, metrics), metrics)
    planning = Planning(tables, hub, metrics)
    scheduler = Scheduler(tables, machines, planning, hub, metrics)
    health = Health(name, settings, store, backend, metrics)
    sanctions, limits = Sanctions(), Limits(settings)
    housekeeping = Housekeeping(settings, tables, hub, sanctions, limits)
    delivery = Delivery(settings, tables, metrics)
    analyses = Analyses()
    cards, animations = Pictures("card", keep=64), Pictures("animation", keep=8)
    tables.changed += [hub.changed, machines.changed]
    tables.planned.append(planning.begin)
    worker = Worker(
        settings,
        store,
        tables,
        hub,
        machines,
        planning,
        scheduler,
        metrics,
        health,
        sanctions,
        limits,
        housekeeping,
        Devices(store, housekeeping, limits),
        delivery,
        analyses,
        cards,
        animations,
    )
    heard: set[asyncio.Task[None]] = set()

    def hear(news: News | Use) -> None:
        if isinstance(news, Use):
            limits.hear(news)
            return
        task = asyncio.create_task(_heard(worker, news))
        heard.add(task)
        task.add_done_callback(heard.discard)

    async with channels:  # open before anything can happen here, and until all that did is told
        await hub.listen(hear)
        await scheduler.start()
        await housekeeping.start()
        await delivery.start()
        await health.start()
        try:
            yield worker
        finally:
            await health.stop()
            await delivery.stop()
            await housekeeping.stop()
            await scheduler.stop()
            await machines.close()
            await planning.close()
            for thread in (analyses, cards, animations):
                thread.close()
            await hub.close()
            await tables.settle()
            with suppress(StoreUnavailable):  # then its claims run out by themselves
                await store.release(name)
                await store.release_notices(name)
                await store.ended(name)
            await store.close()


async def _heard(worker: Worker, news: News) -> None:
    """Another worker has told something."""
    try:
        if news.what == "acts":
            await worker.housekeeping.look()
        elif news.what == "changed":
            if worker.hub.at(news.table):
                await worker.tables.news(news.table)
                worker.hub.wake(news.table)
            else:
                worker.tables.drop(news.table)
        elif news.what == "chat":
            worker.hub.said(news.table, news.number)
        elif news.what == "plan":
            await worker.planning.news(news.table, news.number)
        elif worker.hub.at(news.table):
            await presence.refresh(worker.hub, worker.store, news.table, worker.tables.now())
    except StoreUnavailable:
        journal.warning("database_gone")
    except Exception as fault:
        worker.metrics.faults.labels("news").inc()
        journal.error("news_failed", fault)
