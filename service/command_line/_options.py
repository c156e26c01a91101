"""Options that several commands share."""

import os
from pathlib import Path

import click


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


of_running = click.option(
    "--data",
    type=Folder(),
    default=Path("data"),
    show_default=True,
    help="Data folder of a running `rollstream serve`, whose store is used unless ROLLSTREAM_REDIS_URL is set.",
)
