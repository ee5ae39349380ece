"""Write anew what the README quotes from the engine: the end of its game and the answers at its prompts.

What is refused there is left as it stands; the tests say whether it is true.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "README.md"


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


def texts() -> dict[str, str]:
    page = PAGE.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        if block.startswith(">>>"):
            page = page.replace(block, answered(block, names))
        else:
            page = re.sub(r"(?<=The last line that it prints is `).*(?=`)", last_line(block), page)
    return {"README.md": page}
