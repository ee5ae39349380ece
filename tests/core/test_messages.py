"""Messages in the web app's form, filled in as the web app fills them in."""

from __future__ import annotations

import pytest

from floe.core.messages import OR, Messages, filled


@pytest.mark.parametrize(
    ("text", "values", "told"),
    [
        ("Hello.", {}, "Hello."),
        ("{name}: {n, number}", {"name": "Ada", "n": 3}, "Ada: 3"),
        ("{n, plural, one {# step} other {# steps}}", {"n": 1}, "1 step"),
        ("{n, plural, one {# step} other {# steps}}", {"n": 0}, "0 steps"),
        ("{n, plural, =0 {none} one {one} other {# of {all}}}.", {"n": 0, "all": 5}, "none."),
        ("{n, plural, =0 {none} one {one} other {# of {all}}}.", {"n": 4, "all": 5}, "4 of 5."),
        ("{c, select, y {yellow} other {blue}} pawn", {"c": "y"}, "yellow pawn"),
        ("{c, select, y {yellow} other {blue}} pawn", {"c": "r"}, "blue pawn"),
        ("{me, select, yes {You} other {{name}}} moved", {"me": "no", "name": "Bo"}, "Bo moved"),
        ("moved{n, plural, =0 {} other { #}}", {"n": 2}, "moved 2"),
        ("{n, plural, one {{c, select, r {# red} other {# blue}}} other {no}}", {"n": 1, "c": "r"}, "1 red"),
    ],
)
def test_a_message_is_filled_in(text: str, values: dict[str, object], told: str) -> None:
    assert filled(text, values) == told


def test_what_is_no_message_is_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        filled("a } b", {})
    with pytest.raises(ValueError, match="neither number, plural nor select"):
        filled("{n, date, short {}}", {"n": 1})
    with pytest.raises(KeyError):
        filled("{name}", {})


def test_words_are_listed_as_the_language_lists_them() -> None:
    german = Messages("de", {})
    assert [german.listed(list(words)) for words in ("", "a", "ab", "abc")] == ["", "a", "a und b", "a, b und c"]
    assert german.listed(["a", "b"], OR) == "a oder b"
