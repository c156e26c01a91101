"""`rollstream play`: watch a table of random players at any rollstream service."""

import math
import random
import sys
import time
from urllib.parse import urlsplit

import click

from service.terminal.client import Client, Refused, Unreachable
from service.terminal.game import Evening, UnknownMode, Wishes
from service.terminal.paper import forgiving, paper

INTERRUPTED = 130
"""What a shell answers for a program that Ctrl-C has ended."""


def _address(_context: click.Context, _option: click.Parameter, url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise click.BadParameter(f"{url!r} is not an address such as http://127.0.0.1:8000")
    return url


def _seconds(_context: click.Context, _option: click.Parameter, delay: float) -> float:
    if math.isnan(delay):
        raise click.BadParameter("not a number of seconds")
    return delay


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, callback=_address, help="Where the service is.")
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="How many players.")
@click.option("--mode", default="glacial", show_default=True, help="Which cards: a mode of the game's catalogue.")
@click.option("--seed", type=click.IntRange(min=0), default=None, help="The same seed makes the same choices.  [default: by chance]")
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, show_default=True, callback=_seconds, help="Seconds between moves.")
def command(url: str, seats: int, mode: str, seed: int | None, delay: float) -> None:
    """Play a table of random players and tell it turn by turn.

    The players know nothing but the public HTTP API. Their choices come from the seed, the dice from the service.
    """
    wishes = Wishes(seats=seats, mode=mode, seed=random.randrange(10**6) if seed is None else seed, delay=delay)  # noqa: S311 - whims
    console = paper(forgiving(sys.stdout))
    client = Client(url, lambda why: click.echo(why, err=True))
    try:
        sys.exit(0 if Evening(client, console, wishes, time.sleep).play() else INTERRUPTED)
    except UnknownMode as error:
        raise click.BadParameter(str(error), param_hint="--mode") from error
    except Unreachable as error:
        raise click.ClickException(f"{error}. Is it running? `make run` starts one; --url names another.") from error
    except Refused as error:
        raise click.ClickException(f"{url} refuses: {error} ({error.code})") from error
