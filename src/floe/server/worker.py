"""All that one worker holds: made when it starts, handed to the handlers, closed when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.datastructures import State

from floe.server.analyses import Analyses
from floe.server.health import Health
from floe.server.housekeeping import Housekeeping
from floe.server.hub import Hub
from floe.server.machines import Machines
from floe.server.metrics import Metrics
from floe.server.pictures import Pictures
from floe.server.sanctions import Sanctions
from floe.server.scheduler import Scheduler
from floe.server.service import Tables
from floe.server.settings import Settings
from floe.server.store.store import Store


@dataclass
class Worker:
    """One worker of the server."""

    settings: Settings
    store: Store
    tables: Tables
    hub: Hub
    machines: Machines
    scheduler: Scheduler
    metrics: Metrics
    health: Health
    sanctions: Sanctions
    housekeeping: Housekeeping
    analyses: Analyses
    cards: Pictures
    animations: Pictures

    @classmethod
    def of(cls, state: State) -> Worker:
        worker: Worker = state["worker"]
        return worker
