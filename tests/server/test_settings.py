"""Settings: flags before environment before what is usual; refused in one line; no password is shown."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from floe.server.settings import BadSetting, Settings, default_database, explained, flag, hidden, variable


def test_what_is_usual_needs_nothing_installed() -> None:
    usual = Settings.read({})
    assert usual.database == default_database()
    assert usual.bus == "memory://"
    assert (usual.host, usual.port, usual.workers) == ("127.0.0.1", 8000, 1)
    assert usual.threads >= 1
    assert not usual.secure
    assert usual.allowed_origins == frozenset()


def test_the_usual_file_lies_among_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert Settings.read({}).database == "/data/floe/floe.sqlite"


def test_a_flag_wins_over_the_environment() -> None:
    environment = {"FLOE_PORT": "9000", "FLOE_LOG_LEVEL": "DEBUG", "PORT": "1"}
    assert Settings.read(environment).port == 9000
    assert Settings.read(environment).log_level == "debug"
    assert Settings.read(environment, port=9001).port == 9001
    assert Settings.read(environment, port=None).port == 9000


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    assert Settings.read({"FLOE_PORT": "", "FLOE_DATABASE": ""}) == Settings.read({})


def test_every_setting_has_a_flag_a_variable_and_words() -> None:
    names = [name for name, _, _ in explained()]
    assert names == [one.name for one in fields(Settings)]
    assert all(words.endswith(".") for _, _, words in explained())
    assert flag("tables_per_guest") == "--tables-per-guest"
    assert variable("tables_per_guest") == "FLOE_TABLES_PER_GUEST"


def test_settings_reach_another_process_through_its_environment() -> None:
    settings = Settings.read(
        {},
        database="postgresql://u:pw@h/x",
        bus="redis://:pw@h",
        workers=3,
        public_url="https://Play.example.org/",
        origins="https://a.example, https://b.example:8443",
        chat_length=7,
    )
    assert Settings.read(settings.to_environment()) == settings
    assert Settings.read(Settings.read({}).to_environment()) == Settings.read({})


def test_origins_are_compared_without_path_and_case() -> None:
    settings = Settings.read({}, public_url="https://Play.Example.org/", origins="http://localhost:5173,")
    assert settings.allowed_origins == {"https://play.example.org", "http://localhost:5173"}
    assert settings.secure


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("port", "eighty", "'eighty' is no whole number"),
        ("port", "70000", "70000 is not from 0 to 65535"),
        ("workers", "0", "0 is not from 1 to 256"),
        ("chat_length", 401, "401 is not from 1 to 400"),
        ("message_bytes", "1", "is not from"),
        ("database", "mysql://h/x", "mysql is no kind of database"),
        ("database", "sqlite://", "SQLite needs a file"),
        ("database", "sqlite:///:memory:", "SQLite needs a file"),
        ("database", "postgresql://u:pw@h:port/x", "cannot be read"),
        ("bus", "kafka://h", "a bus is"),
        ("bus", "redis", "a bus is"),
        ("bus", "redis://h:x", "its port is no port"),
        ("public_url", "play.example.org", "is no address"),
        ("public_url", "https://play.example.org/floe", "is no address"),
        ("public_url", "https://u:pw@play.example.org", "no user and no password"),
        ("origins", "https://a.example,*", "is no address"),
        ("log_level", "loud", "none of debug, info, warning, error"),
        ("host", " ", "it is empty"),
    ],
)
def test_what_cannot_be_is_refused_with_the_name_of_the_setting(name: str, value: object, words: str) -> None:
    with pytest.raises(BadSetting) as by_flag:
        Settings.read({}, **{name: value})
    with pytest.raises(BadSetting) as by_variable:
        Settings.read({variable(name): str(value)})
    for refused in (by_flag, by_variable):
        assert words in str(refused.value)
        assert str(refused.value).startswith(f"{flag(name)} ({variable(name)}): ")
        assert "pw" not in str(refused.value)
        assert refused.value.__cause__ is None


def test_news_in_memory_do_not_reach_a_second_worker() -> None:
    with pytest.raises(BadSetting, match="use redis:// or postgresql:// for many"):
        Settings.read({}, workers=2)
    assert Settings.read({}, workers=2, bus="redis://h").workers == 2


def test_a_setting_that_does_not_exist_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="colour"):
        Settings.read({}, colour="blue")


def test_no_password_is_shown() -> None:
    settings = Settings.read({}, database="postgresql://u:hunter2@h/x?password=hunter2", bus="redis://:hunter2@h:1/0")
    for text in (repr(settings), str(settings.describe())):
        assert "hunter2" not in text
        assert "postgresql://u:…@h/x" in text
        assert "redis://:…@h:1/0" in text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("floe.sqlite", "floe.sqlite"),
        ("postgresql://h/x", "postgresql://h/x"),
        ("postgresql://u@h/x", "postgresql://u@h/x"),
        ("postgresql://u:p@ss:w@h/x", "postgresql://u:…@h/x"),
        ("postgresql://u:p/w@h/x", "postgresql://…"),
        ("postgresql://[u:pw@h", "postgresql://…"),
    ],
)
def test_urls_are_shown_without_their_passwords(url: str, shown: str) -> None:
    assert hidden(url) == shown


def test_threads_are_shared_among_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floe.core.threads.cores", lambda: 8)
    assert Settings.read({}).threads == 8
    assert Settings.read({}, workers=4, bus="redis://h").threads == 2
    assert Settings.read({}, workers=16, bus="redis://h").threads == 1
    assert Settings.read({}, thinking_threads=3).threads == 3


def test_the_page_for_hosts_lists_every_setting_as_the_program_knows_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(FLOE_\w+)` \| (?:`(.*?)`)? ?\| (.*) \|$", page, re.MULTILINE)
    assert rows == [(variable(name), default, words) for name, default, words in explained()]
