"""Write anew what pages quote from the engine: the README's game and prompts, and the record on the page of records.

What is refused there is left as it stands; the tests say whether it is true.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import re
from pathlib import Path
from typing import Any

import floe
from floe.core.record import Record
from floe.core.record_document import text_of

ROOT = Path(__file__).parent.parent


def last_line(program: str) -> str:
    """What a program prints last."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})  # noqa: S102  # our own page
    return printed.getvalue().splitlines()[-1]


def answered(session: str, names: dict[str, Any]) -> str:
    """A block of prompts with the answers that they have now."""
    for example in doctest.DocTestParser().get_examples(session):
        if example.exc_msg is None:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(example.source, "README.md", "single"), names)  # noqa: S102
            shown = "".join(f">>> {line}\n" for line in example.source.splitlines())
            session = session.replace(shown + example.want, shown + printed.getvalue())
    return session


def recorded(example: str) -> str:
    """The same game on record by the rules of today."""
    document = json.loads(example)
    game = floe.game(document["game"])
    rules = game.new(rules=document["rules"]).to_dict()["rules"]
    return text_of(Record.from_dict(document | {"rules_version": game.rules_version, "rules": rules}, game).to_dict())


def texts() -> dict[str, str]:
    records = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    before, example, after = re.split(r"(?<=```json\n)(.*?)(?=```)", records, maxsplit=1, flags=re.DOTALL)
    return {"README.md": readme(), "docs/records.md": before + recorded(example) + after}


def readme() -> str:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        if block.startswith(">>>"):
            page = page.replace(block, answered(block, names))
        else:
            page = re.sub(r"(?<=The last line it prints is `).*(?=`)", last_line(block), page)
    return page
