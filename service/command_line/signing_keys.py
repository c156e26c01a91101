"""`rollstream signing-keys`: lists and rotates the keys that sign receipts."""

import secrets
from pathlib import Path

import click

from events.fairness.issuer import SigningKeys
from events.fairness.signing import SEED_BYTES
from events.timestamps import now
from service.command_line import _options
from service.command_line._store import at_store
from service.settings import PREFIX, Settings

LINE = "{:<43}  {:<24}  {}"


@click.group()
def command() -> None:
    """List the keys that have signed receipts, and change the current one.

    Every service publishes these public keys under /.well-known/jwks.json. No command shows a private key.
    """


@command.command(name="list")
@_options.of_running
def show(data: Path) -> None:
    """List all keys, the current one first: id, since when and until when it has signed."""
    with at_store(data, SigningKeys) as keys:
        known = keys.all()
    if not known:
        click.echo("There are no keys: the service makes one when it first needs it.", err=True)
        return
    click.echo(LINE.format("id", "from", "until"))
    for key in known:
        click.echo(LINE.format(key.kid, key.valid_from, key.valid_until or "now"))


@command.command()
@_options.of_running
def rotate(data: Path) -> None:
    """Replace the key that the store keeps, and print the id of the new one.

    Running processes sign with the new key within a minute. Receipts of the old one stay good. A key that ROLLSTREAM_SIGNING_KEY names is
    changed there.
    """
    if Settings.from_environment().signing_key is not None:
        raise click.ClickException(f"{PREFIX}SIGNING_KEY names the key: set it to another file and restart the service")
    with at_store(data, SigningKeys, writes=True) as keys:
        key = keys.rotate(secrets.token_bytes(SEED_BYTES), now())
    click.echo(key.id)
    click.echo("This key signs within a minute. The public keys are at /.well-known/jwks.json.", err=True)
