"""Who may not come, and who may not write in chats: what a host has decided, as this worker knows it."""

from __future__ import annotations

from collections.abc import Iterable

from floe.server.rate_limit import address_of
from floe.server.store.rows import SanctionRow
from floe.server.tables.refusals import Refusal

ADDRESS = "address:"


class Sanctions:
    """All of them, as of the last look."""

    def __init__(self) -> None:
        self._of: dict[str, frozenset[str]] = {}

    def know(self, rows: Iterable[SanctionRow]) -> None:
        of: dict[str, set[str]] = {}
        for row in rows:
            of.setdefault(row.kind, set()).add(row.subject)
        self._of = {kind: frozenset(subjects) for kind, subjects in of.items()}

    def _has(self, kind: str, guest: str | None, address: str) -> bool:
        subjects = self._of.get(kind, frozenset())
        return guest in subjects or ADDRESS + address in subjects

    def bans(self, guest: str | None, address: str) -> bool:
        """Whether somebody may not come, by who it is or from where."""
        return self._has("ban", guest, address)

    def admit(self, guest: str | None, address: str) -> None:
        """Refuse whoever may not come."""
        if self.bans(guest, address):
            raise Refusal("banned", "the host of this server has shut you out")

    def hear(self, guest: str | None, address: str) -> None:
        """Refuse a line of chat of one who may not write."""
        if self._has("mute", guest, address):
            raise Refusal("muted", "the host of this server lets you write no more in chats")


def subject_of(text: str) -> str:
    """What a host names: a guest's id, or an address (in IPv6 it stands for its network of 64 bits)."""
    return ADDRESS + address_of((text, 0)) if "." in text or ":" in text else text
