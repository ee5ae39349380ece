"""The texts of the terminal: its own in ``texts/{language}.json``, by what they are in English, and the web app's."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import floe
from floe.cli import language
from floe.core.messages import Messages

_OWN = Path(__file__).resolve().parent / "texts"
_PACKAGE = Path(floe.__file__).resolve().parent
_WEB = _PACKAGE.parent.parent / "web" / "src"
_MESSAGES = _PACKAGE / "messages"  # the wheel brings them along


def say(english: str, **values: object) -> str:
    """A text in the person's language, with its values."""
    return _texts(language.chosen()).get(english, english).format(**values)


@cache
def _texts(chosen: str) -> dict[str, str]:
    file = _OWN / f"{chosen}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def messages(game: str, chosen: str) -> Messages | None:
    """The web app's messages on a game; none for a game that it has none for."""
    for frame, own in ((_MESSAGES / "frame", _MESSAGES / game), (_WEB / "i18n", _WEB / "games" / game / "i18n")):
        files = [frame / chosen / "frame.json", frame / chosen / "reasons.json", own / chosen / "texts.json"]
        if all(file.is_file() for file in files):
            return Messages.read(chosen, *files)
    return None
