"""Options that several commands share."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from events.strict_json import NotJson, read_json

F = TypeVar("F", bound=Callable[..., Any])


class Folder(click.Path):
    """A folder, whether or not it exists. A leading `~` is the home folder, even if no shell has expanded it."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        text = os.fspath(value)
        if not text.strip():
            self.fail("it is empty; name a folder, such as ./data", param, ctx)
        try:
            return super().convert(Path(text).expanduser(), param, ctx)
        except RuntimeError:
            self.fail(f"there is no home folder for {text!r}", param, ctx)


def _data(what: str) -> Callable[[F], F]:
    return click.option("--data", type=Folder(), default=Path("data"), show_default=True, help=what)


of_running = _data("Data folder of a running `rollstream serve`, whose store is used unless ROLLSTREAM_REDIS_URL is set.")
of_stopped = _data("Data folder of `rollstream serve`, running or stopped, whose store is used unless ROLLSTREAM_REDIS_URL is set.")
of_new = _data("New data folder to restore into. If ROLLSTREAM_REDIS_URL is set, the tables are restored into that store instead.")


def table_options(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> Mapping[str, Any]:
    """The table's options by name. A value that is JSON is parsed, any other is text."""
    pairs = [text.partition("=") for text in given]
    for name, sign, value in pairs:
        if not name or not sign:
            raise click.BadParameter(f"{name + sign + value!r} is not NAME=VALUE")
    return {name: _value(text) for name, _, text in pairs}


def _value(text: str) -> Any:
    try:
        return read_json(os.fsencode(text))  # an argument may hold bytes that are no UTF-8
    except NotJson:
        return text
