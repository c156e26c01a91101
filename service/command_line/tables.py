"""`rollstream tables`: finds tables by state, age or creator, shows, closes and removes them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import click

from events.errors import BrokenLog, TableUnknown
from events.limits import Limits
from events.store.keys import is_table_id
from events.tables import keyed_orders
from events.tables.opening import LoadedTable
from rules.rejected import Rejected
from service.command_line import _options
from service.command_line._age import AGE
from service.command_line._broken import print_reason
from service.command_line._counted import counted
from service.command_line._found import HEADER, FoundTable, TableFilter, find, look
from service.command_line._parts import creator_of, parts_at
from service.command_line._store import while_it_answers
from workers.health import limits_in_force
from workers.jobs.parts import WorkerParts
from workers.retention.removing import clean, remove, with_leftovers
from workers.retention.retention import kept_for

STATES: Final = ("open", "playing", "finished", "abandoned", "inactive", "closed", "damaged", "newer", "unreachable", "archived")
TABLES_PER_PROGRESS_LINE: Final = 100
"""Number of tables between two lines about progress."""

Command = Callable[..., None]


def _tables(_context: click.Context, _argument: click.Parameter, tables: tuple[str, ...]) -> tuple[str, ...]:
    for table in tables:
        if not is_table_id(table):
            raise click.BadParameter(f"{table!r} is no table id")
    return tables


def _choosing(command: Command) -> Command:
    """Add the options that choose tables."""
    for option in (
        click.option("--creator", metavar="WHO", help="Only those of an API key (its id) or of an address."),
        click.option("--older-than", type=AGE, metavar="TIME", help="Only those at which nothing has happened for so long: 12h, 30d."),
        click.option("--state", "states", type=click.Choice(STATES), multiple=True, help="Only those in this state; may be repeated."),
        click.argument("tables", nargs=-1, callback=_tables, metavar="[TABLE]…"),
    ):
        command = option(command)
    return command


def _changing(command: Command) -> Command:
    command = click.option("--yes", is_flag=True, help="Do not ask.")(command)
    return click.option("--dry-run", is_flag=True, help="Only say which tables it would be.")(command)


@click.group()
def command() -> None:
    """Find tables by id, state, age or creator, and close or remove them while the service runs.

    A state is `open` or `playing`; of a game that is over `finished`, `abandoned` (before its start), `inactive` (nobody acted) or `closed`
    (by an operator); `damaged`; `newer`, if a newer release is needed; or `unreachable`, if it is archived and the archive does not
    answer. `--state archived` chooses all tables in the archive, in any of these states. What is too old is removed by itself:
    docs/limits.md says when.
    """


@command.command(name="list")
@_choosing
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most so many.")
@_options.of_running
def show_all(tables: Sequence[str], limit: int | None, data: Path, **which: Any) -> None:
    """List tables: id, state, place (store or archive), the time of the newest event, events, game, creator."""
    with while_it_answers():
        parts, number = parts_at(data), 0
        for found in _chosen(parts, data, tables, **which):
            if not number:
                click.echo(HEADER)
            click.echo(found.line())
            number += 1
            if number == limit:
                break
    if not number:
        click.echo("No such tables.", err=True)


@command.command()
@click.argument("table", callback=lambda context, argument, table: _tables(context, argument, (table,))[0])
@_options.of_running
def show(table: str, data: Path) -> None:
    """Say what is known of a table."""
    with while_it_answers():
        parts = parts_at(data)
        found = look(parts, table)
        if found is None:
            gone = parts.tables.store.was_removed(table)
            raise click.ClickException(f"{table} was removed" if gone else f"there is no table {table}")
        for name, value in _about(parts, found):
            click.echo(f"{name:<10} {value}")


@command.command()
@_choosing
@_changing
@_options.of_running
def close(tables: Sequence[str], data: Path, *, dry_run: bool, yes: bool, **which: Any) -> None:
    """Close tables that are open or being played: the game is over, without a winner, and can be exported and checked.

    Which ones, says their ids, or at least one of the options.
    """
    with while_it_answers():
        parts = parts_at(data)
        chosen = [found for found in _selected(parts, data, tables, **which) if found.state in {"open", "playing"}]
        if _confirm("close", chosen, dry_run=dry_run, yes=yes):
            _finish("closed", chosen, [found for found in _progress(chosen) if not _close(parts, found)])


@command.command(name="remove")
@_choosing
@click.option("--forked", is_flag=True, help="Also tables of which there are forks: that these are true copies, nobody can prove then.")
@_changing
@_options.of_running
def remove_some(tables: Sequence[str], data: Path, *, forked: bool, dry_run: bool, yes: bool, **which: Any) -> None:
    """Remove tables with everything that belongs to them: events, exports, secrets, receipts. This cannot be undone.

    Choose them by id, or by at least one of the options. Tables that are being played are removed, too, if they are chosen: they are closed
    first. While the place of the exports is away, their files stay there: the exit code is 1, and the reactor deletes them later. Copies in
    browsers and caches stay there until they expire (docs/limits.md).
    """
    with while_it_answers():
        parts = parts_at(data)
        chosen = _selected(parts, data, tables, **which)
        if not _confirm("remove", chosen, dry_run=dry_run, yes=yes):
            return
        kept = [found for found in _progress(chosen) if not _remove(parts, found, which["older_than"], forked=forked)]
        while clean(parts):
            pass
        left = with_leftovers(parts.client, [found.table for found in chosen])
        _finish("removed", chosen, kept)
        if left:
            raise click.ClickException(
                f"files of {counted(len(left), 'removed table')} are not deleted yet, because the place of the exports does not answer: "
                f"the reactor deletes them when it does ({', '.join(left)})"
            )


def _chosen(
    parts: WorkerParts, data: Path, tables: Sequence[str], states: Sequence[str], older_than: timedelta | None, creator: str | None
) -> Iterator[FoundTable]:
    creator_name = None if creator is None else creator_of(creator, data)
    return find(parts, TableFilter(tables, frozenset(states), older_than, creator_name))


def _selected(parts: WorkerParts, data: Path, tables: Sequence[str], **which: Any) -> Sequence[FoundTable]:
    """The chosen tables. Raises `UsageError` if neither ids nor options are given."""
    if not tables and not any(which.values()):
        raise click.UsageError("name tables, or choose some by --state, --older-than or --creator")
    chosen = [*_chosen(parts, data, tables, **which)]
    missing = {*tables} - {found.table for found in chosen}
    if missing and not any(which.values()):
        raise click.ClickException(f"there is no table {', '.join(sorted(missing))}")
    return chosen


def _confirm(what: str, chosen: Sequence[FoundTable], *, dry_run: bool, yes: bool) -> bool:
    """Whether to carry out the action. Lists the tables first, unless `yes` is given."""
    if not chosen:
        click.echo("No such tables.", err=True)
        return False
    if dry_run or not yes:
        for found in chosen:
            click.echo(found.line())
    if dry_run:
        click.echo(f"Would {what} {counted(len(chosen), 'table')}.", err=True)
        return False
    if not yes:
        click.confirm(f"{what.capitalize()} {counted(len(chosen), 'table')}?", abort=True, err=True)
    return True


def _progress(chosen: Sequence[FoundTable]) -> Iterator[FoundTable]:
    for number, found in enumerate(chosen, 1):
        yield found
        if number % TABLES_PER_PROGRESS_LINE == 0:
            click.echo(f"{number} of {counted(len(chosen), 'table')}", err=True)


def _finish(done: str, chosen: Sequence[FoundTable], left: Sequence[FoundTable]) -> None:
    click.echo(f"{counted(len(chosen) - len(left), 'table')} {done}.")
    if left:
        raise click.ClickException(f"not {done}: {', '.join(found.table for found in left)}")


def _close(parts: WorkerParts, found: FoundTable) -> bool:
    try:
        parts.handler.execute(keyed_orders.close(found.table))
    except (Rejected, TableUnknown):
        return True  # it has just ended, or was removed
    except BrokenLog as broken:
        print_reason("closed", found.table, broken)
        return False
    return True


def _remove(parts: WorkerParts, found: FoundTable, older_than: timedelta | None, *, forked: bool) -> bool:
    """Remove a table; True if it is gone. A table chosen by age is not removed if something has just happened; others are closed first."""
    result = remove(parts, found.table, found.loaded, forked=forked)
    if result == "moved" and older_than is None and _close(parts, found):
        again = look(parts, found.table, found.creator)
        result = "unknown" if again is None else remove(parts, again.table, again.loaded, forked=forked)
    if result == "forked":
        click.echo(
            f"{found.table} has forks, which are proved by it: {', '.join(parts.tables.store.forks(found.table))} (see --forked)", err=True
        )
    if result == "moved":
        click.echo(f"{found.table} is being played: something has happened meanwhile", err=True)
    return result in {"removed", "unknown"}


def _about(parts: WorkerParts, found: FoundTable) -> Iterator[tuple[str, str]]:
    yield "table", found.table
    yield "state", f"{found.state}, archived" if found.archived else found.state
    yield "place", f"the {found.place}"
    yield "newest", f"{found.at} (version {found.version})"
    yield "creator", found.creator or "not known"
    if found.loaded is None:
        yield "reason", found.why
        return
    yield "game", found.loaded.game.name
    seats = found.loaded.table.seats
    yield "seats", ", ".join(f"{place.kind}{f' {place.name!r}' if place.name else ''}" for place in seats)
    forks = parts.tables.store.forks(found.table)
    if forks:
        yield "forks", ", ".join(forks)
    yield "kept", _kept(found.loaded, limits_in_force(parts.client) or parts.limits)


def _kept(loaded: LoadedTable, limits: Limits) -> str:
    kept = kept_for(loaded, limits)
    if kept is None:
        return "for ever" if loaded.table.outcome is not None else "while it is running"
    hours = int(kept.total_seconds()) // 3600
    return f"for {counted(hours, 'hour') if hours < 48 else counted(hours // 24, 'day')}"
