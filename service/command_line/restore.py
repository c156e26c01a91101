"""`rollstream restore`: checks a backup, and restores it into an empty place."""

import secrets
import shlex
import sys
from pathlib import Path

import click

from events.archive.archive import Archive
from events.archive.archiving import Archiving
from events.archive.marked_place import MarkedPlace, StoredPlaceId
from events.archive.place import Place
from events.projections.generations import Generations, Moved, RebuildRunning
from events.store.memory_store import MemoryStore
from events.store.pools import pool_of
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.store.replication import Replicas
from events.store.stubs import Stubs
from events.tables.opening import Tables
from events.timestamps import now
from rules.registry import games
from service.command_line import _options
from service.command_line._backups import backups_at, of_backups, plain_errors, print_progress, private_files
from service.command_line._counted import counted
from service.command_line._store import started_store
from service.settings import Settings
from workers.backup.backups import Backup
from workers.backup.checking import CheckedBackup, check
from workers.backup.restoring import Restored, RestoreTarget, restore
from workers.backup.secret import check_secret
from workers.retention.erasing import erasures_of
from workers.retention.names_at_tables import NamesAtTables


@click.command()
@of_backups
@click.option("--at", metavar="BACKUP", help="One of the backups there.  [default: the newest complete one]")
@click.option("--check", "only_check", is_flag=True, help="Only check the backup: every file and every table. Needs no store.")
@_options.of_new
def command(target: str, at: str | None, data: Path, *, only_check: bool) -> None:
    """Restore a backup that `rollstream backup TARGET` has made, into an empty store and an empty or the same place of exports.

    The store is the one at ROLLSTREAM_REDIS_URL, or a new one in the data folder. The backup is checked before anything is written. If the
    restore is interrupted, run it again; start the service when it is complete.
    """
    settings = Settings.from_environment()
    with private_files(), plain_errors("the restore"):
        backup = backups_at(target).open(at)
        checked = _check(backup, settings)
        if only_check:
            sys.exit(1 if checked.broken or checked.newer else 0)
        check_secret(backup.manifest, settings.secret)
        if checked.newer:
            raise click.ClickException("a newer release, or a game that is not installed, is needed; nothing is changed")
        with started_store(settings, data, new=True) as url:
            _print_restored(_restore(backup, settings, url, settings.exports_at(data)), None if settings.redis_url else data)


def _check(backup: Backup, settings: Settings) -> CheckedBackup:
    checked = check(backup, Tables(MemoryStore(), games(settings.games), now).codecs, print_progress)
    for table, why in checked.broken.items():
        click.echo(f"damaged: {table}: {why}", err=True)
    for table, why in checked.newer.items():
        click.echo(f"needs a newer release, or another game: {table}: {why}", err=True)
    whole = "is whole" if not checked.broken and not checked.newer else "has the tables that are named above"
    click.echo(f"The backup {backup.name} {whole}: {_tables(checked.tables, checked.archived, ', ')}.")
    return checked


def _restore(backup: Backup, settings: Settings, url: str, exports: str) -> Restored:
    client = connect(url)
    place = MarkedPlace(lambda: Place(exports, create=False), StoredPlaceId(client))
    archive = Archive(place)
    tables = Tables(RedisStore(client, settings.replication, archive), games(settings.games), now)
    archiving = Archiving(tables, Stubs(client), archive, secrets.token_bytes)
    names = NamesAtTables(client, tables, archiving, place.remove, forget_export=lambda _table, _kind: None)
    target = RestoreTarget(client, tables, Generations(client), place, erasures_of(client, settings.secret), names)
    try:
        restored = restore(backup, target, print_progress)
    except (RebuildRunning, Moved) as error:
        raise click.ClickException("another restore runs on this store and goes on instead of this one: wait for its end") from error
    Replicas(pool_of(client), settings.replication).confirm()
    return restored


def _print_restored(restored: Restored, data: Path | None) -> None:
    """`data` is the data folder whose store the tables are in, if it is that of a folder."""
    for table, why in restored.left_out.damaged.items():
        click.echo(f"damaged: {table}: {why}", err=True)
    if restored.removed:
        click.echo(f"removed since the backup, not restored: {counted(len(restored.removed), 'table')}", err=True)
    start = "" if data is None else f": rollstream serve --data {shlex.quote(str(data))}"
    click.echo(f"{_tables(restored.tables, restored.archived, ' and ')} restored. Start the service{start or '.'}")


def _tables(in_store: int, archived: int, joined: str) -> str:
    return f"{counted(in_store, 'table')}{joined}{counted(archived, 'archived table')}"
