"""`rollstream simulate`: plays many games of built-in players and reports how they went."""

import json
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from rules.game import AnyGame
from rules.rejected import Rejected
from rules.testing.simulating import Endless, simulate
from rules.value_tables import with_library
from service.command_line._counted import counted
from service.command_line._options import table_options
from service.simulation.drawing import draw_options, drawn
from service.simulation.report import lines, report
from service.simulation.tally import Tally
from service.terminal.known_games import known_games
from workers.values.shipped import computed

OPTION_OF: Final = {"level-unknown": "--players"}
"""The option of this command that causes a refusal, by its code; any other refusal is caused by `--option`."""


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--games", "number", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Number of games.")
@click.option("--players", default="greedy", show_default=True, help="Levels of built-in players, separated by commas.")
@click.option("--seats", type=click.IntRange(min=1), help="Number of seats.  [default: one for each player, at least the game's fewest]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", callback=table_options, help="An option of the table; * is any.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of dice and choices.  [default: random, shown]")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    name: str, number: int, players: str, seats: int | None, options: Mapping[str, Any], seed: int | None, *, as_json: bool
) -> None:
    """Play many games of built-in players, without a service, and count wins, points, lengths, moves, cards and options.

    Players change seats from game to game. The same seed plays the same games.
    """
    known = with_library(known_games(), computed)
    if name not in known:
        raise click.BadParameter(f"{name!r} is not one of {', '.join(known)}", param_hint="GAME")
    game, levels = known[name], [level.strip() for level in players.split(",")]
    seats = max(len(levels), game.seats[0]) if seats is None else seats
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise click.BadParameter(f"{name} is played by {least} to {most} seats, not {seats}", param_hint="--seats")
    if len(levels) > seats:
        raise click.BadParameter(f"{counted(len(levels), 'player')} cannot sit on {counted(seats, 'seat')}", param_hint="--players")
    seed = random.randrange(10**6) if seed is None else seed  # noqa: S311 - anybody may guess it
    try:
        tally = _play_all(game, number, seed, [seated(levels, seats, each) for each in range(min(seats, number))], options)
    except Rejected as refusal:
        raise click.BadParameter(refusal.detail, param_hint=OPTION_OF.get(refusal.code, "--option")) from refusal
    except Endless as endless:
        raise click.ClickException(str(endless)) from endless
    told = {"game": name, "seed": seed, "table": {"seats": seats, "players": levels, "options": options}, **report(tally)}
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join([_headline(told), *lines(told)]))


def seated(levels: Sequence[str], seats: int, number: int) -> list[str]:
    """The level in each seat in the game of this number. In as many games as there are seats, every player sits once in each."""
    return [levels[(seat + number) % seats % len(levels)] for seat in range(seats)]


def _play_all(game: AnyGame, number: int, seed: int, seatings: Sequence[Sequence[str]], options: Mapping[str, Any]) -> Tally:
    """The counts of all games. Refuses with `Rejected`; raises `Endless`."""
    tally = Tally(game)
    with click.progressbar(range(number), label=f"Playing {game.name}", file=sys.stderr, hidden=not sys.stderr.isatty()) as numbers:
        for each in numbers:
            levels, seed_of_game = seatings[each % len(seatings)], f"{seed} {each}"
            chosen = draw_options(game, options, len(levels), seed_of_game)
            tally.add_game(simulate(game, seed_of_game, levels, chosen, tally.add_choice), drawn(options))
    return tally


def _headline(told: Mapping[str, Any]) -> str:
    table = told["table"]
    options = "".join(f", {option}={value}" for option, value in table["options"].items())
    games, seats = counted(told["games"], "game"), counted(table["seats"], "seat")
    return f"{told['game']}: {games} of {', '.join(table['players'])} in {seats}, seed {told['seed']}{options}"
