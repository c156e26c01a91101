"""The place of exports and archive, for commands that cannot do without it."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from events.archive.place import FileStoreUnusable
from events.errors import ArchiveUnreachable


@contextmanager
def while_files_are_there() -> Iterator[None]:
    """Turns `ArchiveUnreachable`, `FileStoreUnusable` and `OSError` in the block into `ClickException`."""
    try:
        yield
    except (ArchiveUnreachable, FileStoreUnusable, OSError) as error:
        raise click.ClickException(f"{error}; run the command again when the place of the exports answers") from error
