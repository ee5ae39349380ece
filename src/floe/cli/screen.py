"""The terminal: coloured where it can be, readable where it cannot, and never crashing on a character."""

from __future__ import annotations

import contextlib
import io
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from rich.console import Console
from rich.control import Control
from rich.markdown import Markdown
from rich.segment import ControlType
from rich.text import Text

try:
    import readline  # editing with the arrow keys comes with it
except ImportError:
    readline = None  # type: ignore[assignment]  # Windows has none

Painter: TypeAlias = Callable[[Text], None]
"""Puts colour into a text."""

# What stands in where a terminal has no such character. One character each, so that boards keep their shape.
_STAND_INS = str.maketrans("─│┌┐└┘├┤┬┴┼·●○◠✓↑→↓←–—…’░▒█±×„“”«»\u202f", '-|+++++++++.oon*^>v<--.\':%#~x""""" ')

MARGIN = 80
_FORGET = "\x1b[3J"  # what has scrolled out of sight is wiped too


def plain(text: str, encoding: str) -> str:
    """The text with every character that the encoding lacks replaced by one that it has."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_STAND_INS).encode(encoding, "replace").decode(encoding)
    return text


class Screen:
    """Where a person reads and types."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)

    @property
    def interactive(self) -> bool:
        """Whether a person sits there, rather than a file or another program."""
        return sys.stdin.isatty() and self._console.is_terminal

    @property
    def is_terminal(self) -> bool:
        return self._console.is_terminal

    @property
    def width(self) -> int:
        return min(self._console.width, MARGIN) if self.is_terminal else MARGIN

    @property
    def height(self) -> int | None:
        """How many lines can be seen at once; none where that is no question."""
        return self._console.height if self.is_terminal else None

    def _plain(self, text: str) -> str:
        return plain(text, self._console.encoding)

    def say(self, text: str = "", style: str = "", paint: Painter | None = None) -> None:
        """Print text as it is."""
        written = Text(self._plain(text), style)
        if paint is not None:
            paint(written)
        self._console.print(written)

    def listed(self, heading: str, items: Sequence[str]) -> list[str]:
        """The lines of a heading and the items after it, broken between items only."""
        width = max(self.width - 2, 20)
        lines = [heading]
        for n, item in enumerate(items):
            part = item + ("," if n < len(items) - 1 else "")
            if len(lines[-1]) + 1 + len(part) > width:
                lines.append("    " + part)
            else:
                lines[-1] += " " + part
        return lines

    def entry(self, start: str, text: str, style: str = "", paint: Painter | None = None) -> None:
        """One entry of a log: how it starts, and a sentence that stays to the right of that if it is long."""
        indent = len(start) if len(start) <= self.width // 2 else 4
        self.say("\n".join(self.wrapped(text, start, indent)) or start.rstrip(), style, paint)

    def wrapped(self, text: str, start: str = "", indent: int = 0) -> list[str]:
        """The lines of a sentence or more, broken between words."""
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=start,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def paragraph(self, text: str, style: str = "", paint: Painter | None = None) -> None:
        """Print a sentence or more, broken between words."""
        self.say("\n".join(self.wrapped(text)), style, paint)

    def page(self, markdown: str) -> None:
        """Print a text written in Markdown: rendered on a terminal, as it is elsewhere."""
        if self.is_terminal:
            self._console.print(Markdown(self._plain(markdown)), width=self.width, soft_wrap=False)
        else:
            self.say(markdown.rstrip())

    def ask(self, question: str) -> str:
        """What the person types. Raises ``EOFError`` where nothing more comes."""
        return input(self._plain(question)).strip()

    def complete(self, words: Sequence[str]) -> None:
        """The words that the Tab key completes to, where the terminal has one and Python can use it."""
        if readline is None or not self.interactive:
            return
        readline.set_completer_delims("")
        readline.set_completer(lambda text, n: next(islice((w for w in words if w.startswith(text)), n, None), None))
        readline.parse_and_bind("tab: complete")

    def clear(self) -> None:
        """Wipe the screen, so that the next person does not see what the last one saw."""
        if self.is_terminal:
            self._console.control(Control((ControlType.CLEAR,), (ControlType.HOME,)))
            self._console.file.write(_FORGET)
        else:
            self.say("\n" * 3)

    @contextlib.contextmanager
    def busy(self, text: str) -> Iterator[Callable[[str], None]]:
        """While this lasts, a terminal shows that something is going on. What, can be said anew."""
        spinner = "dots" if self._console.encoding.startswith("utf") else "line"
        with self._console.status(Text(self._plain(text)), spinner=spinner) as status:
            yield lambda news: status.update(Text(self._plain(news)))
