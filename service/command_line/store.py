"""`rollstream store`: shows the format level of the store, and raises it after an upgrade."""

from pathlib import Path

import click

from events.store.format_level import OlderReleaseRuns, level_of, raise_level
from events.store.levels import NEWEST_LEVEL
from service.command_line import _options
from service.command_line._store import at_store


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
    """Let all processes write the newest forms, once no process of an older release runs.

    Older releases cannot read the store afterwards. The running processes follow within a second.
    """
    try:
        with at_store(data, raise_level, writes=True):
            click.echo(f"The store has format level {NEWEST_LEVEL}.")
    except OlderReleaseRuns as error:
        connections = "1 connection" if error.connections == 1 else f"{error.connections} connections"
        raise click.ClickException(
            f"the store has {connections} of an older release: stop its processes, or upgrade them, and try again"
        ) from error
