"""Asking for some rows by their ids, however many."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Connection, Text, any_, bindparam, func, select

DIALECTS = ("sqlite", "postgresql")


def among(column: ColumnElement[str], dialect: str) -> ColumnElement[bool]:
    """Whether a column has one of ``ids`` (see ``listed``). One text for any number of them, so it is prepared once."""
    if dialect == "sqlite":
        return column.in_(select(func.json_each(bindparam("ids", type_=Text)).table_valued("value").c.value))
    return column == any_(bindparam("ids", type_=ARRAY(Text)))


def listed(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """What ``among`` is asked with."""
    return {"ids": json.dumps(ids) if connection.dialect.name == "sqlite" else ids}
