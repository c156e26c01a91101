"""One table of random players, from creating it to its end."""

import random
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from events.codec import Codec
from rules.game import AnyGame
from service.terminal.chooser import choose
from service.terminal.client import Client, Refused
from service.terminal.ending import tell_end, tell_interrupted
from service.terminal.paper import printable
from service.terminal.story import Story

_OVERTAKEN = {"decision-closed", "table-finished"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What kind of table: the same seed makes the same choices from the same moves; the dice are the service's own."""

    game: AnyGame
    seats: int
    options: Mapping[str, Any]
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
        """From laying the table to the ranking; whether it came that far. Raises `Unreachable`, `Refused`."""
        laid = self._client.post("/tables", self._order(), key=uuid.uuid4().hex)
        try:
            self._to_the_end(laid["view"], laid["tokens"])
        except KeyboardInterrupt:
            tell_interrupted(self._console, laid["view"]["table"], self._client.url)
            return False
        return True

    def _to_the_end(self, view: Mapping[str, Any], tokens: Mapping[str, str]) -> None:
        self._introduce(view)
        story = Story(self._console, Codec(self._wishes.game), [seat["name"] for seat in view["seats"]])
        told = self._tell_missed(story, view, 0)
        while view["status"] != "finished":
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

    def _order(self) -> Mapping[str, Any]:
        wishes = self._wishes
        seats = [{"kind": "human", "name": f"Player {seat + 1}"} for seat in range(wishes.seats)]
        return {"game": wishes.game.name, "options": wishes.options, "seats": seats, "client_seed": f"play-{wishes.seed}"}

    def _introduce(self, view: Mapping[str, Any]) -> None:
        wishes = self._wishes
        title = (wishes.game.catalogue("en")["title"], "bold")
        chosen = "".join(f" · {name} {value}" for name, value in wishes.options.items())
        self._console.print(Text.assemble(title, printable(chosen), f" · {wishes.seats} players · choices from seed {wishes.seed}"))
        self._console.print(f"Table {view['table']}, dice committed to as {view['fairness']['commitment']}")
