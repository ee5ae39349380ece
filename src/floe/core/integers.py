"""Whole numbers from callers: Python's and NumPy's alike."""

from __future__ import annotations

import operator

from floe.core.errors import BadOption, shown


def whole(value: object) -> int | None:
    """The whole number that a value is, NumPy's too; None if it is none. True and False are none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # asking whether it can be one
    except TypeError:
        return None


def checked(value: object, low: int, high: int | None, expected: str) -> int:
    """The same, if it is from ``low`` to ``high`` (None: or any higher); otherwise a refusal with what is expected."""
    number = whole(value)
    if number is None or number < low or (high is not None and number > high):
        raise BadOption(f"{expected}, not {shown(value)}")
    return number
