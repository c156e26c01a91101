"""What the commands about backups share: the place of the backups, progress, and messages."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from events.archive.place import FileStoreUnusable, Place
from events.errors import ArchiveUnreachable
from service.command_line._store import while_it_answers
from workers.backup.backups import Backups
from workers.backup.emptiness import NotEmpty
from workers.backup.parts import BackupUnusable

STEPS_PER_PROGRESS_LINE: Final = 100
"""Number of steps between two lines about progress."""

of_backups = click.argument("target")


def backups_at(target: str) -> Backups:
    """The backups at a folder or URL, which need not exist. Raises `ClickException`."""
    try:
        return Backups(Place(target, create=False))
    except FileStoreUnusable as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def private_files() -> Iterator[None]:
    """Makes new files in the block readable for their owner only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def plain_errors(what: str) -> Iterator[None]:
    """Turns everything that can be wrong with a backup and its places into `ClickException`. `what` is the subject of the message."""
    try:
        with while_it_answers():
            yield
    except (BackupUnusable, NotEmpty, ArchiveUnreachable, FileStoreUnusable) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{what} failed: {error}; nothing is lost, run it again") from error


def print_progress(what: str, done: int, of: int) -> None:
    """Print to standard error how far a step is, now and then."""
    if done and (done == of or done % STEPS_PER_PROGRESS_LINE == 0):
        click.echo(f"{what}: {done} of {of}", err=True)
