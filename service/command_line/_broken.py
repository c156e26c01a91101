"""What a command says of a table whose log does not allow what was to be done."""

import click

from events.errors import BrokenLog, NewerLog


def print_reason(done: str, table: str, broken: BrokenLog) -> None:
    """Say on standard error why a table was not `done` ("closed", say): its log is damaged, or a newer version has written it."""
    if isinstance(broken, NewerLog):
        click.echo(f"{table} can be {done} by a newer version only: {broken.why}", err=True)
    else:
        click.echo(f"{table} is damaged at version {broken.version}: {broken.why}", err=True)
