"""Being called back when a game waits: where, how, and when not."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from floe.server.wire.tables import Milliseconds

Channel = Literal["push", "mail", "webhook"]
Minutes = Annotated[int, Meta(ge=0, lt=24 * 60)]
"""After midnight."""
_Key = Annotated[str, Meta(min_length=16, max_length=200, pattern="^[A-Za-z0-9_-]+$")]


class NoticeWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """How a person wants to be called when a game waits for them."""

    language: Literal["en", "de", "fr", "it"] = "en"
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """Where the person is: a time zone by its IANA name, such as ``Europe/Zurich``."""
    quiet_from: Minutes | None = None
    """From then on nothing is sent, by the clock where the person is."""
    quiet_until: Minutes | None = None
    quick: bool = False
    """Also of games with a clock of minutes."""


class NoticeAddress(Struct, frozen=True):
    """Where a person is called."""

    id: str
    channel: Channel
    shown: str
    """The address, as far as it helps to know it again."""
    confirmed: bool
    """Nothing is sent before it is."""
    created: Milliseconds


class Notices(Struct, frozen=True):
    """How the person with this browser is called, and what this server offers."""

    push_key: str | None
    """The server's public key for ``PushManager.subscribe``; null where it has no Web Push."""
    mail: bool
    webhooks: bool
    addresses: list[NoticeAddress]
    wishes: NoticeWishes


class AddPush(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's ``PushSubscription`` says."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=2000)]
    p256dh: _Key
    auth: _Key


class AddMail(Struct, frozen=True, forbid_unknown_fields=True):
    """An address of e-mail. It gets a message with a link, and nothing else before somebody opens that."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class AddWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that gets a signed message for each notice. The first, of the kind ``confirm``, has to be answered
    with a status from 200 to 299."""

    url: Annotated[str, Meta(min_length=10, max_length=2000)]


class WebhookAdded(Struct, frozen=True):
    """The secret that messages are signed with. It is told this once."""

    id: str
    secret: str


class TableNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """By which channels a person is called for one table: none mutes it, null is as for all."""

    channels: list[Channel] | None = None


class AddressDone(Struct, frozen=True):
    """What a link in a message has done to an address."""

    channel: Channel
    shown: str
