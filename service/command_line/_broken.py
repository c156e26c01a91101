"""The message of a command about a table whose log it cannot read."""

import click

from events.errors import ArchiveUnreachable, BrokenLog, NewerLog


def print_reason(done: str, table: str, broken: BrokenLog) -> None:
    """Print to standard error why a table was not `done` (for example "closed"): its log is damaged, a newer version wrote it, or the
    archive does not answer.
    """
    if isinstance(broken, NewerLog):
        click.echo(f"{table} can be {done} by a newer version only: {broken.why}", err=True)
    elif isinstance(broken, ArchiveUnreachable):
        click.echo(f"{table} cannot be {done} now: {broken.why}", err=True)
    else:
        click.echo(f"{table} is damaged at version {broken.version}: {broken.why}", err=True)
