"""Prints the end of a game: the ranking, whether the dice were fair, and how to read the table again."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from rules.texts.texts import Texts
from service.terminal.dice import Promise, print_fairness
from service.terminal.safe_text import printable


def print_end(console: Console, texts: Texts, view: Mapping[str, Any], url: str, promise: Promise) -> None:
    """Print the ranking, the check of the dice secret, and the addresses of the table."""
    outcome = view["outcome"]
    names = [printable(seat["name"]) for seat in view["seats"]]
    console.rule(Text(texts.text("terminal-end", round=view["round"])), style="dim")
    for standing in outcome["ranking"]:
        won = standing["seat"] in outcome["winners"]
        about = {"rank": standing["rank"], "name": names[standing["seat"]], "points": standing["points"], "won": won}
        console.print(Text("  " + texts.text("terminal-standing", **about), "bold green" if won else ""))
    print_fairness(console, texts, view, promise)
    console.print(texts.text("terminal-again", table=view["table"], count=view["version"]))
    console.print(f"  curl {url}/v1/tables/{view['table']}")
    console.print(f"  curl '{url}/v1/tables/{view['table']}/events?after=0'")


def print_interrupted(console: Console, texts: Texts, table: str, url: str) -> None:
    """Print how to continue watching a table whose local players have stopped."""
    console.print(texts.text("terminal-stopped", table=table))
    console.print(f"  curl {url}/v1/tables/{table}")
    console.print(f"  curl -N -H 'Accept: text/event-stream' '{url}/v1/tables/{table}/events?after=0'")
