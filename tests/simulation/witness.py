"""What must hold whatever happens, watched from outside: from what was committed, and from what people were told."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from tests.simulation.disk import Disk, Note
from tests.simulation.loop import Process, VirtualLoop
from tests.simulation.network import SLOWEST, Link

if TYPE_CHECKING:
    from tests.simulation.people import Page

BOUND = 2.0 + 2 * SLOWEST
"""Seconds within which everybody is told and answered, once nothing is wrong: two, and the network's."""
_encoder = msgspec.json.Encoder(order="sorted")


class Violation(Exception):
    """Something that must never be."""


@dataclass
class Known:
    """What is known of a table from its commits."""

    secret: str
    times: list[float] = field(default_factory=list)
    """When each event was committed."""
    lines: int = 0
    guests: set[str] = field(default_factory=set)
    """Those who were ever at it: their ids are nobody else's business."""
    views: dict[tuple[int, str | None], str] = field(default_factory=dict)
    """A digest of what was shown, by version and viewer."""
    told: dict[tuple[int, str | None], str] = field(default_factory=dict)
    """A digest of each happening, likewise."""


@dataclass(frozen=True)
class Acknowledged:
    """What a person was told to be done, or not to be done, for good."""

    table: str
    guest: str
    client_id: str
    kind: str
    done: bool
    version: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Laid:
    """A change of a plan that was asked for."""

    table: str
    guest: str
    client_id: str
    body: dict[str, Any]


class Trace:
    """What happened, in short lines. Their digest says whether two runs were the same."""

    def __init__(self, loop: VirtualLoop, shown: bool = False) -> None:
        self._loop = loop
        self._digest = hashlib.sha256()
        self._shown = shown
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        whole = f"{stamp(self._loop.time())} {line}"
        self._digest.update(whole.encode())
        self.lines.append(whole)
        if self._shown:
            print(whole)
        elif len(self.lines) > 40_000:
            del self.lines[:20_000]

    def digest(self) -> str:
        return self._digest.hexdigest()[:16]

    def about(self, words: str, count: int = 40) -> list[str]:
        """The last lines about something, and those about faults."""
        chosen = [line for line in self.lines if words in line or " ! " in line]
        return chosen[-count:]


def stamp(seconds: float) -> str:
    """A time of the simulation: day, hour, minute, second."""
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3600)
    return f"{int(days)}d {int(hours):02}:{int(rest // 60):02}:{rest % 60:06.3f}"


class Witness:
    """Sees all commits and all that people are told, and objects."""

    def __init__(self, loop: VirtualLoop, trace: Trace) -> None:
        self._loop = loop
        self._trace = trace
        self.disk: Disk
        self.tables: dict[str, Known] = {}
        self.pages: dict[str, list[Page]] = {}
        self.acknowledged: list[Acknowledged] = []
        self.said: list[tuple[str, int, str, str]] = []
        """Lines of chats that were acknowledged: table, number, guest, text."""
        self.sat: set[tuple[str, str]] = set()
        """Who was told to have a seat: table and guest."""
        self.laid: list[Laid] = []
        self.laid_at: dict[str, int | None] = {}
        """By client id the version of the table that it was taken for; none if refused. Missing: not answered."""
        self.calls: dict[str, tuple[str, str, str]] = {}
        """Messages that have reached somebody who was away, by id: where to, their kind, and the table."""
        self.wrong: list[str] = []
        self.count: Counter[str] = Counter()
        self._beat = 0.0
        self.gaps: list[tuple[float, float]] = []
        """Times without any sign of life."""

    def objects(self, words: str, about: str = "") -> None:
        """Something is wrong. The first time ends the run."""
        self._trace(f" ! WRONG: {words}")
        self.wrong.append(words)
        if len(self.wrong) == 1:
            self.about = about
            self._loop.stop()

    # What is committed

    def committed(self, process: Process, notes: list[Note]) -> None:
        now = self._loop.time()
        for kind, what, value in notes:
            if kind == "table":
                self.tables[what] = Known(value)
                self.count["tables"] += 1
            elif kind == "event":
                self._event(process, what, value)
            elif kind == "line":
                self.tables[what].lines = value
                self._expect(what, "line", value)
            elif kind == "beat":
                if now - self._beat > 5:
                    self.gaps.append((self._beat, now))
                self._beat = now

    def skipped(self) -> None:
        """All the time until now there were signs of life."""
        self._beat = self._loop.time()

    def _event(self, process: Process, table: str, version: int) -> None:
        known = self.tables[table]
        known.times.append(self._loop.time())
        self._trace(f"{table} v{version} committed by {process.name}")
        self.count["events"] += 1
        if version != len(known.times):
            self.objects(f"{table}: version {version} is the {len(known.times)}th event", table)
        self._expect(table, "version", version)

    # What people are told

    def _expect(self, table: str, what: str, number: int) -> None:
        """All who have the table open must soon have been told."""
        for page in self.pages.get(table, ()):
            if page.link is not None and page.greeted:
                self._loop.later(BOUND, self._must_know, page, page.link, what, number)

    def must_greet(self, page: Page, link: Link) -> None:
        """Whoever opens a table must soon see it."""
        self._loop.later(BOUND + SLOWEST, self._must_know, page, link, "greeted", True)

    def must_answer(self, page: Page, link: Link, client_id: str) -> None:
        """Whoever asks must soon be answered."""
        self._loop.later(BOUND + SLOWEST, self._must_have_answered, page, link, client_id)

    def _must_know(self, page: Page, link: Link, what: str, number: int) -> None:
        if page.link is not link or getattr(page, what) >= number or (what == "line" and not page.chats):
            return
        if self._in_good_weather(link, self._must_know, page, link, what, number):
            found = f"{what} {getattr(page, what)} instead of {number}"
            self.objects(f"{page.table}: {page} was not told within {BOUND:.1f} s: {found}", page.table)

    def _must_have_answered(self, page: Page, link: Link, client_id: str) -> None:
        asked = page.player.asked.get(client_id)
        if asked is None or page.link is not link:
            return
        if self._in_good_weather(link, self._must_have_answered, page, link, client_id):
            self.objects(f"{page.table}: {page} was not answered within {BOUND:.1f} s: {client_id}", page.table)

    def _in_good_weather(self, link: Link, look: Any, *given: Any) -> bool:
        """Whether the connection stands and nothing was wrong for long enough; otherwise it is looked at again then."""
        if not link.well or not link.process.alive:
            return False
        clear, now = self.disk.clear(link.process), self._loop.time()
        if clear is None or now < clear + BOUND:
            self._loop.later(BOUND if clear is None else clear + BOUND - now, look, *given)
            return False
        return True

    def shown(self, page: Page, raw: bytes, state: dict[str, Any]) -> None:
        """A state was shown to somebody: the same to all who see the table with the same eyes, ever."""
        known = self.tables[page.table]
        if known.secret in raw.decode():
            self.objects(f"{page.table}: the secret was shown to {page}", page.table)
        for guest in known.guests:
            if guest != page.guest and guest in raw.decode():
                self.objects(f"{page.table}: {page} was shown somebody else's id", page.table)
        if state["version"] > len(known.times):
            self.objects(f"{page.table}: {page} was shown version {state['version']}, which is not durable", page.table)
        key = state["version"], page.guest
        self._same(known.views, key, digest_of(state), f"{page.table}: {page} was shown another view")
        for one in state["happened"]:
            digest = hashlib.sha256(_encoder.encode(one)).hexdigest()
            self._same(known.told, (one["version"], page.guest), digest, f"{page.table}: {page} was told otherwise")
        self.count["states"] += 1

    def _same(
        self, seen: dict[tuple[int, str | None], str], key: tuple[int, str | None], digest: str, words: str
    ) -> None:
        if seen.setdefault(key, digest) != digest:
            self.objects(f"{words} of version {key[0]} than before", words.partition(":")[0])

    def called(self, url: str, message: dict[str, Any]) -> None:
        """A message has reached somebody: no message does so twice."""
        table = message["url"].rpartition("/")[2]
        self._trace(f"{table} {url} is told: {message['kind']}")
        if message["id"] in self.calls:
            self.objects(f"{table}: {url} was called twice for the same {message['kind']}", table)
        self.calls[message["id"]] = (url, message["kind"], table)
        self.count["called"] += 1

    # Times

    def without_gaps(self, began: float, ended: float, least: float) -> float:
        """Seconds between two times, less those without any sign of life, where these lasted long enough."""
        first = max(0, bisect_left(self.gaps, (began, 0.0)) - 1)
        gaps = [(since, to) for since, to in self.gaps[first:] if to - since > least]
        return ended - began - sum(max(0.0, min(ended, to) - max(began, since)) for since, to in gaps)


def digest_of(state: dict[str, Any]) -> str:
    """Of all in a state message that depends on nothing but the table's events and the viewer."""
    table = state["table"]
    seats = [{name: value for name, value in seat.items() if name != "present"} for seat in table["seats"]]
    lasting = {name: value for name, value in state.items() if name not in ("now", "clocks", "happened", "type")}
    return hashlib.sha256(_encoder.encode(lasting | {"table": table | {"seats": seats}})).hexdigest()
