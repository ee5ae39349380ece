"""The same person on another device, without an account.

A link lets one more device become a guest's, once and within minutes; a recovery code does until it is replaced. Both
are as good as the cookie, so the server keeps hashes of them only: a plain one of the link's secret, which is long and
soon worthless, a slow one of the code, which is short because people write it down.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from dataclasses import dataclass

import msgspec
from sqlalchemy.exc import IntegrityError

from floe.server import chance, clock
from floe.server.housekeeping import Housekeeping
from floe.server.limits import Limits
from floe.server.people import Guest, hashed
from floe.server.store.faults import BothSit, KeyGone, TooManyDevices, WouldJoin
from floe.server.store.join_queries import Joining
from floe.server.store.rows import DeviceLinkRow, DeviceRow, GuestRow, RecoveryRow
from floe.server.store.store import DEVICES, Store
from floe.server.tables import events
from floe.server.tables.refusals import Refusal
from floe.server.tables.seat import hand_over
from floe.server.tables.summary import Summary

LINK_MS = 10 * 60 * 1000
"""So long a link is valid."""
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of codes: letters that are easily taken for a digit are left out."""
_GROUPS, _GROUP = 4, 5
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_SLOW = {"n": 1 << 15, "r": 8, "p": 1, "maxmem": 1 << 26}
"""A tenth of a second and 32 MiB for one try of a code."""
_AT_ONCE = 2
_summaries: msgspec.json.Decoder[Summary] = msgspec.json.Decoder(Summary)


@dataclass(frozen=True)
class Preview:
    """Whom a key lets in."""

    key: DeviceLinkRow | RecoveryRow
    guest: GuestRow
    device: str | None
    """The name of the device on which a link was made."""


def hashed_link(secret: str) -> str:
    """What is stored of a link."""
    return hashlib.sha256(f"floe link/{secret}".encode()).hexdigest()


def slowly_hashed(code: str, salt: str) -> str:
    """What is stored of a recovery code."""
    return hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), **_SLOW).hex()


def plain(code: str) -> str | None:
    """A code as it was drawn, however it was written down; none if it cannot be one."""
    bare = "".join(sign for sign in code.upper() if sign.isalnum()).translate(_READ_AS)
    return bare if len(bare) == _GROUPS * _GROUP and set(bare) <= set(ALPHABET) else None


def _drawn() -> str:
    bits = int.from_bytes(chance.source(13))
    return "".join(ALPHABET[bits >> 5 * place & 31] for place in range(_GROUPS * _GROUP))


def _written(code: str) -> str:
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


class Devices:
    """The devices of all guests, as one worker looks after them."""

    def __init__(self, store: Store, housekeeping: Housekeeping, limits: Limits) -> None:
        self._store = store
        self._housekeeping = housekeeping
        self._limits = limits
        self._slow = asyncio.Semaphore(_AT_ONCE)

    # Keys

    async def link(self, guest: Guest) -> tuple[str, int]:
        """A link to another device, and until when it is valid; the one before is not any longer."""
        secret, now = chance.in_url(32), clock.wall()
        row = DeviceLinkRow(guest.id, hashed_link(secret), guest.device, now + LINK_MS)
        await self._store.put_link(row, now)
        return secret, row.until

    async def recovery_code(self, guest: Guest) -> str:
        """A new recovery code; the one before is not valid any longer."""
        while True:
            code, salt = _drawn(), chance.in_hex(16)
            row = RecoveryRow(guest.id, code[:_GROUP], salt, await self._slowly(code, salt), clock.wall())
            try:
                await self._store.put_recovery(row)
            except IntegrityError:
                continue  # the handle is another's already
            return _written(code)

    async def look(self, link: str | None, code: str | None) -> Preview:
        """Whom a key lets in. It is refused in the same words whether it was never valid or is no longer."""
        key = await (self._by_link(link) if link is not None else self._by_code(code or ""))
        guest = await self._store.guest(key.guest)
        if guest is None:
            raise _gone(key)
        device = None
        if isinstance(key, DeviceLinkRow):
            device = next((one.name for one in await self._store.devices(guest.id) if one.id == key.device), "")
        return Preview(key, guest, device)

    async def _by_link(self, secret: str) -> DeviceLinkRow:
        found = await self._store.link(hashed_link(secret), clock.wall())
        if found is None:
            raise Refusal("link_gone", "this link was used already, or its time is over; make a new one")
        return found

    async def _by_code(self, given: str) -> RecoveryRow:
        code = plain(given)
        if code is None:
            raise Refusal("bad_code", "this is no recovery code, or not the one that is valid")
        handle = code[:_GROUP]
        if not self._limits.may_try(handle):
            raise Refusal("too_fast", "too many tries; wait a little")
        found = await self._store.recovery_by_handle(handle)
        # The same work is done where there is no such code, so that the time tells nothing.
        salt, wanted = (found.salt, found.code_hash) if found else ("00" * 16, "")
        if not hmac.compare_digest(await self._slowly(code, salt), wanted) or found is None:
            raise Refusal("bad_code", "this is no recovery code, or not the one that is valid")
        return found

    async def _slowly(self, code: str, salt: str) -> str:
        async with self._slow:
            return await asyncio.to_thread(slowly_hashed, code, salt)

    # Moving

    async def move(self, to: Preview, whose: Guest | None, name: str, agreed: bool) -> Guest:
        """Let a device be another guest's. What it has of its own is joined with theirs if that was agreed upon."""
        token, now = chance.in_url(32), clock.wall()
        device = DeviceRow(chance.in_hex(8), "", "", name, now, now)
        if whose is not None:
            found = {one.id: one for one in await self._store.devices(whose.id)}.get(whose.device)
            if found is None:
                raise _gone(to.key)
            device = found
        joining = joining_of(device.guest, to.guest.id)
        try:
            await self._store.move(to.key, device, hashed(token), now, joining, agreed)
        except KeyGone:
            raise _gone(to.key) from None
        except WouldJoin:
            raise Refusal(
                "would_join", "this device has games or puzzles of its own; say whether to join them"
            ) from None
        except BothSit as fault:
            raise both_sit(fault.tables) from None
        except TooManyDevices:
            raise Refusal(
                "too_many_devices", f"one has at most {DEVICES} devices; remove one first", n=DEVICES
            ) from None
        if whose is not None:
            await self._housekeeping.tell()
        guest = await self._store.guest(to.guest.id)
        return Guest(to.guest.id, guest.name if guest else None, token, device.id)

    async def revoke(self, guest: Guest, device: str) -> bool:
        """Let a device be nobody's; its sockets are closed, at every worker. Whether the guest had it."""
        had = await self._store.revoke(guest.id, device, clock.wall())
        if had:
            await self._housekeeping.tell()
        return had


def both_sit(tables: list[str]) -> Refusal:
    return Refusal(
        "both_sit",
        "both sit at the same table, whose game is not over; finish it first, or leave a seat",
        table=tables[0],
        tables=tables,
    )


def _gone(key: DeviceLinkRow | RecoveryRow) -> Refusal:
    if isinstance(key, DeviceLinkRow):
        return Refusal("link_gone", "this link was used already, or its time is over; make a new one")
    return Refusal("bad_code", "this is no recovery code, or not the one that is valid")


def joining_of(gone: str, into: str) -> Joining:
    """What tables are told."""

    def rewrite(text: str) -> str:
        summary = _summaries.decode(text)
        hand_over(summary.seats, gone, into)
        host = into if summary.host == gone else summary.host
        changed = msgspec.structs.replace(summary, host=host, version=summary.version + 1)
        return msgspec.json.encode(changed).decode()

    return Joining(events.encode(events.Joined(gone, into)), rewrite)
