"""`rollstream keys`: mints, lists and revokes API keys."""

import secrets
from pathlib import Path

import click
from marshmallow import ValidationError

from events.timestamps import now, stamp
from service.command_line import _options
from service.command_line._counted import counted
from service.command_line._store import at_store
from service.http.fields import Name
from workers.owners.owners import Owners

ID_BYTES = 6
SECRET_BYTES = 32
LINE = "{:<12}  {:<24}  {:>8}  {}"


def _name(_context: click.Context, _option: click.Parameter, name: str) -> str:
    try:
        return str(Name().deserialize(name))
    except ValidationError as error:
        raise click.BadParameter(" ".join(map(str, error.messages))) from error


@click.group()
def command() -> None:
    """Mint, list and revoke API keys."""


@command.command()
@click.option("--name", required=True, callback=_name, help="Name of the key's owner.")
@click.option("--limit", type=click.IntRange(1, 10_000_000), help="Requests per minute.  [default: the service's limit]")
@_options.of_running
def mint(name: str, limit: int | None, data: Path) -> None:
    """Create a key and print it, once.

    The store keeps only a digest of the key.
    """
    with at_store(data, Owners, writes=True) as keys:
        text = keys.mint(name, limit, id=secrets.token_hex(ID_BYTES), secret=secrets.token_urlsafe(SECRET_BYTES), created_at=stamp(now()))
    click.echo(text)
    click.echo("Keep it now: it is not shown again. Clients send it as the header X-API-Key.", err=True)


@command.command(name="list")
@_options.of_running
def show(data: Path) -> None:
    """List all keys: id, time of creation, requests per minute, name."""
    with at_store(data, Owners) as keys:
        known = keys.list()
    if not known:
        click.echo("There are no keys.", err=True)
        return
    click.echo(LINE.format("id", "made", "a minute", "name"))
    for key in known:
        click.echo(LINE.format(key.id, key.created_at, "default" if key.limit is None else key.limit, key.name))


@command.command()
@click.argument("key_id", metavar="ID")
@_options.of_running
def revoke(key_id: str, data: Path) -> None:
    """Revoke a key and delete its bots and webhooks.

    The service no longer calls them.
    """
    with at_store(data, Owners, writes=True) as keys:
        bots, webhooks = keys.owned(key_id)
        if not keys.revoke(key_id):
            raise click.ClickException(f"there is no key {key_id!r}; `rollstream keys list` shows all")
    owned = f"{counted(bots, 'bot')} and {counted(webhooks, 'webhook')}"
    click.echo(f"Key {key_id} is revoked; {owned} deleted.")
