"""`rollstream backup`: copies the whole service to a folder or a bucket while it runs."""

from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import click

from events.archive.archive import Archive
from events.archive.marked_place import MarkedPlace, StoredPlaceId
from events.archive.place import Place
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.timestamps import now
from service.command_line import _options
from service.command_line._backups import backups_at, of_backups, plain_errors, print_progress, private_files
from service.command_line._counted import counted
from service.command_line._store import started_store
from service.settings import Settings
from workers.backup.backups import Backups
from workers.backup.making import BackupSource, MadeBackup, make
from workers.backup.pruning import prune


@click.command()
@of_backups
@click.option("--keep", type=click.IntRange(1), metavar="N", help="Afterwards delete all backups there but the newest N.")
@_options.of_stopped
def command(target: str, keep: int | None, data: Path) -> None:
    """Back up the whole service to TARGET, a folder or any URL that fsspec supports, while it runs.

    Each backup has a folder of its own there, named by its time. It is complete when it has a manifest. Exported files and files of the
    archive are copied once for all backups. A backup contains secrets: who can read it can play every seat and knows all dice. Only its
    owner can read what is written to a folder; in a bucket, that is up to you.

    `rollstream restore TARGET --check` checks it, `rollstream restore TARGET` restores it.
    """
    settings = Settings.from_environment()
    with private_files(), plain_errors("the backup"), started_store(settings, data) as url:
        backups = backups_at(target)
        made = _make(settings, url, settings.exports_at(data), backups)
        _print(made)
        if keep is not None:
            deleted = prune(backups, keep, now())
            click.echo(f"{counted(deleted, 'old backup')} deleted.")


def _make(settings: Settings, url: str, exports: str, backups: Backups) -> MadeBackup:
    client = connect(url)
    place = MarkedPlace(lambda: Place(exports, create=False), StoredPlaceId(client))
    source = BackupSource(client, RedisStore(client, archive=Archive(place)), place, settings.secret)
    return make(source, backups, version("rollstream"), now, print_progress)


def _print(made: MadeBackup) -> None:
    manifest = made.manifest
    for table, why in manifest.damaged.items():
        click.echo(f"damaged, copied as it is: {table}: {why}", err=True)
    if made.unknown:
        click.echo(f"left out, not keys of the service: {', '.join(made.unknown)}", err=True)
    if made.missing:
        click.echo(f"not at the place of the exports, made again on request: {counted(made.missing, 'exported file')}", err=True)
    if manifest.secret and not manifest.secret_inside:
        click.echo("The secret of the service is not inside: keep ROLLSTREAM_SECRET with the backup, but not beside it.", err=True)
    seconds = (datetime.fromisoformat(manifest.completed) - datetime.fromisoformat(manifest.began)).total_seconds()
    tables = f"{counted(manifest.count('tables'), 'table')}, {counted(made.archived, 'archived table')}"
    files = counted(manifest.count("files"), "file")
    click.echo(f"The backup {made.name} is complete: {tables} and {files} in {counted(round(seconds), 'second')}.")
