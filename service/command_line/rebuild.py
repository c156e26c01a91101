"""`rollstream rebuild`: the lists and the due times anew from the logs, while everything goes on."""

from pathlib import Path

import click

from events.keys import is_table_id
from events.projections.batches import ProjectionStopped
from events.projections.generations import Moved, RebuildRunning
from events.projections.rebuild import rebuild
from events.reschedule import reschedule
from service.command_line import _options
from service.command_line._lists import lists
from service.command_line._store import while_it_answers


def _table_ids(_context: click.Context, _option: click.Parameter, tables: tuple[str, ...]) -> tuple[str, ...]:
    for table in tables:
        if not is_table_id(table):
            raise click.BadParameter(f"{table!r} is no table id")
    return tables


@click.command(short_help="Build lists and due times anew from the logs.")
@click.option("--without", multiple=True, metavar="TABLE", callback=_table_ids, help="Leave out a table whose log cannot be read.")
@_options.of_running
def command(without: tuple[str, ...], data: Path) -> None:
    """Build the lobby, the players' histories and the times at which tables are due anew from the logs.

    Readers see the old lists until the new ones are complete. Games and the projector go on meanwhile.
    """
    try:
        with while_it_answers():
            known = lists(data)
            rebuild(*known, _tell, without)
            reschedule(known.tables, without)
    except ProjectionStopped as error:
        raise click.ClickException(f"{error}\nThe lists are as they were. `--without TABLE` leaves a table out.") from error
    except RebuildRunning as error:
        raise click.ClickException("another rebuild is running; try again when it is done or, if it died, in a minute") from error
    except Moved as error:
        raise click.ClickException("this took so long without a sign of life that another rebuild has begun") from error
    click.echo("The lists and due times are rebuilt.")


def _tell(done: int, of: int) -> None:
    click.echo(f"{done} of {of} tables")
