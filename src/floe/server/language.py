"""What the server itself says in the language of whoever asks: the few words beside links and in pictures.

``texts/{language}.json`` has them; what the web app says too is said in the same words there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "de", "fr", "it"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
LOCALES: dict[Language, str] = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR", "it": "it_IT"}
_FOLDER = Path(__file__).resolve().parent / "texts"


@cache
def texts(language: Language) -> dict[str, str]:
    """All that can be said in a language."""
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def say(language: Language, key: str, **values: object) -> str:
    """A text with its values."""
    return texts(language)[key].format(**values)


def count(language: Language, key: str, n: int) -> str:
    """The form of a text for so many; in all our languages one differs from several."""
    return say(language, f"{key}.{'one' if n == 1 else 'other'}", n=n)


def maybe(language: Language, key: str) -> str | None:
    """A text that need not be there."""
    return texts(language).get(key)


def listed(language: Language, names: Sequence[str]) -> str:
    """Names as a sentence lists them: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {say(language, 'and')} {names[-1]}"


def accepted(header: str) -> Language:
    """The best of our languages for a header ``Accept-Language``; the first one where it asks for none of them."""
    wishes: list[tuple[float, Language]] = []
    for wish in header.split(","):
        tag, _, parameter = wish.partition(";")
        short = tag.strip().lower().partition("-")[0]
        weight = _weight(parameter)
        wishes += [(weight, language) for language in LANGUAGES if language == short and weight > 0]
    return max(wishes, key=lambda wish: wish[0], default=(0.0, LANGUAGES[0]))[1]  # of equals the first one


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    try:
        return float(value) if name.strip().lower() == "q" else 1.0
    except ValueError:
        return 0.0
