"""`rollstream readers`: who reads the feed, and for whom it is kept."""

from pathlib import Path

import click

from events.moments import stamp
from events.standing import READS, Standing, Standings
from service.command_line import _options
from service.command_line._store import at_store


@click.group(short_help="List who reads the feed, and forget who is gone.")
def command() -> None:
    """List who reads the feed, and forget who will not come back.

    The feed of all appends is kept until everybody on this list has done it. A part of the service that is not run any more stays on it
    and would have the feed grow for ever.
    """


@command.command(name="list")
@_options.of_running
def show(data: Path) -> None:
    """List all readers.

    Shown is how many entries of the feed each has not done, of when the oldest is, and whether somebody reads.
    """
    with at_store(data, Standings) as standings:
        known = standings.list()
    if not known:
        click.echo("Nobody reads the feed.", err=True)
        return
    width = max(len(one.name) for one in known)
    for one in known:
        click.echo(f"{one.name:<{width}}  {_left(one)}; {_seen(one)}")


@command.command()
@click.argument("name")
@_options.of_running
def forget(name: str, data: Path) -> None:
    """Keep the feed no longer for a reader that does not come back.

    One that comes back all the same is on the list again and begins with what is left.
    """
    with at_store(data, Standings) as standings:
        known = standings.get(name)
        if known is None:
            raise click.ClickException(f"nobody reads the feed as {name!r}; `rollstream readers list` shows all")
        if known.reads:
            raise click.ClickException(
                f"{name} is reading; stop every process that does so under this name, and wait {READS.seconds} seconds"
            )
        standings.readers.forget(name)
    click.echo(f"{name} is forgotten; the projector soon drops what was kept for it.")


def _left(one: Standing) -> str:
    if one.since is None:
        return "has done everything"
    return f"{one.left} {'entry' if one.left == 1 else 'entries'} to do, the oldest of {stamp(one.since)}"


def _seen(one: Standing) -> str:
    if one.unseen is None:
        return "nobody reads"
    return "reads now" if one.reads else f"was seen {one.unseen.total_seconds():.0f} seconds ago"
