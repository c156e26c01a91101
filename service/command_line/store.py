"""`rollstream store`: shows the format level of the store, and upgrades it after an upgrade of the release."""

import time
from collections import Counter
from pathlib import Path
from typing import Final

import click

from events.projections.list_forms import COMPACT
from events.store.format_level import FOLLOWED_WITHIN_SECONDS, OlderReleaseRuns, level_of, raise_level
from events.store.levels import NEWEST_LEVEL
from events.store.rewriting import Rewriter, Rewritten
from service.command_line import _options
from service.command_line._counted import counted
from service.command_line._lists import lists
from service.command_line._store import at_store
from service.command_line.rebuild import rebuild_lists

TABLES_PER_LINE: Final = 1000
"""Tables between two lines about the progress."""


@click.group()
def command() -> None:
    """Show the format level of the store, and raise it after an upgrade.

    The level says which forms of stored data the processes write. A store keeps its level when a new release starts, so that processes of
    the release before can read everything.
    """


@command.command()
@_options.of_running
def show(data: Path) -> None:
    """Show the format level of the store."""
    with at_store(data, level_of) as level:
        click.echo(f"The store has format level {level}; this release writes level {NEWEST_LEVEL}.")


@command.command()
@_options.of_running
def upgrade(data: Path) -> None:
    """Use the newest forms of stored data, once no process of an older release runs.

    Rewrites all tables, also while they are played, and rebuilds the lists. If it was interrupted, start it again. Older releases cannot
    read the store afterwards.
    """
    try:
        with at_store(data, raise_level, writes=True):
            click.echo(f"The store has format level {NEWEST_LEVEL}.")
    except OlderReleaseRuns as error:
        connections = counted(error.connections, "connection")
        raise click.ClickException(
            f"the store has {connections} of an older release: stop its processes, or upgrade them, and try again"
        ) from error
    time.sleep(FOLLOWED_WITHIN_SECONDS)  # what a running process writes before that would have to be rewritten again
    with at_store(data, Rewriter) as rewriter:
        known = lists(data)
        _rewrite(rewriter, sorted(known.tables.store.tables()))
        current = known.generations.current()
    if current is not None and current.form is not COMPACT:
        rebuild_lists(known)


def _rewrite(rewriter: Rewriter, tables: list[str]) -> None:
    results = Counter[Rewritten]()
    for number, table in enumerate(tables, 1):
        result = rewriter(table)
        results[result] += 1
        if result in {"damaged", "busy"}:
            click.echo(f"{table} is left as it is: it is {result}", err=True)
        if number % TABLES_PER_LINE == 0:
            click.echo(f"{number} of {counted(len(tables), 'table')}")
    click.echo(f"{counted(results['rewritten'], 'table')} rewritten, {results['unchanged']} up to date already.")
