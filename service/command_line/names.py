"""`rollstream names`: erases a player's name from everything that the service keeps."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from events.names.erasures import Erasures
from events.tables.names import NAMES_BESIDE_FROM
from rules.default_names import is_default
from service.command_line import _options
from service.command_line._counted import counted
from service.command_line._files import while_files_are_there
from service.command_line._parts import parts_at
from service.command_line._store import while_it_answers
from service.settings import Settings
from workers.jobs.parts import WorkerParts
from workers.retention.erasing import erase as erase_everywhere
from workers.retention.erasing import erasures_of, rewrite_files, tables_with

_NO_NAME: Final = "this is what the service calls a player without a name: there is nothing to erase"


@click.group()
def command() -> None:
    """Erase names of players. Tables, moves and results stay; the player is shown without a name."""


@command.command()
@click.argument("name")
@click.option("--dry-run", is_flag=True, help="Only say at which tables the name stands.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@_options.of_running
def erase(name: str, data: Path, *, dry_run: bool, yes: bool) -> None:
    """Erase a name at all tables at which it stands, in lists, files, delivery logs and bots' questions. This cannot be undone.

    Case and compatibility forms make no difference: `Ada` also erases `ADA`. The service remembers a digest of the name, so that a restored
    backup or archive is erased again. Files, webhook messages and pages that others have received keep the name (docs/operations.md).
    """
    name = unicodedata.normalize("NFC", name).strip()
    if not name or is_default(name):
        raise click.ClickException(_NO_NAME if name else "the name is empty")
    with while_it_answers(), while_files_are_there():
        parts = parts_at(data)
        if parts.tables.store.format_level() < NAMES_BESIDE_FROM:
            raise click.ClickException("processes of an older release would bring the name back: run `rollstream store upgrade` first")
        found = sorted(tables_with(parts, name))
        for table in found if dry_run or not yes else ():
            click.echo(table)
        if dry_run:
            click.echo(f"Would erase the name at {counted(len(found), 'table')}.", err=True)
            return
        if not yes:
            click.confirm(f"Erase the name at {counted(len(found), 'table')}?", abort=True, err=True)
        _erase(parts, erasures_of(parts.client, Settings.from_environment().secret), name)


def _report_unreadable(unreadable: Sequence[str]) -> None:
    """Exit with 1 and name the tables that cannot be read."""
    if unreadable:
        raise click.ClickException(
            f"{counted(len(unreadable), 'table')} cannot be read and may still have the name: {', '.join(unreadable)}. "
            "Repair what you can (`rollstream damaged`), then run the command again."
        )


def _erase(parts: WorkerParts, erasures: Erasures, name: str) -> None:
    def progress(done: int, of: int) -> None:
        click.echo(f"{done} of {counted(of, 'table')}", err=True)

    done = erase_everywhere(parts, erasures, name, progress)
    click.echo(
        f"Erased at {counted(done.tables, 'table')} ({counted(done.names, 'seat')}), and in {counted(done.messages, 'stored message')}."
    )
    if not done.names + done.messages:
        click.echo("Nothing had this name. Is it written as it is shown? The whole name is compared.", err=True)
    if not rewrite_files(parts):
        click.echo(
            "The store does not rewrite its append-only file on request, which has the name until then: rewrite it yourself.", err=True
        )
    _report_unreadable(done.unreadable)
