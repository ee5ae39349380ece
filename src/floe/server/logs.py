"""Structured logs: one JSON object a line on stderr, for people with jq and for machines.

A line says when, how grave, what happened (a short fixed name) and the values that belong to it. What a seat may know
is secret, and so is whatever lets somebody in: fields with such names are never written, passwords in URLs are struck
out, and faults are told by their kind and place, without the values that were on the way.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from floe.core.errors import shown

NEVER_WRITTEN = frozenset(
    {
        "action", "authorization", "body", "code_hash", "cookie", "document", "entropy", "event_body", "password",
        "position", "record", "salt", "secret", "secret_hash", "seed", "state", "text", "token", "token_hash", "view",
    }
)  # fmt: skip
_STRUCK = "…"
_PASSWORD = re.compile(r"(\w+://[^\s:/@]*:)\S*(@)|(password=)[^\s&]*", re.IGNORECASE)
_LONGEST = 2000
_FIELDS = "floe_fields"


def without_passwords(text: str) -> str:
    """A text with the passwords of all URLs in it struck out."""
    return _PASSWORD.sub(lambda found: f"{found[1] or found[3]}{_STRUCK}{found[2] or ''}", text)


class Log:
    """A part of the server that writes lines."""

    def __init__(self, part: str) -> None:
        self._logger = logging.getLogger(f"floe.{part}")

    def debug(self, what: str, **values: Any) -> None:
        self._write(logging.DEBUG, what, values)

    def info(self, what: str, **values: Any) -> None:
        self._write(logging.INFO, what, values)

    def warning(self, what: str, **values: Any) -> None:
        self._write(logging.WARNING, what, values)

    def error(self, what: str, fault: BaseException | None = None, **values: Any) -> None:
        """Something went wrong that should not. The fault, if there is one, is told with its place."""
        self._write(logging.ERROR, what, values, fault)

    def _write(self, level: int, what: str, values: dict[str, Any], fault: BaseException | None = None) -> None:
        if self._logger.isEnabledFor(level):
            self._logger.log(level, what, exc_info=fault, extra={_FIELDS: values})


class JsonLines(logging.Formatter):
    """Writes a log record as one line of JSON, also those of the libraries."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "what": _clean(record.getMessage()),
        }
        for name, value in getattr(record, _FIELDS, {}).items():
            line[name if name not in line else f"{name}_"] = _STRUCK if name in NEVER_WRITTEN else _clean(value)
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = told(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def told(fault: BaseException) -> list[str]:
    """A fault and what led to it, the first cause last: its kind, its place, and its words if they are Floe's own.

    The words of other libraries may quote what they were given, such as a secret in a row.
    """
    lines: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = fault
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        frames = traceback.extract_tb(cause.__traceback__)
        place = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
        own = type(cause).__module__.partition(".")[0] == "floe" or isinstance(cause, OSError)
        words = f": {_clean(str(cause))}" if own else ""
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}{place}{words}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return lines


def _clean(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return _short(without_passwords(value))
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _STRUCK if name in NEVER_WRITTEN else _clean(one) for name, one in value.items()}
    return without_passwords(shown(value))


def _short(text: str) -> str:
    """What is too long is cut in the middle: the cause of a fault stands at the end of what libraries tell of it."""
    if len(text) <= _LONGEST:
        return text
    begins = _LONGEST // 4
    return text[:begins] + _STRUCK + text[begins + 1 - _LONGEST :]


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Let everything in this process log in this way. The libraries are heard from warnings on, unless debugging."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    chosen = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(chosen, logging.WARNING))
    logging.getLogger("floe").setLevel(chosen)
    logging.captureWarnings(True)
