"""`rollstream limits`: shows all limits and their values."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import click

from events.limits import Limits
from events.store.event_store import StoreUnavailable
from events.store.redis_connection import connect
from service.command_line import _options
from service.command_line._store import store_at
from service.settings import LIMITS, PREFIX, Settings
from workers.health import limits_in_force

DEFAULTS = Limits()


@click.command()
@_options.of_running
def command(data: Path) -> None:
    """Show every limit: its value, its default where that is another, and what it counts.

    While a service runs, these are the limits it was started with; else those that it would be started with here. Set them in the table
    [limits] of the file that ROLLSTREAM_CONFIG names, and start the service again. docs/limits.md explains them.
    """
    settings = Settings.from_environment()
    in_force = _limits_in_force(settings, data)
    limits = settings.limits if in_force is None else in_force
    click.echo(
        "Limits of the running service:" if in_force is not None else "No running service found. Limits of one that is started here:"
    )
    for line in _lines(limits):
        click.echo(line)
    if in_force is not None and in_force != settings.limits:
        click.echo(f"Here {PREFIX}CONFIG, {' or '.join(LIMITS)} says something else; it holds after a restart.", err=True)


def _limits_in_force(settings: Settings, data: Path) -> Limits | None:
    """The limits of the running service; None if none is found."""
    url = store_at(settings, data)
    with suppress(StoreUnavailable):
        return None if url is None else limits_in_force(connect(url))
    return None


def _lines(limits: Limits) -> Iterator[str]:
    width = max(len(limit.name) for limit in fields(Limits))
    for limit in fields(Limits):
        value, default = getattr(limits, limit.name), getattr(DEFAULTS, limit.name)
        unit = f"{', in' if isinstance(value, str) else ''} {limit.metadata['unit']}"
        yield f"{limit.name:<{width}}  {value}{unit}{'' if value == default else f' (default {default})'}"
        yield f"{'':<{width}}  {limit.metadata['says']}"
