"""Signs of life: a time in which no worker gave any is an outage, and no clock runs in it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Connection, bindparam, delete, func, insert, select

from floe.server.store.people_queries import upsert
from floe.server.store.prepared import Prepared
from floe.server.store.rows import Beat, Outage
from floe.server.store.schema import beats, outages

FORGOTTEN_MS = 24 * 3600 * 1000
"""Workers come and go under new names. The last beat of all is kept however old it is."""


# Asked with every beat, so put together once.
_NEWEST = Prepared(select(func.max(beats.c.at)))
_SIGNS = Prepared(
    select(func.max(beats.c.at), func.min(beats.c.at), select(func.max(outages.c.ended)).scalar_subquery())
)
_OLD = delete(beats).where(beats.c.at < bindparam("before", type_=BigInteger))
_OUTAGES = Prepared(select(outages).order_by(outages.c.began))


def beat(connection: Connection, worker: str, now: int, threshold: int) -> Beat:
    """A worker lives. The caller has seen to it that this happens to one at a time."""
    noted = _note_outage(connection, now, threshold)
    upsert(connection, beats, ["worker"], {"worker": worker, "at": now})
    return Beat(last(connection), noted, [Outage(*row) for row in _OUTAGES.rows(connection)])


def last(connection: Connection) -> int:
    """When the newest came, 0 for never."""
    newest: int | None = _NEWEST.rows(connection)[0][0]
    return newest or 0


def _note_outage(connection: Connection, now: int, threshold: int) -> Outage | None:
    """Put down an outage if nobody has given a sign of life for longer than the threshold.

    The end of an outage is a sign of life too: of two workers that start together only the first puts it down.
    """
    newest, oldest, ended = _SIGNS.rows(connection)[0]
    if newest is None:
        return None
    if oldest < newest - FORGOTTEN_MS:
        connection.execute(_OLD, {"before": newest - FORGOTTEN_MS})
    alive = max(newest, ended or newest)
    if now - alive <= threshold:
        return None
    outage = Outage(alive, now)
    connection.execute(insert(outages), {"began": outage.began, "ended": outage.ended})
    return outage
