"""Prints the end of a game: the ranking, whether the dice were fair, and how to read the table again."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.dice import Promise, print_fairness
from service.terminal.paper import printable


def print_end(console: Console, view: Mapping[str, Any], url: str, promise: Promise) -> None:
    """Print the ranking, the check of the dice secret, and the addresses of the table."""
    outcome = view["outcome"]
    names = [printable(seat["name"]) for seat in view["seats"]]
    console.rule(Text(f"The end, in round {view['round']}"), style="dim")
    for standing in outcome["ranking"]:
        won = standing["seat"] in outcome["winners"]
        line = f"  {standing['rank']}. {names[standing['seat']]}, {standing['points']} points"
        console.print(Text(line + (" - wins" if won else ""), "bold green" if won else ""))
    print_fairness(console, view, promise)
    console.print(f"Table {view['table']}: {view['version']} events. To read it again:")
    console.print(f"  curl {url}/v1/tables/{view['table']}")
    console.print(f"  curl '{url}/v1/tables/{view['table']}/events?after=0'")


def print_interrupted(console: Console, table: str, url: str) -> None:
    """Print how to continue watching a table whose local players have stopped."""
    console.print(f"Stopped. Table {table} is kept as it is; nothing is lost. To look at it or follow it:")
    console.print(f"  curl {url}/v1/tables/{table}")
    console.print(f"  curl -N -H 'Accept: text/event-stream' '{url}/v1/tables/{table}/events?after=0'")
