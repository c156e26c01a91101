"""Verifiable dice: reserves a commitment before naming the client seed, and compares it with the table (docs/fairness.md)."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from rollstream_follow import Client, ServiceProblem
from rules.texts.texts import Texts
from service.terminal.safe_text import printable


class DiceChanged(Exception):
    """The table does not have the dice that the service committed to. The message says what differs."""


class Promise(NamedTuple):
    """The sources of a table's dice: this program's client seed, and the service's reservation (None: it offers none)."""

    seed: str
    reservation: Mapping[str, str] | None

    @property
    def wishes(self) -> Mapping[str, Any]:
        """The members about dice in the request that creates the table."""
        return {"client_seed": self.seed, **({} if self.reservation is None else {"commitment": self.reservation})}

    def check(self, view: Mapping[str, Any]) -> None:
        """Raises `DiceChanged` unless the table has the reserved dice and, once started, our client seed."""
        fairness, reserved = view["fairness"], self.reservation
        if reserved is not None:
            if (view["table"], fairness["commitment"]) != (reserved["table"], reserved["commitment"]):
                raise DiceChanged(f"table {view['table']} with {fairness['commitment']} is not what was reserved")
            if not fairness.get("reserved"):
                raise DiceChanged("the table says that it was not reserved")
        if view["state"] is not None and self.seed not in fairness["client_seeds"]:
            raise DiceChanged("the client seed of this program is left out")


def reserve(client: Client, console: Console, texts: Texts) -> Promise:
    """Reserve dice for one table. Warns if the service is too old to offer reservations. Raises as `Client.post`."""
    try:
        reservation = client.post("/v1/commitments", {})
    except ServiceProblem as problem:
        if problem.code != "route-unknown":
            raise
        console.print(Text(texts.text("terminal-unreserved"), "bold red"))
        reservation = None
    return Promise(secrets.token_hex(16), reservation)


def print_fairness(console: Console, texts: Texts, view: Mapping[str, Any], promise: Promise) -> None:
    """Print whether the dice secret of a finished table matches its commitment, and when that was made."""
    fairness = view["fairness"]
    console.print(texts.text("terminal-secret", secret=printable(str(fairness["secret"]))))
    try:
        promise.check(view)
    except DiceChanged as changed:
        console.print(Text(texts.text("terminal-changed", why=printable(str(changed))), "bold red"))
        return
    if not matches_commitment(fairness):
        console.print(Text(texts.text("terminal-no-match"), "bold red"))
        return
    console.print(Text(texts.text("terminal-match", reserved=promise.reservation is not None), "green"))


def matches_commitment(fairness: Mapping[str, Any]) -> bool:
    """Whether the SHA-256 of the revealed secret is the commitment."""
    try:
        return bool(hashlib.sha256(bytes.fromhex(fairness["secret"])).hexdigest() == fairness["commitment"])
    except (TypeError, ValueError):
        return False
