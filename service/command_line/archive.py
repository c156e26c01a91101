"""`rollstream archive`: moves finished tables from the store to the archive, brings them back, and reads their files."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final, Literal

import click

from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.store.keys import is_table_id
from events.tables.scanning import newest, walk
from service.command_line import _options
from service.command_line._age import AGE
from service.command_line._broken import print_reason
from service.command_line._counted import counted
from service.command_line._parts import parts_at
from service.command_line._store import while_it_answers
from workers.health import limits_in_force
from workers.jobs.parts import WorkerParts
from workers.retention.retention import has_ended, is_to_be_archived

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
            click.echo(f"Would archive {counted(len(tables), 'table')}.")
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
    click.echo(f"{archived} of {counted(len(tables), 'table')} archived.")
    if left:
        raise click.ClickException(f"not archived: {', '.join(left)}")


@command.command()
@click.argument("table", callback=_table)
@_options.of_running
def restore(table: str, data: Path) -> None:
    """Bring an archived table back into the store. Its file is deleted an hour later."""
    with _while_both_answer():
        parts = parts_at(data)
        try:
            restored = parts.archiving.restore(table)
        except TableUnknown:
            raise click.ClickException(f"there is no table {table}") from None
        except ArchiveUnreachable:
            raise
        except BrokenLog as broken:
            print_reason("restored", table, broken)
            raise click.ClickException(f"not restored: {table}") from None
        click.echo(f"{table} is back in the store." if restored else f"{table} is not archived.")
        if restored:
            _warn_of_return(parts, table)


def _warn_of_return(parts: WorkerParts, table: str) -> None:
    """Warn if the reactor is to archive a restored table. It may have done so already."""
    limits, known = limits_in_force(parts.client) or parts.limits, newest(parts.client, [table]).get(table)
    if known is not None and is_to_be_archived(known._replace(is_archived=False), limits, parts.tables.now()):
        after = f"after {counted(limits.archived_after, 'day')}"
        click.echo(f"The reactor archives it again at its next step ({after}): unset ROLLSTREAM_ARCHIVE_AFTER first.", err=True)


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
        found = {table: _checked(parts, table) for table in _progress(chosen)}
    if not chosen:
        click.echo("No table is archived.")
    counts = Counter(found.values())
    if counts["whole"] or counts["damaged"]:
        click.echo(f"{counted(counts['whole'], 'table')} whole.")
    if counts["damaged"]:
        raise click.ClickException(f"damaged: {', '.join(table for table, state in found.items() if state == 'damaged')}")
    if tables and counts["absent"]:
        sys.exit(1)


def _checked(parts: WorkerParts, table: str) -> Literal["whole", "damaged", "absent"]:
    """What a table's file in the archive is. Prints why, if it is not whole."""
    try:
        if parts.archiving.check(table):
            return "whole"
        click.echo(f"{table} is not archived", err=True)
    except ArchiveUnreachable:
        raise
    except BrokenLog as broken:
        print_reason("checked", table, broken)
        return "damaged"
    except TableUnknown:
        click.echo(f"there is no table {table}", err=True)
    return "absent"


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
            click.echo(f"{number} of {counted(len(tables), 'table')}", err=True)


@contextmanager
def _while_both_answer() -> Iterator[None]:
    """Turns `StoreUnavailable` and `ArchiveUnreachable` in the block into `ClickException`."""
    try:
        with while_it_answers():
            yield
    except ArchiveUnreachable as error:
        raise click.ClickException(f"{error.why} (what is done, is done)") from error
