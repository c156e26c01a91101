"""`rollstream rebuild`: rebuilds the lists and the due times from the logs while the service runs."""

from pathlib import Path

import click

from events.projections.generations import Moved, RebuildRunning
from events.projections.rebuild import LeftOut, rebuild
from events.store.keys import is_table_id
from events.tables.reschedule import reschedule
from service.command_line import _options
from service.command_line._counted import counted
from service.command_line._lists import Lists, lists
from service.command_line._store import while_it_answers
from service.command_line.damaged import by_hand


def _table_ids(_context: click.Context, _option: click.Parameter, tables: tuple[str, ...]) -> tuple[str, ...]:
    for table in tables:
        if not is_table_id(table):
            raise click.BadParameter(f"{table!r} is no table id")
    return tables


@click.command()
@click.option("--without", multiple=True, metavar="TABLE", callback=_table_ids, help="Exclude a table whose log cannot be read.")
@_options.of_running
def command(without: tuple[str, ...], data: Path) -> None:
    """Rebuild the lobby, the players' histories and the due times of tables from the logs.

    Clients see the old lists until the new ones are complete. Games and the projector continue meanwhile. Damaged tables are set aside and
    named (`rollstream damaged`); the lists are built without them.
    """
    with while_it_answers():
        known = lists(data)
        for table in without:
            by_hand(known.tables, table)
    rebuild_lists(known)


def rebuild_lists(known: Lists) -> None:
    """Rebuild lists and due times, and print how far this is. Raises `ClickException`."""
    try:
        with while_it_answers():
            left_out = rebuild(*known, _print_progress)
            reschedule(known.tables)
    except RebuildRunning as error:
        raise click.ClickException("another rebuild is running; try again when it is done or, if it died, in a minute") from error
    except Moved as error:
        raise click.ClickException("this rebuild stalled, and another one has started") from error
    _print_left_out(left_out)
    click.echo("The lists and due times are rebuilt.")


def _print_left_out(left_out: LeftOut) -> None:
    for table, why in left_out.damaged.items():
        click.echo(f"left out, damaged: {table}: {why}", err=True)
    for table, why in left_out.waiting.items():
        click.echo(f"left out until it can be read: {table}: {why}", err=True)


def _print_progress(done: int, of: int) -> None:
    click.echo(f"{done} of {counted(of, 'table')}")
