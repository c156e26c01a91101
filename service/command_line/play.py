"""`rollstream play`: plays a table of random players at a rollstream service and prints it."""

import math
import random
import sys
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import click

from rollstream_follow import Client, ServiceProblem
from rules.game import Language
from rules.registry import games
from service.command_line._language import in_language
from service.command_line._options import table_options
from service.terminal.dice import DiceChanged
from service.terminal.game import Playthrough, Wishes
from service.terminal.paper import paper
from service.terminal.safe_text import forgiving, printable

INTERRUPTED: Final = 130
"""The exit code that a shell reports for a program that Ctrl-C ended."""
PATIENCE: Final = 12
"""Attempts of a request before the command gives up: a minute and a half of a service that is away."""
OPTION_OF: Final = {"seat-count": "--seats", "option-unknown": "--option", "option-invalid": "--option"}
"""The option of this command that causes a refusal, by problem code."""


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
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, callback=_address, help="Address of the service.")
@click.option("--game", default="dicy-cards", show_default=True, help="Game to play.")
@click.option("--seats", type=click.IntRange(min=1), default=2, show_default=True, help="Number of players.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", callback=table_options, help="An option of the game's catalogue.")
@click.option("--mode", default=None, help="Short for --option mode=MODE, the set of cards.")
@click.option("--seed", type=click.IntRange(min=0), default=None, help="Seed for the players' choices.  [default: random]")
@in_language
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, show_default=True, callback=_seconds, help="Seconds between moves.")
def command(
    url: str, game: str, seats: int, options: Mapping[str, Any], mode: str | None, seed: int | None, language: Language, delay: float
) -> None:
    """Play a table of random players and print it turn by turn.

    The players use only the public HTTP API. Their choices follow from the seed. The dice follow from a secret that the service
    reserves first and from a random client seed.
    """
    known = games()
    if game not in known:
        raise click.BadParameter(f"{game!r} is not one of {', '.join(known)}", param_hint="--game")
    wishes = Wishes(
        game=known[game],
        language=language,
        seats=seats,
        options=options if mode is None else {"mode": mode, **options},
        seed=random.randrange(10**6) if seed is None else seed,  # noqa: S311 - choices, not dice
        delay=delay,
    )
    console = paper(forgiving(sys.stdout))
    client = Client(url.rstrip("/"), lambda why: click.echo(why, err=True), patience=PATIENCE)
    try:
        sys.exit(0 if Playthrough(client, console, wishes).play() else INTERRUPTED)
    except DiceChanged as error:
        why = printable(str(error))
        raise click.ClickException(f"{url} has changed the dice that it had promised, so nothing is played: {why}") from error
    except ServiceProblem as error:
        if error.code == "unreachable":
            raise click.ClickException(f"{error}. Is it running? `make run` starts one; --url names another.") from error
        if error.code in OPTION_OF:
            raise click.BadParameter(str(error), param_hint=OPTION_OF[error.code]) from error
        raise click.ClickException(f"{url} refuses: {error} ({error.code})") from error
