"""The command ``floe serve``. Its options are the server's settings, so that they are said once."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from floe.core.errors import BadOption
from floe.server.settings import Settings, explained, flag, variable


def command() -> Callable[..., None]:
    """The command, with an option for each setting."""

    def serve(open_browser: bool = False, **flags: Any) -> None:
        """Serve tables to browsers. Each option can be set by the environment too; the option wins."""
        _serve(open_browser, flags)

    browser = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]
    return with_settings(
        serve, inspect.Parameter("open_browser", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=browser)
    )


def with_settings(command: Callable[..., None], *more: inspect.Parameter) -> Callable[..., None]:
    """Give a command an option for each setting, and some more."""
    options = [*(_option(*setting) for setting in explained()), *more]
    command.__signature__ = inspect.Signature(options, return_annotation=None)  # type: ignore[attr-defined]  # functions have it
    command.__annotations__ = {option.name: option.annotation for option in options}
    return command


def check_installed(settings: Settings | None = None) -> None:
    """Refuse where the server is missing, as where the engine was installed alone, or what these settings need."""
    if importlib.util.find_spec("litestar") is None:
        raise BadOption("the server is not installed: pip install floe-games")
    if settings is None:
        return
    schemes = {url.partition(":")[0].partition("+")[0] for url in (settings.database, settings.bus)}
    for module, title, served in (
        ("asyncpg", "PostgreSQL", {"postgresql", "postgres"}),
        ("redis", "Redis", {"redis", "rediss", "unix"}),
    ):
        if schemes & served and importlib.util.find_spec(module) is None:
            raise BadOption(f"{title} needs {module}; install it with: pip install 'floe-games[server]'")


def _option(name: str, default: str, words: str) -> inspect.Parameter:
    usual = f" Usually {default}." if default else ""
    described = typer.Option(flag(name), envvar=variable(name), metavar="VALUE", help=words + usual)
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, described]
    )


def _serve(open_browser: bool, flags: dict[str, Any]) -> None:
    check_installed()
    settings = Settings.read(**flags)
    check_installed(settings)
    from floe.server.serving import serve  # loads the whole server

    serve(settings, typer.echo, open_browser)
