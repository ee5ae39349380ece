"""In which language rules are told: as one says, otherwise as the locale says, otherwise in English."""

from __future__ import annotations

import pytest

from floe import rulebook
from floe.cli.language import of_locale
from floe.server.language import LANGUAGES
from tests.cli.running import call


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_named_before_the_command_or_after_it(language: str) -> None:
    expected = rulebook.rule("icecult", "IC-17", language)
    assert call("--language", language, "rules", "icecult", "17").output.strip() == expected
    assert call("rules", "icecult", "17", "--language", language).output.strip() == expected
    assert call("--language", "de", "rules", "icecult", "17", "--language", language).output.strip() == expected


def test_the_locale_decides_where_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "it_CH.UTF-8")
    assert call("rules", "igluiglu").output.strip() == rulebook.page("igluiglu", "it").strip()
    assert call("--language", "en", "rules", "igluiglu").output.strip() == rulebook.page("igluiglu").strip()


def test_a_game_tells_its_rules_in_that_language_too() -> None:
    told = call("--language", "fr", "play", "icecult", "--players", "2", "--seed", "1", typed="help 17\nquit\n").output
    assert "### IC-17 Cercle" in told


@pytest.mark.parametrize("where", [("--language", "rm", "games"), ("rules", "icecult", "--language", "rm")])
def test_a_language_without_texts_is_refused(where: tuple[str, ...]) -> None:
    result = call(*where)
    assert result.exit_code == 2
    assert "there are texts in en, de, fr, it, but not in 'rm'" in result.stderr


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "IT_it"}, "it"),
        ({"LANG": "fr-CH"}, "fr"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "it_IT.UTF-8"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "it_IT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "rm:it_CH:fr"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "rm"}, "de"),
        ({"LANG": "C", "LANGUAGE": "it"}, "en"),
    ],
)
def test_the_locale_is_read_as_other_programs_read_it(environment: dict[str, str], language: str) -> None:
    assert of_locale(environment) == language
