"""Delivering what the outbox holds: each notice by one worker, and none twice.

A worker claims a notice for a while, looks whether it is still wanted, puts down that it goes out, and only then sends
it. A worker that dies before that leaves it to another. One that dies after may have sent it or not: it is not sent
again. So a message is told at most once, and lost only if a worker is killed in the moment of sending; a failure that
is known for certain is tried again, after ever longer pauses.
"""

from __future__ import annotations

import asyncio
import json

import msgspec

from floe.server import chance, presence
from floe.server.logs import Log
from floe.server.metrics import Metrics
from floe.server.notices import tokens
from floe.server.notices.mail import Mail
from floe.server.notices.message import Message, about_table, spoken, to_confirm
from floe.server.notices.outcome import Outcome
from floe.server.notices.push import Push, available, new_key
from floe.server.notices.quiet import quiet_until
from floe.server.notices.webhook import Webhook
from floe.server.repeating import Repeating
from floe.server.service import Tables, summary_of
from floe.server.settings import Settings
from floe.server.store.faults import StoreUnavailable
from floe.server.store.rows import AddressRow, NoticeRow
from floe.server.tables.summary import Summary

LOOK_SECONDS = 2.0
AT_ONCE = 32
LEASE = 120_000
"""Milliseconds for which a worker has a notice to itself; longer than sending takes."""
FIRST_PAUSE, LONGEST_PAUSE = 60_000, 6 * 3_600_000
DAY = 86_400_000
DROPPED_AFTER = 3 * DAY
"""A message that could not be delivered for so long is not any more."""
TOLD_KEPT = 90 * DAY
"""So long it is known that something was told; longer than any clock runs."""
UNCONFIRMED_KEPT = 7 * DAY
CLEAR_EVERY = DAY // 24
_summaries: msgspec.json.Decoder[Summary] = msgspec.json.Decoder(Summary)
journal = Log("notices")


class Delivery:
    """One worker's part in it."""

    def __init__(self, settings: Settings, tables: Tables, metrics: Metrics) -> None:
        self._settings = settings
        self._tables = tables
        self._store = tables.store
        self._metrics = metrics
        self._going: set[asyncio.Task[None]] = set()
        self._cleared = 0
        self._secret = ""
        self.push: Push | None = None
        self.mail: Mail | None = None
        self.webhook = Webhook(settings.public_url or "", settings.notice_hosts)
        self._repeating = Repeating(journal)

    async def start(self) -> None:
        """Have the keys, made by whichever worker came first, and begin to look."""
        settings = self._settings
        self._secret = await self._store.server_secret("links", chance.in_hex(32)) or ""
        if available():
            key = await self._store.server_secret("vapid", new_key())
            self.push = Push(key or "", settings.contact, settings.notice_hosts)
        if settings.mail and settings.mail_from and settings.public_url:
            self.mail = Mail(settings.mail, settings.mail_from, settings.public_url)
        self._repeating.begin(self.look, LOOK_SECONDS)

    async def stop(self) -> None:
        """What is being sent is sent; the rest is left to others."""
        await self._repeating.end()
        if self._going:
            await asyncio.wait(self._going)

    def token(self, purpose: tokens.Purpose, address_id: str) -> str:
        return tokens.token(self._secret, purpose, address_id)

    def address_of(self, purpose: tokens.Purpose, token: str) -> str | None:
        return tokens.read(self._secret, purpose, token)

    async def look(self) -> None:
        """Begin to deliver what is due."""
        now = self._tables.now()
        if now - self._cleared > CLEAR_EVERY:
            self._cleared = now
            await self._store.clear_notices(now - TOLD_KEPT, now - UNCONFIRMED_KEPT)
        found = await self._store.notices_due(now, AT_ONCE - len(self._going)) if len(self._going) < AT_ONCE else []
        if not found:
            return
        for notice in await self._store.claim_notices(found, self._tables.worker, now, now + LEASE):
            task = asyncio.create_task(self._one(notice))
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    async def settle(self) -> None:
        """Wait until all that was begun is done."""
        while self._going:
            await asyncio.wait(self._going)

    async def _one(self, notice: NoticeRow) -> None:
        try:
            await self._deliver(notice)
        except StoreUnavailable:
            journal.warning("notice_waits", kind=notice.kind)  # its claim runs out
        except Exception as fault:
            self._metrics.faults.labels("notices").inc()
            journal.error("notice_failed", fault, kind=notice.kind)

    async def _deliver(self, notice: NoticeRow) -> None:
        address = await self._store.address(notice.address)
        now = self._tables.now()
        if address is None:
            await self._store.drop_notice(notice)
            return
        wishes = await self._store.wishes(notice.guest)
        language = spoken(wishes.language if wishes else "")
        if notice.kind == "confirm":
            message = to_confirm(notice, language)
        else:
            table = await self._wanted(notice, now)
            if table is None:
                await self._leave(notice, address, "skipped")
                return
            quiet = None if wishes is None else quiet_until(wishes, now)
            if quiet is not None:
                await self._store.tell_later(notice, self._tables.worker, quiet, notice.tries)
                return
            message = about_table(notice, table, language, now, await self._waiting(notice.guest))
        if now - notice.at > DROPPED_AFTER and notice.kind != "reminder":
            journal.warning("notice_dropped", kind=notice.kind, channel=address.channel, tries=notice.tries)
            await self._leave(notice, address, "dropped")
            return
        if not await self._store.put_out(notice, self._tables.worker):
            return  # somebody has moved just now, or the address is gone
        await self._after(notice, address, await self._send(address, message, now))

    async def _leave(self, notice: NoticeRow, address: AddressRow, what: str) -> None:
        self._metrics.notices.labels(address.channel, what).inc()
        await self._store.drop_notice(notice)

    async def _wanted(self, notice: NoticeRow, now: int) -> Summary | None:
        """The table that a notice is about, if its person is still to be told."""
        row = await self._store.table(notice.table_id)
        if row is None or row.status == "cancelled":
            return None
        table = summary_of(row)
        if notice.kind in ("turn", "reminder"):
            seat = None if table.to_move is None else table.seats[table.to_move]
            if seat is None or seat.level is not None or seat.guest != notice.guest:
                return None
        if notice.kind == "takeback" and row.status != "running":
            return None
        if notice.kind == "reminder" and (row.wake_at is None or row.wake_at <= now):
            return None
        if notice.kind == "rematch" and not await self._still_open(notice):
            return None
        there = await self._store.present(notice.table_id)
        opened = notice.kind != "reminder" and any(one.guest == notice.guest and one.seen > notice.at for one in there)
        return None if opened or notice.guest in presence.here(there, now) else table

    async def _still_open(self, notice: NoticeRow) -> bool:
        """Whether the offer to play again stands, and has no answer yet."""
        row = await self._store.table(notice.link)
        return (
            row is not None
            and row.status == "gathering"
            and any(seat.reserved == notice.guest for seat in summary_of(row).seats)
        )

    async def _waiting(self, guest: str) -> int:
        """How many games wait for a person."""
        tables = map(_summaries.decode, await self._store.running_of(guest))
        waits = [table.seats[table.to_move] for table in tables if table.to_move is not None]
        return sum(seat.guest == guest and seat.level is None for seat in waits)

    async def _send(self, address: AddressRow, message: Message, now: int) -> Outcome:
        keys: dict[str, str] = json.loads(address.keys)
        if address.channel == "push" and self.push is not None:
            return await self.push.send(address.target, keys, message, now)
        if address.channel == "mail" and self.mail is not None:
            confirm, stop = self.token("confirm", address.id), self.token("stop", address.id)
            return await self.mail.send(address.target, message, confirm, stop)
        if address.channel == "webhook" and self._settings.webhooks_per_guest:
            return await self.webhook.send(address.target, keys, message, now)
        return Outcome("refused", "the host does not offer it any more")

    async def _after(self, notice: NoticeRow, address: AddressRow, outcome: Outcome) -> None:
        told = {"kind": notice.kind, "channel": address.channel, "why": outcome.why, "tries": notice.tries + 1}
        self._metrics.notices.labels(address.channel, outcome.result).inc()
        if outcome.result == "later":
            pause = max(outcome.after * 1000, min(LONGEST_PAUSE, FIRST_PAUSE * 2**notice.tries))
            due = self._tables.now() + min(pause, DAY)
            if due - notice.at <= DROPPED_AFTER or notice.kind == "reminder":
                journal.info("notice_later", **told)
                await self._store.tell_later(notice, self._tables.worker, due, notice.tries + 1)
                return
            journal.warning("notice_dropped", **told)
        elif outcome.result == "gone":
            journal.warning("address_gone", **told)
            await self._store.remove_address(address.id)
        elif outcome.result == "refused":
            journal.warning("notice_dropped", **told)
        elif notice.kind == "confirm" and address.channel == "webhook" and not outcome.why:
            await self._store.confirm_address(address.id, self._tables.now())
