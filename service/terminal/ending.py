"""How a game ended: the ranking, whether the dice were fair, and how to read it all again."""

import hashlib
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.paper import printable


def tell_end(console: Console, view: Mapping[str, Any], url: str) -> None:
    """The ranking, the check of the dice secret, and where the table can be read."""
    outcome = view["outcome"]
    names = [printable(seat["name"]) for seat in view["seats"]]
    console.rule(Text(f"The end, in round {view['round']}"), style="dim")
    for standing in outcome["ranking"]:
        won = standing["seat"] in outcome["winners"]
        line = f"  {standing['rank']}. {names[standing['seat']]}, {standing['points']} points"
        console.print(Text(line + (" - wins" if won else ""), "bold green" if won else ""))
    _tell_fairness(console, view["fairness"])
    console.print(f"Table {view['table']}: {view['version']} events, here to be read again:")
    console.print(f"  curl {url}/v1/tables/{view['table']}")
    console.print(f"  curl '{url}/v1/tables/{view['table']}/events?after=0'")


def tell_interrupted(console: Console, table: str, url: str) -> None:
    """What has become of a table whose players have been sent home."""
    console.print(f"Stopped. Table {table} waits as it stands; nothing is lost. To look at it or watch what happens there:")
    console.print(f"  curl {url}/v1/tables/{table}")
    console.print(f"  curl -N -H 'Accept: text/event-stream' '{url}/v1/tables/{table}/events?after=0'")


def keeps_its_word(fairness: Mapping[str, Any]) -> bool:
    """Whether the secret revealed is the one that was committed to before the first roll."""
    try:
        return bool(hashlib.sha256(bytes.fromhex(fairness["secret"])).hexdigest() == fairness["commitment"])
    except (TypeError, ValueError):
        return False


def _tell_fairness(console: Console, fairness: Mapping[str, Any]) -> None:
    console.print(f"Dice secret {fairness['secret']}")
    if keeps_its_word(fairness):
        console.print(Text("  ✓ dice secret matches the commitment", "green"))
    else:
        console.print(Text("  ✗ dice secret DOES NOT match the commitment", "bold red"))
