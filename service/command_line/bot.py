"""`rollstream bot`: tests bots in development."""

import secrets
import sys
from base64 import b64decode
from ipaddress import ip_network
from statistics import median
from typing import Final

import click

from events.tables.opening import LoadedTable
from events.timestamps import now, stamp
from service.terminal.bot_calls import BotCalls
from service.terminal.known_games import known_games
from service.terminal.safe_text import forgiving
from service.terminal.trial import LEVEL, SEAT, Trial
from workers.bots.health import MOST_FAILURES
from workers.bots.registry import Bot
from workers.outgoing.client import Outgoing, TargetRefused
from workers.outgoing.signing import PREFIX_OF_SECRETS, Secret, new_secret
from workers.outgoing.target import read_target

EVERYWHERE: Final = (ip_network("0.0.0.0/0"), ip_network("::/0"))
"""A user of this machine may call any address that it can reach."""


def _url(_context: click.Context, _option: click.Parameter, url: str) -> str:
    try:
        read_target(url)
    except TargetRefused as refusal:
        raise click.BadParameter(f"it {refusal}") from refusal
    return url


def _secret(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    try:
        known = text.startswith(PREFIX_OF_SECRETS) and bool(b64decode(text.removeprefix(PREFIX_OF_SECRETS), validate=True))
    except ValueError:  # no base64, or not even ASCII
        known = False
    if not known:
        raise click.BadParameter(f"a secret is {PREFIX_OF_SECRETS} and base64, as it was shown when the bot was registered")
    return text


@click.group()
def command() -> None:
    """Try a bot in development."""


@command.command(name="try")
@click.argument("url", callback=_url)
@click.option("--game", default="dicy-cards", show_default=True, help="Game to play.")
@click.option("--secret", callback=_secret, help="Signing secret of the bot.  [default: a new one, shown]")
@click.option("--show", is_flag=True, help="Print the whole first message about a turn.")
def trial(url: str, game: str, secret: str | None, *, show: bool) -> None:
    """Play a whole game between the bot at URL and a built-in player, without a service.

    Shows each call and answer, and how to fix bad ones. Exit code: 0 if every answer was good, else 1.
    """
    known = known_games()
    if game not in known:
        raise click.BadParameter(f"{game!r} is not one of {', '.join(known)}", param_hint="--game")
    out = forgiving(sys.stdout)
    text = secret or new_secret(secrets.token_bytes(32))
    bot = Bot(id="bot_try", owner="", name="The bot", url=url, games=(game,), avatar="B", created_at=stamp(now()), secrets=(Secret(text),))
    calls = BotCalls(Outgoing(EVERYWHERE), bot, lambda line: click.echo(line, file=out), now, shown=not show)
    if secret is None:
        calls.say(f"signed with {text}")
    if calls.ping():
        if secret is not None:
            calls.ping_forged(Secret(new_secret(secrets.token_bytes(32))))
        _print_end(calls, Trial(known[game], calls, now, secrets.token_bytes).play())
    sys.exit(1 if calls.faults else 0)


def _print_end(calls: BotCalls, loaded: LoadedTable) -> None:
    outcome = loaded.table.outcome
    if outcome is None:
        calls.say(f"{MOST_FAILURES} calls in a row failed: a service would pause the bot now.")
    else:
        standings = {standing.seat: standing for standing in outcome.ranking}
        others = ", ".join(f"{LEVEL} {standing.points}" for seat, standing in standings.items() if seat != SEAT)
        result = "won" if outcome.winners == (SEAT,) else "drawn" if SEAT in outcome.winners else "lost"
        calls.say(f"The end: {result}, with {standings[SEAT].points} points; {others}.")
    if not calls.moves and not calls.faults:
        calls.say("The bot played no move: answers through the API (202) are not tested here.")
    if calls.latencies:
        figures = f"{median(calls.latencies):.0f} ms (median), {max(calls.latencies):.0f} ms (slowest)"
        calls.say(f"Moves played: {calls.moves}. Faults: {calls.faults}. Answered within {figures}.")
