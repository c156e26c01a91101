"""`rollstream archive`: moves finished tables from the store to the archive, brings them back, and reads their files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

import click

from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.store.keys import is_table_id
from events.tables.scanning import newest, walk
from service.command_line import _options
from service.command_line._age import AGE
from service.command_line._broken import print_reason
from service.command_line._parts import parts_at
from service.command_line._store import while_it_answers
from workers.health import limits_in_force
from workers.jobs.parts import WorkerParts
from workers.retention.retention import has_ended

TABLES_PER_PROGRESS_LINE: Final = 100
"""Number of tables between two lines about progress."""


def _table(_context: click.Context, _argument: click.Parameter, table: str) -> str:
    if not is_table_id(table):
        raise click.BadParameter(f"{table!r} is no table id")
    return table


@click.group(invoke_without_command=True)
@click.option(
    "--older-than", type=AGE, metavar="TIME", help="Tables that ended so long ago: 12h, 30d.  [default: the limit archived_after]"
)
@click.option("--dry-run", is_flag=True, help="Only say how many tables it would be.")
@_options.of_running
@click.pass_context
def command(context: click.Context, older_than: timedelta | None, data: Path, *, dry_run: bool) -> None:
    """Move finished tables out of the store, to the place of the exports. They are served from there as before.

    Each is written as one file, which is read back and checked before the store lets the table go. The command can be interrupted and
    repeated at any time. The reactor does the same by itself, where ROLLSTREAM_ARCHIVE_AFTER says after how many days.
    """
    if context.invoked_subcommand is not None:
        return
    with _while_both_answer():
        parts = parts_at(data)
        tables = _ended(parts, _age(parts, older_than))
        if dry_run:
            click.echo(f"Would archive {_count(tables)}.")
            return
        archived, left = 0, list[str]()
        for table in _progress(tables):
            try:
                archived += parts.archiving.archive(table)
            except ArchiveUnreachable:
                raise
            except BrokenLog as broken:
                print_reason("archived", table, broken)
                left.append(table)
            except TableUnknown:
                pass  # it has just been removed
    click.echo(f"{archived} of {_count(tables)} archived.")
    if left:
        raise click.ClickException(f"not archived: {', '.join(left)}")


@command.command()
@click.argument("table", callback=_table)
@_options.of_running
def restore(table: str, data: Path) -> None:
    """Bring an archived table back into the store. Its file is deleted an hour later."""
    with _while_both_answer():
        try:
            restored = parts_at(data).archiving.restore(table)
        except TableUnknown:
            raise click.ClickException(f"there is no table {table}") from None
        except ArchiveUnreachable:
            raise
        except BrokenLog as broken:
            print_reason("restored", table, broken)
            raise click.ClickException(f"not restored: {table}") from None
    click.echo(f"{table} is back in the store." if restored else f"{table} is not archived.")


@command.command()
@click.argument(
    "tables", nargs=-1, metavar="[TABLE]…", callback=lambda context, argument, tables: [_table(context, argument, one) for one in tables]
)
@_options.of_running
def check(tables: Sequence[str], data: Path) -> None:
    """Read the files of archived tables (by default all) from the first event to the last."""
    with _while_both_answer():
        parts = parts_at(data)
        chosen = tables or sorted(parts.stubs.tables())
        damaged = [table for table in _progress(chosen) if not _is_whole(parts, table)]
    click.echo(f"{_count([*chosen][len(damaged) :])} whole.")
    if damaged:
        raise click.ClickException(f"damaged: {', '.join(damaged)}")


def _is_whole(parts: WorkerParts, table: str) -> bool:
    try:
        parts.archiving.check(table)
    except ArchiveUnreachable:
        raise
    except BrokenLog as broken:
        print_reason("checked", table, broken)
        return False
    except TableUnknown:
        click.echo(f"there is no table {table}", err=True)
        return False
    return True


def _age(parts: WorkerParts, older_than: timedelta | None) -> timedelta:
    if older_than is not None:
        return older_than
    days = (limits_in_force(parts.client) or parts.limits).archived_after
    if not days:
        raise click.UsageError("say with --older-than which tables: the limit archived_after is not set")
    return timedelta(days=days)


def _ended(parts: WorkerParts, age: timedelta) -> Sequence[str]:
    """The tables in the store that ended so long ago."""
    found: dict[str, None] = {}
    place, now = "", parts.tables.now()
    while True:
        place, tables = walk(parts.client, place)
        known = newest(parts.client, tables)
        found |= {table: None for table, last in known.items() if last is not None and has_ended(last, age, now)}
        if not place:
            return [*found]


def _progress(tables: Sequence[str]) -> Iterator[str]:
    for number, table in enumerate(tables, 1):
        yield table
        if number % TABLES_PER_PROGRESS_LINE == 0:
            click.echo(f"{number} of {_count(tables)}", err=True)


@contextmanager
def _while_both_answer() -> Iterator[None]:
    """Turns `StoreUnavailable` and `ArchiveUnreachable` in the block into `ClickException`."""
    try:
        with while_it_answers():
            yield
    except ArchiveUnreachable as error:
        raise click.ClickException(f"{error.why} (what is done, is done)") from error


def _count(tables: Sequence[str]) -> str:
    return f"{len(tables)} table{'' if len(tables) == 1 else 's'}"
