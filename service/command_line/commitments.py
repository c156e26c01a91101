"""`rollstream commitments`: rotates the key from which reserved dice are derived."""

import secrets
from pathlib import Path
from typing import Any

import click

from events.fairness.commitments import CommitmentKeys
from events.timestamps import now
from service.command_line import _options
from service.command_line._store import at_store


@click.group()
def command() -> None:
    """Replace the key from which reserved dice follow."""


@command.command()
@_options.of_running
def rotate(data: Path) -> None:
    """Make a new key, for all reservations from now on.

    Do this if the old key may have leaked. Earlier reservations stay valid for their ten minutes, and existing tables keep
    their dice: anyone with the old key can compute the dice of running tables.
    """
    with at_store(data, _keys, writes=True) as keys:
        number = keys.rotate()
    click.echo(f"Reservations now follow from key {number}.")


def _keys(client: Any) -> CommitmentKeys:
    return CommitmentKeys(client, secrets.token_bytes, now)
