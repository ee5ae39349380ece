"""Hours in which a person wants to hear nothing, where that person is."""

from __future__ import annotations

from datetime import datetime, timedelta
from datetime import time as clock_time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from floe.server.store.rows import WishRow


@cache
def zones() -> frozenset[str]:
    """The names of time zones."""
    return frozenset(available_timezones())


def quiet_until(wish: WishRow, now: int) -> int | None:
    """When the quiet hours end that a moment is in; none if it is in none. Clocks that are changed are followed: quiet
    hours are what a clock on the wall says."""
    if wish.quiet_from is None or wish.quiet_until is None or wish.quiet_from == wish.quiet_until:
        return None
    here = datetime.fromtimestamp(now / 1000, ZoneInfo(wish.zone))
    minute = here.hour * 60 + here.minute
    over_night = wish.quiet_from > wish.quiet_until
    evening, morning = minute >= wish.quiet_from, minute < wish.quiet_until
    if not (evening or morning if over_night else evening and morning):
        return None
    day = here.date() + timedelta(days=1 if over_night and evening else 0)
    end = datetime.combine(day, clock_time(*divmod(wish.quiet_until, 60)), here.tzinfo)
    for one in (end, end.replace(fold=1)):  # the hour that comes twice in autumn
        if (at := int(one.timestamp() * 1000)) > now:
            return at
    return None
