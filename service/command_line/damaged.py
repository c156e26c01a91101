"""`rollstream damaged`: lists and repairs the state of tables that are set aside because their logs cannot be read completely."""

from collections.abc import Sequence
from pathlib import Path

import click

from events.damaged import bringing_back
from events.damaged.bringing_back import set_aside_by_hand
from events.damaged.damage import Damage
from events.errors import ArchiveUnreachable, BrokenLog, NewerLog, TableUnknown
from events.names.erasing import Erases
from events.store.keys import is_table_id
from events.tables.opening import Tables
from service.command_line import _options
from service.command_line._broken import print_reason
from service.command_line._files import while_files_are_there
from service.command_line._lists import lists
from service.command_line._parts import parts_at
from service.command_line._store import while_it_answers
from service.settings import Settings
from workers.retention.erasing import at_tables, erasures_of
from workers.retention.names_at_tables import NamesAtTables


def _table(_context: click.Context, _argument: click.Parameter, table: str | None) -> str | None:
    if table is not None and not is_table_id(table):
        raise click.BadParameter(f"{table!r} is no table id")
    return table


@click.group()
def command() -> None:
    """List tables that are damaged, set one aside, and bring back what is whole again.

    The service sets a damaged table aside automatically until you bring it back: it accepts no moves, and its events before the
    damage can be read. Other tables are not affected.
    """


@command.command(name="list")
@_options.of_running
def show_all(data: Path) -> None:
    """List the tables that are set aside.

    Shows since when, the first damaged version, and the reason.
    """
    with while_it_answers():
        damaged = _tables(data).store.damaged()
    if not damaged:
        click.echo("No table is damaged.", err=True)
    for table, damage in sorted(damaged.items(), key=lambda item: item[1].found_at):
        click.echo(f"{table}  {damage.found_at}  version {damage.version}  {damage.reason}")


@command.command()
@click.argument("table", callback=_table)
@_options.of_running
def show(table: str, data: Path) -> None:
    """Read a table's log from the beginning to the end and say how far it is whole."""
    with while_it_answers():
        tables = _tables(data)
        damage = tables.store.damage(table)
        found = _examine(tables, table)
    click.echo(f"{table} is {'not set aside' if damage is None else _since(damage)}.")
    if damage is not None:
        click.echo(f"Then: version {damage.version}: {damage.reason}.")
    click.echo(f"Now:  {found}.")


@command.command(name="set-aside")
@click.argument("table", callback=_table)
@_options.of_running
def set_aside(table: str, data: Path) -> None:
    """Set a table aside by hand: it takes no moves, and no list is built with it, until it is brought back."""
    with while_it_answers():
        new = by_hand(_tables(data), table)
    click.echo(f"{table} is set aside." if new else f"{table} is set aside already.")


@command.command(name="bring-back")
@click.argument("table", callback=_table, required=False)
@click.option("--all", "every", is_flag=True, help="Every table that is set aside and whole.")
@_options.of_running
def bring_back(table: str | None, every: bool, data: Path) -> None:  # noqa: FBT001 - a flag of the command line
    """Bring a table back, if its log is whole again from the beginning to the end.

    With --all also those that were set aside by hand. Names that were erased meanwhile are erased there, too: if there are any, the
    place of the exports must be there.
    """
    if (table is None) != every:
        raise click.UsageError("name a table, or --all")
    with while_it_answers(), while_files_are_there():
        tables, parts = _tables(data), parts_at(data)
        erasures = erasures_of(parts.client, Settings.from_environment().secret)
        if erasures.all():
            parts.archive.check()  # else a table would come back with a name that cannot be erased now
        chosen = sorted(tables.store.damaged()) if table is None else [table]
        refused = [one for one in chosen if not _bring_back(tables, one)]
        if erasures.all():
            _erase_again(at_tables(parts), erasures.erases(), [one for one in chosen if one not in refused])
    if refused:
        raise click.ClickException(f"still set aside: {', '.join(refused)}")


def by_hand(tables: Tables, table: str) -> bool:
    """Set a table aside; False if it already was. Raises `ClickException` if it does not exist, and `StoreUnavailable`."""
    try:
        return set_aside_by_hand(tables, table)
    except TableUnknown:
        raise click.ClickException(f"there is no table {table}") from None


def _bring_back(tables: Tables, table: str) -> bool:
    known = tables.store.damage(table)
    try:
        was_aside = bringing_back.bring_back(tables, table)
    except BrokenLog as broken:
        print_reason("checked", table, broken)
        return False
    except TableUnknown:
        if known is None:
            raise click.ClickException(f"there is no table {table}") from None
        click.echo(f"{table} has nothing left in the store; it is not listed any more.")
        return True
    click.echo(f"{table} is whole and brought back." if was_aside else f"{table} is whole; it was not set aside.")
    return True


def _erase_again(names: NamesAtTables, erases: Erases, tables: Sequence[str]) -> None:
    """Erase names at tables that could not be read when the names were erased."""
    erased = sum(names.erase_at(table, erases).now for table in tables)
    names.erase_in_loose_files(erases)
    if erased:
        click.echo(f"Names that were erased meanwhile are erased there, too ({erased}).")


def _examine(tables: Tables, table: str) -> str:
    try:
        version = tables.aside.examine(table).newest.version
    except NewerLog as newer:
        return f"whole up to version {newer.version - 1}; what follows, only a newer version can read"
    except ArchiveUnreachable as unreachable:
        return f"not readable now: {unreachable.why}"
    except BrokenLog as broken:
        return f"damaged at version {broken.version}: {broken.why}"
    except TableUnknown:
        return "nothing is stored of it"
    return f"whole, up to version {version}"


def _since(damage: Damage) -> str:
    return f"set aside since {damage.found_at}{' by hand' if damage.by == 'operator' else ''}"


def _tables(data: Path) -> Tables:
    return lists(data).tables
