"""`rollstream readers`: lists and removes the readers of the feed."""

from pathlib import Path

import click

from events.feed.consumer_lag import ACTIVE_WITHIN, ConsumerLag, Standings
from events.timestamps import stamp
from service.command_line import _options
from service.command_line._counted import counted
from service.command_line._store import at_store


@click.group()
def command() -> None:
    """List the readers of the feed, and remove retired ones.

    Each entry is kept until every reader on this list has processed it. With a retired reader on the list the feed grows without end.
    """


@command.command(name="list")
@_options.of_running
def show(data: Path) -> None:
    """List all readers.

    Shows each reader's lag, the time of its oldest entry, and whether it is active.
    """
    with at_store(data, Standings) as standings:
        known = standings.list()
    if not known:
        click.echo("The feed has no readers.", err=True)
        return
    width = max(len(one.name) for one in known)
    for one in known:
        click.echo(f"{one.name:<{width}}  {_left(one)}; {_seen(one)}")


@command.command()
@click.argument("name")
@_options.of_running
def forget(name: str, data: Path) -> None:
    """Remove a retired reader, so that the feed is not kept for it.

    If it starts again, it is on the list again and reads what is left.
    """
    with at_store(data, Standings, writes=True) as standings:
        known = standings.get(name)
        if known is None:
            raise click.ClickException(f"there is no reader {name!r}; `rollstream readers list` shows all")
        if known.reads:
            raise click.ClickException(
                f"{name} is active; stop every process that reads under this name, and wait {ACTIVE_WITHIN.seconds} seconds"
            )
        standings.readers.forget(name)
    click.echo(f"{name} is removed; the projector soon drops what was kept for it.")


def _left(one: ConsumerLag) -> str:
    if one.since is None:
        return "up to date"
    return f"{counted(one.left, 'entry', 'entries')} behind, the oldest of {stamp(one.since)}"


def _seen(one: ConsumerLag) -> str:
    if one.unseen is None:
        return "inactive"
    return "active" if one.reads else f"last seen {counted(round(one.unseen.total_seconds()), 'second')} ago"
