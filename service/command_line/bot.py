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
from rules.game import AnyGame
from rules.value_tables import with_library
from service.command_line._counted import counted
from service.terminal.bot_calls import BotCalls
from service.terminal.known_games import known_games
from service.terminal.pairs import entropy_of, measured, result
from service.terminal.safe_text import forgiving
from service.terminal.trial import FIRST_SEAT, LEVEL, Trial, fewest_seats
from workers.bots.health import MOST_FAILURES
from workers.bots.registry import Bot
from workers.outgoing.client import Outgoing, TargetRefused
from workers.outgoing.signing import PREFIX_OF_SECRETS, Secret, new_secret
from workers.outgoing.target import read_target
from workers.values.shipped import computed

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
@click.option("--level", default=LEVEL, show_default=True, help="Level of the built-in player.")
@click.option("--pairs", type=click.IntRange(1, 10_000), help="Play this many deals, each from every seat, and measure the bot.")
@click.option("--secret", callback=_secret, help="Signing secret of the bot.  [default: a new one, shown]")
@click.option("--show", is_flag=True, help="Print the whole first message about a turn.")
def trial(url: str, game: str, level: str, pairs: int | None, secret: str | None, *, show: bool) -> None:
    """Play a whole game between the bot at URL and a built-in player, without a service.

    Shows each call and answer, and how to fix bad ones; with --pairs only the bad ones. Exit code: 0 if every answer was good, else 1.
    """
    known = with_library(known_games(), computed)
    if game not in known:
        raise click.BadParameter(f"{game!r} is not one of {', '.join(known)}", param_hint="--game")
    if level not in known[game].players:
        raise click.BadParameter(f"{level!r} is not one of {', '.join(known[game].players)}", param_hint="--level")
    out = forgiving(sys.stdout)
    text = secret or new_secret(secrets.token_bytes(32))
    bot = Bot(id="bot_try", owner="", name="The bot", url=url, games=(game,), avatar="B", created_at=stamp(now()), secrets=(Secret(text),))
    calls = BotCalls(Outgoing(EVERYWHERE), bot, lambda line: click.echo(line, file=out), now, shown=not show, quiet=pairs is not None)
    if secret is None:
        calls.say(f"signed with {text}")
    if calls.ping():
        if secret is not None:
            calls.ping_forged(Secret(new_secret(secrets.token_bytes(32))))
        if pairs is None:
            _print_end(calls, Trial(known[game], calls, now, secrets.token_bytes, level=level).play(), level)
        else:
            _measure(calls, known[game], level, pairs)
        _print_counts(calls)
    sys.exit(1 if calls.faults else 0)


def _print_end(calls: BotCalls, loaded: LoadedTable, level: str) -> None:
    outcome = loaded.table.outcome
    if outcome is None:
        calls.say(_PAUSED)
        return
    standings = {standing.seat: standing for standing in outcome.ranking}
    others = ", ".join(f"{level} {standing.points}" for seat, standing in standings.items() if seat != FIRST_SEAT)
    won = result(outcome, FIRST_SEAT)
    calls.say(
        f"The end: {'won' if won == 1 else 'drawn' if won else 'lost'}, with {counted(standings[FIRST_SEAT].points, 'point')}; {others}."
    )


def _measure(calls: BotCalls, game: AnyGame, level: str, pairs: int) -> None:
    """Play each deal from every seat, and print the bot's part of the wins. Ends early when a service would pause the bot."""
    secret, seats, results = secrets.token_bytes(32), fewest_seats(game), list[float]()
    for deal in range(pairs):
        for seat in range(seats):
            outcome = Trial(game, calls, now, entropy_of(secret, deal), seat=seat, level=level).play().table.outcome
            if outcome is None:
                calls.say(_PAUSED)
                return
            results.append(result(outcome, seat))
    score, error = measured(results, seats)
    calls.say(f"{counted(len(results), 'game')} against {level}: score {score:.3f}, standard error {error:.3f}.")


def _print_counts(calls: BotCalls) -> None:
    if not calls.moves and not calls.faults:
        calls.say("The bot played no move: answers through the API (202) are not tested here.")
    if calls.latencies:
        figures = f"{median(calls.latencies):.0f} ms (median), {max(calls.latencies):.0f} ms (slowest)"
        calls.say(f"Moves played: {calls.moves}. Faults: {calls.faults}. Answered within {figures}.")


_PAUSED: Final = f"{MOST_FAILURES} calls in a row failed: a service would pause the bot now."
