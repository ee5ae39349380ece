"""In which language a person reads: as they say, otherwise as the locale says, as far as there are texts in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextvars import ContextVar

from floe.core.errors import BadOption, shown
from floe.server.language import LANGUAGES

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def choose(language: str | None) -> None:
    """From now on this language; None: that of the locale."""
    if language is not None and language not in LANGUAGES:
        raise BadOption(f"there are texts in {', '.join(LANGUAGES)}, but not in {shown(language)}")
    _chosen.set(language)


def chosen() -> str:
    """The language that was chosen, or that of the locale."""
    return _chosen.get() or of_locale(os.environ)


def of_locale(environment: Mapping[str, str]) -> str:
    """The first language with texts that the environment asks for, English if there is none.

    As gettext reads it: of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` the first that is set counts, and where it names a
    language at all, the list in ``LANGUAGE`` goes before it.
    """
    named = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = _short(next(filter(None, named), "C"))
    if locale in ("c", "posix"):
        return LANGUAGES[0]
    wishes = [*map(_short, environment.get("LANGUAGE", "").split(":")), locale]
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])


def _short(locale: str) -> str:
    """``de_CH.UTF-8@euro`` is German, wherever and however it is written."""
    for mark in "@._-":
        locale = locale.partition(mark)[0]
    return locale.lower()
