"""Dice that the service cannot choose: they are reserved before the client seed is named, kept here, and compared (docs/fairness.md)."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from service.terminal.client import Client, ServiceRefusal
from service.terminal.paper import printable


class DiceChanged(Exception):
    """The table does not have the dice that were promised for it. The message says what differs."""


class Promise(NamedTuple):
    """What a table's dice are to be made of: a client seed of our own, and what the service had reserved before (None: nothing)."""

    seed: str
    reservation: Mapping[str, str] | None

    @property
    def wishes(self) -> Mapping[str, Any]:
        """What the order for the table says of its dice."""
        return {"client_seed": self.seed, **({} if self.reservation is None else {"commitment": self.reservation})}

    def check(self, view: Mapping[str, Any]) -> None:
        """Raises `DiceChanged` unless the table has these dice, and `client_seeds` our seed."""
        fairness, reserved = view["fairness"], self.reservation
        if reserved is not None:
            if (view["table"], fairness["commitment"]) != (reserved["table"], reserved["commitment"]):
                raise DiceChanged(f"table {view['table']} with {fairness['commitment']} is not what was reserved")
            if not fairness.get("reserved"):
                raise DiceChanged("the table says that it was not reserved")
        if view["state"] is not None and self.seed not in fairness["client_seeds"]:
            raise DiceChanged("the client seed of this program is left out")


def reserve(client: Client, console: Console) -> Promise:
    """Dice for one table. A service that has no reservations (an older one) is said to be one. Raises as `Client.post`."""
    try:
        reservation = client.post("/commitments", {})
    except ServiceRefusal as refused:
        if refused.code != "route-unknown":
            raise
        warning = "This service reserves no dice: its operator could choose the secret after seeing the client seed."
        console.print(Text(warning, "bold red"))
        reservation = None
    return Promise(secrets.token_hex(16), reservation)


def print_fairness(console: Console, view: Mapping[str, Any], promise: Promise) -> None:
    """Whether the secret that the finished table reveals is the one that was committed to, and when that was."""
    fairness = view["fairness"]
    console.print(f"Dice secret {printable(str(fairness['secret']))}")
    try:
        promise.check(view)
    except DiceChanged as changed:
        console.print(Text(f"  ✗ THE DICE WERE CHANGED: {printable(str(changed))}", "bold red"))
        return
    if not keeps_its_word(fairness):
        console.print(Text("  ✗ dice secret DOES NOT match the commitment", "bold red"))
        return
    when = "" if promise.reservation is None else ", which was reserved before the client seed was named"
    console.print(Text(f"  ✓ dice secret matches the commitment{when}", "green"))


def keeps_its_word(fairness: Mapping[str, Any]) -> bool:
    """Whether the secret revealed is the one that was committed to before the first roll."""
    try:
        return bool(hashlib.sha256(bytes.fromhex(fairness["secret"])).hexdigest() == fairness["commitment"])
    except (TypeError, ValueError):
        return False
