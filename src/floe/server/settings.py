"""All that a host can set. Each setting is a flag of ``floe serve`` and an environment variable; the flag wins.

Whatever cannot be is refused at the start, in one line that names the setting. No message shows a password.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from floe.core.errors import FloeError, shown

PREFIX = "FLOE_"
BUSES = ("memory", "redis", "rediss", "unix", "postgresql")
LOG_LEVELS = ("debug", "info", "warning", "error")


class BadSetting(FloeError):
    """A setting that cannot be: which one, and what is wrong with it."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{flag(name)} ({variable(name)}): {problem}")


def flag(name: str) -> str:
    """The flag of a setting: ``--tables-per-guest``."""
    return "--" + name.replace("_", "-")


def variable(name: str) -> str:
    """The environment variable of a setting: ``FLOE_TABLES_PER_GUEST``."""
    return PREFIX + name.upper()


def default_database() -> str:
    """A file among the user's own data, so that it is the same wherever the server is started."""
    from floe.core import places  # noqa: PLC0415  # not needed where the database is named

    return str(places.data() / "floe.sqlite")


def _setting(default: Any, words: str, check: Callable[[str, Any], Any]) -> Any:
    made = {"default_factory": default} if callable(default) else {"default": default}
    return field(**made, metadata={"words": words, "check": check})


def _number(lowest: int, highest: int) -> Callable[[str, Any], int]:
    def check(name: str, value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise BadSetting(name, f"{shown(value)} is no whole number") from None
        if not lowest <= number <= highest:
            raise BadSetting(name, f"{number} is not from {lowest} to {highest}")
        return number

    return check


def _database(name: str, value: Any) -> str:
    from floe.server.store.urls import BadUrl, parse  # noqa: PLC0415  # so that help need not load a database

    try:
        parse(str(value))
    except BadUrl as fault:
        raise BadSetting(name, str(fault)) from None
    return str(value)


def _bus(name: str, value: Any) -> str:
    scheme = str(value).partition("://")[0]
    if "://" not in str(value) or scheme not in BUSES:
        raise BadSetting(name, "a bus is memory://, redis://host:6379 or postgresql://user@host/name")
    _port_of(name, str(value))
    return str(value)


def _port_of(name: str, url: str) -> None:
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise BadSetting(name, "its port is no port") from None


def _origin(name: str, value: str) -> str:
    parts = urlsplit(value.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise BadSetting(name, f"{shown(value)} is no address such as https://play.example.org")
    if parts.username is not None:
        raise BadSetting(name, "an address has no user and no password in it")
    _port_of(name, value)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _public_url(name: str, value: Any) -> str | None:
    return _origin(name, value) if value else None


def _place(name: str, value: Any) -> str | None:
    if not value:
        return None
    host, _, port = str(value).rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) <= 65535:
        raise BadSetting(name, f"{shown(value)} is no host and port such as 127.0.0.1:9464")
    return str(value)


def _origins(name: str, value: Any) -> tuple[str, ...]:
    given = value.split(",") if isinstance(value, str) else value
    return tuple(_origin(name, one) for one in given if one.strip())


def _players(name: str, value: Any) -> tuple[str, ...]:
    given = value.split(",") if isinstance(value, str) else value
    for one in given:
        if not all(one.strip().partition("=")):
            raise BadSetting(name, f"{shown(one)} is no player such as mine=mybot:MyBot or net=best.npz")
    return tuple(one.strip() for one in given)


def _text(name: str, value: Any) -> str:
    if not str(value).strip():
        raise BadSetting(name, "it is empty")
    return str(value).strip()


def _names(name: str, value: Any) -> tuple[str, ...]:
    given = value.split(",") if isinstance(value, str) else value
    hosts = tuple(one.strip().lower() for one in given if one.strip())
    for one in hosts:
        if "/" in one or urlsplit(f"//{one}").hostname is None:
            raise BadSetting(name, f"{shown(one)} is no host such as push.example.org or 10.0.0.5:8080")
        _port_of(name, f"//{one}")
    return hosts


def _mail(name: str, value: Any) -> str | None:
    if not value:
        return None
    parts = urlsplit(str(value))
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise BadSetting(name, "a server for e-mail is smtp://host:587 or smtps://user:password@host:465")
    _port_of(name, str(value))
    return str(value)


def _mail_from(name: str, value: Any) -> str | None:
    if not value:
        return None
    user, at, host = str(value).strip().rpartition("@")
    if not (user and at and host) or any(sign.isspace() or sign in "<>," for sign in str(value).strip()):
        raise BadSetting(name, f"{shown(value)} is no address such as floe@play.example.org")
    return str(value).strip()


def _log_level(name: str, value: Any) -> str:
    level = str(value).lower()
    if level not in LOG_LEVELS:
        raise BadSetting(name, f"{shown(value)} is none of {', '.join(LOG_LEVELS)}")
    return level


def hidden(url: str) -> str:
    """A URL as it may be printed: without its password and without what follows a question mark."""
    if "://" not in url:
        return url
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.partition("://")[0] + "://…"
    if "@" in parts.path + parts.query + parts.fragment:  # a password with a slash or the like that was not escaped
        return f"{parts.scheme}://…"
    user, at, place = parts.netloc.rpartition("@")
    name, colon, _ = user.partition(":")
    shown_user = f"{name}:…" if colon else name
    return f"{parts.scheme}://{shown_user}{at}{place}{parts.path}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings:
    """How a server is run. Made by ``read``, which checks."""

    database: str = _setting(
        default_database, "Where games are kept: a file, or postgresql://user:password@host/name.", _database
    )
    bus: str = _setting(
        "memory://", "How workers tell each other news: memory:// for one, redis:// or postgresql:// for many.", _bus
    )
    workers: int = _setting(1, "How many processes serve.", _number(1, 256))
    host: str = _setting("127.0.0.1", "The address to listen at; 0.0.0.0 is every one.", _text)
    port: int = _setting(8000, "The port to listen at; 0 takes a free one.", _number(0, 65535))
    public_url: str | None = _setting(
        None, "The address that people open, if it is another one: https://play.example.org.", _public_url
    )
    origins: tuple[str, ...] = _setting(
        (), "Further addresses whose pages may talk to this server, with commas between.", _origins
    )
    proxies: str = _setting(
        "127.0.0.1", "Proxies whose word on a visitor's address is taken, with commas between.", _text
    )
    metrics: str | None = _setting(
        None, "Where Prometheus may ask for numbers, such as 127.0.0.1:9464; usually nowhere.", _place
    )
    thinking_threads: int = _setting(
        0, "Threads for machine players in each worker; 0 fits the cores.", _number(0, 256)
    )
    players: tuple[str, ...] = _setting(
        (),
        "Machine players of your own beside the levels: name=module:Class or name=FILE, with commas between.",
        _players,
    )
    message_bytes: int = _setting(16_384, "The largest message on a WebSocket.", _number(1024, 1 << 20))
    body_bytes: int = _setting(1 << 20, "The largest body of a request.", _number(1024, 1 << 26))
    messages_per_second: int = _setting(
        20, "What a socket may send for long; three times as much for a moment.", _number(1, 10_000)
    )
    requests_per_minute: int = _setting(600, "What an address may ask of the server.", _number(10, 1_000_000))
    hints_per_minute: int = _setting(30, "Hints that an address may ask for; each is some work.", _number(1, 100_000))
    pictures_per_minute: int = _setting(
        60, "Pictures and animations that an address may ask for; each is some work.", _number(1, 100_000)
    )
    tables_per_minute: int = _setting(60, "Tables that an address may set up.", _number(1, 100_000))
    moves_per_minute: int = _setting(
        10, "Links and recovery codes that an address may try, to be somebody on another device.", _number(1, 100_000)
    )
    sockets_per_address: int = _setting(400, "Sockets that an address may have open at a time.", _number(1, 100_000))
    sockets_per_guest: int = _setting(20, "Tables that one guest may have open at a time.", _number(1, 10_000))
    tables_per_guest: int = _setting(50, "Tables of one guest's making that are not over.", _number(1, 100_000))
    chat_length: int = _setting(400, "The longest line of a chat.", _number(1, 400))
    chat_lines: int = _setting(200, "Lines of a chat that are shown to one who comes.", _number(0, 10_000))
    guests_after: int = _setting(
        0, "Days after which guests are deleted who were not here since; 0 keeps them.", _number(0, 36_500)
    )
    tables_after: int = _setting(
        0, "Days after which tables are deleted at which nothing happened since; 0 keeps them.", _number(0, 36_500)
    )
    mail: str | None = _setting(
        None, "Where e-mail is handed in: smtp://host:587 or smtps://user:password@host:465; usually nowhere.", _mail
    )
    mail_from: str | None = _setting(None, "The sender of e-mail, such as floe@play.example.org.", _mail_from)
    webhooks_per_guest: int = _setting(2, "Webhooks that one guest may have; 0 offers none.", _number(0, 100))
    notice_hosts: tuple[str, ...] = _setting(
        (),
        "Hosts that may be called besides push services and the open internet, also by http, with commas between.",
        _names,
    )
    addresses_per_minute: int = _setting(
        6, "Addresses to be called at that a visitor's address may add or confirm.", _number(1, 100_000)
    )
    log_level: str = _setting("info", "What is logged: debug, info, warning or error.", _log_level)

    def __post_init__(self) -> None:
        for one in fields(self):
            object.__setattr__(self, one.name, one.metadata["check"](one.name, getattr(self, one.name)))
        if self.workers > 1 and self.bus.startswith("memory:"):
            raise BadSetting(
                "bus", f"memory:// reaches one process and not {self.workers}; use redis:// or postgresql:// for many"
            )

        if self.mail and not (self.mail_from and self.public_url):
            missing = "public_url" if self.mail_from else "mail_from"
            raise BadSetting("mail", f"e-mail has a sender and leads back here: set {flag(missing)} too")

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
        """Flags first (None is a flag not given), then the environment, then what is usual.

        An empty variable counts as one not set, because that is how files for containers write it.
        """
        present = os.environ if environment is None else environment
        names = {one.name for one in fields(cls)}
        unknown = sorted(set(flags) - names)
        if unknown:
            raise TypeError(f"no settings: {', '.join(unknown)}")
        chosen = {name: present[variable(name)] for name in names if present.get(variable(name))}
        return cls(**(chosen | {name: value for name, value in flags.items() if value is not None}))

    def to_environment(self) -> dict[str, str]:
        """The same settings as variables, for processes that this one starts."""
        written: dict[str, str] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            written[variable(one.name)] = (
                ",".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
            )
        return written

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The addresses whose pages may open sockets here, beside the one that the request itself was sent to."""
        return frozenset([*self.origins, *([self.public_url] if self.public_url else [])])

    @property
    def secure(self) -> bool:
        """Whether people come through https, so that cookies must never travel otherwise."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def contact(self) -> str:
        """Whom a push service may turn to that has something to say about this server's messages."""
        if self.mail_from:
            return f"mailto:{self.mail_from}"
        return str(self.public_url) if self.secure else "mailto:floe@localhost"

    @property
    def threads(self) -> int:
        """Threads for machine players in this process."""
        from floe.core.threads import cores  # noqa: PLC0415  # it loads the compiler, for which no help should wait

        return self.thinking_threads or max(1, cores() // self.workers)

    def describe(self) -> dict[str, Any]:
        """All settings as they may be printed and logged."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        secret = {"database": self.database, "bus": self.bus} | ({"mail": self.mail} if self.mail else {})
        return told | {name: hidden(url) for name, url in secret.items()}

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in self.describe().items())})"


def explained() -> list[tuple[str, str, str]]:
    """Each setting with its default as text and what it means, for help and documentation."""
    return [
        (one.name, "" if callable(one.default_factory) else _written(one.default), one.metadata["words"])
        for one in fields(Settings)
    ]


def _written(value: object) -> str:
    return "" if value in {None, ()} else str(value)
