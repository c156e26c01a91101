"""`rollstream limits`: what a client, a bot or an address may take of the service."""

from dataclasses import fields

import click

from events.limits import Limits
from service.settings import Settings


@click.command(short_help="Show every limit and its value.")
def command() -> None:
    """Show every limit of this deployment: its value, its default where that is another, and what it counts.

    They are set in the table [limits] of the file that ROLLSTREAM_CONFIG names. docs/limits.md explains them.
    """
    limits, usual = Settings.from_environment().limits, Limits()
    width = max(len(limit.name) for limit in fields(Limits))
    for limit in fields(Limits):
        value, default = getattr(limits, limit.name), getattr(usual, limit.name)
        unit = "" if limit.metadata["unit"] == "rate" else f" {limit.metadata['unit']}"
        click.echo(f"{limit.name:<{width}}  {value}{unit}{'' if value == default else f' (default {default})'}")
        click.echo(f"{'':<{width}}  {limit.metadata['says']}")
