"""One table of random players, from creating it to its end."""

import random
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from service.terminal.chooser import choose
from service.terminal.client import Client, Refused
from service.terminal.ending import tell_end, tell_interrupted
from service.terminal.paper import printable
from service.terminal.story import Story

GAME = "dicy-cards"
_OVERTAKEN = {"decision-closed", "table-finished"}


class UnknownMode(Exception):
    """The service does not know this mode; the message names those that it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What kind of table: the same seed makes the same choices from the same moves; the dice are the service's own."""

    seats: int
    mode: str
    seed: int
    delay: float


class Evening:
    """Plays one table and tells it on the way."""

    def __init__(self, client: Client, console: Console, wishes: Wishes, sleep: Callable[[float], None]) -> None:
        self._client = client
        self._console = console
        self._wishes = wishes
        self._sleep = sleep
        self._chance = random.Random(wishes.seed)  # noqa: S311 - a player's whims, not dice

    def play(self) -> bool:
        """From the catalogue to the ranking; whether it came that far. Raises `Unreachable`, `Refused`, `UnknownMode`."""
        catalogue = self._client.get(f"/games/{GAME}")
        laid = self._client.post("/tables", self._order(catalogue), key=uuid.uuid4().hex)
        try:
            self._to_the_end(catalogue, laid["view"], laid["tokens"])
        except KeyboardInterrupt:
            tell_interrupted(self._console, laid["view"]["table"], self._client.url)
            return False
        return True

    def _to_the_end(self, catalogue: Mapping[str, Any], view: Mapping[str, Any], tokens: Mapping[str, str]) -> None:
        self._introduce(catalogue, view)
        titles = {card["id"]: card["title"] for card in catalogue["cards"]}
        story = Story(self._console, titles, [printable(seat["name"]) for seat in view["seats"]])
        told = self._tell_missed(story, view, 0)
        while view["status"] != "finished":
            story.head(view)
            self._sleep(self._wishes.delay)
            seat = view["owed"][0]["seat"]
            view, events = self._moved(view["table"], tokens[str(seat)])
            if events and events[0]["version"] == told + 1:
                story.tell(events)
                told = events[-1]["version"]
            told = self._tell_missed(story, view, told)
        tell_end(self._console, view, self._client.url)

    def _moved(self, table: str, token: str) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
        """The table after this seat's move and what the move caused; if somebody else has moved for it, the table as it is now."""
        offered = self._client.get(f"/tables/{table}/moves", token)
        if offered["moves"]:
            try:
                done = self._client.post(f"/tables/{table}/moves", choose(offered["moves"], self._chance), token)
                return done["view"], done["events"]
            except Refused as refused:
                if refused.code not in _OVERTAKEN:
                    raise
        return self._client.get(f"/tables/{table}", token), []

    def _tell_missed(self, story: Story, view: Mapping[str, Any], told: int) -> int:
        """Tells what happened after version `told` up to this view; the newest version told."""
        while told < view["version"]:
            page = self._client.get(f"/tables/{view['table']}/events", after=told)
            story.tell(page["events"])
            told = page["events"][-1]["version"]
        return told

    def _order(self, catalogue: Mapping[str, Any]) -> Mapping[str, Any]:
        modes = catalogue["options"]["mode"]["values"]
        if self._wishes.mode not in modes:
            raise UnknownMode(f"{self._wishes.mode!r} is no mode of {GAME}; there are {', '.join(map(printable, modes))}")
        options: dict[str, Any] = {"mode": self._wishes.mode}
        if self._wishes.mode == "custom":
            options["cards"] = self._chance.sample([card["id"] for card in catalogue["cards"]], 5)
        seats = [{"kind": "human", "name": f"Player {seat + 1}"} for seat in range(self._wishes.seats)]
        return {"game": GAME, "options": options, "seats": seats, "client_seed": f"play-{self._wishes.seed}"}

    def _introduce(self, catalogue: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        wishes = self._wishes
        title = (printable(catalogue["title"]), "bold")
        self._console.print(Text.assemble(title, f" · {wishes.mode} · {wishes.seats} players · choices from seed {wishes.seed}"))
        self._console.print(f"Table {view['table']}, dice committed to as {view['fairness']['commitment']}")
