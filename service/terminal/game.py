"""Plays one table of random players, from its creation to its end."""

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from events.tables.codec import Codec
from events.tables.lineage import START, LogPosition
from rules.game import AnyGame, Language
from rules.texts.texts import Texts, common, of_game
from service.terminal.chooser import choose
from service.terminal.client import Client, ServiceRefusal
from service.terminal.dice import Promise, reserve
from service.terminal.ending import print_end, print_interrupted
from service.terminal.paper import TEXTS
from service.terminal.safe_text import printable
from service.terminal.table_printer import TablePrinter

_DECIDED_BY_OTHERS = {"decision-closed", "table-finished"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The kind of table. The same seed makes the same choices from the same moves, but not the same dice."""

    game: AnyGame
    language: Language
    seats: int
    options: Mapping[str, Any]
    seed: int
    delay: float


class Telling:
    """Prints a table's events, each once and in order; again from the first if the service has lost events that were printed."""

    def __init__(self, client: Client, console: Console, game: AnyGame, texts: Texts) -> None:
        self._client = client
        self._console = console
        self._game = game
        self._texts = texts
        self._begin()

    def _begin(self) -> None:
        self._printer, self._printed = TablePrinter(self._console, Codec(self._game), self._texts), START

    def go_on(self, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Print the events up to this view. `events` are the newest of them, if the caller has them."""
        if events and events[0]["version"] == self._printed.version + 1:
            self._print_events(events)
        if view["version"] < self._printed.version:
            self._restart()
        while self._printed.version < view["version"]:
            try:
                self._print_events(self._client.get(f"/tables/{view['table']}/events", after=str(self._printed))["events"])
            except ServiceRefusal as refused:
                if refused.code != "history-changed":
                    raise
                self._restart()

    def _print_events(self, events: Sequence[Mapping[str, Any]]) -> None:
        self._printer.print_events(events)
        self._printed = LogPosition(events[-1]["version"], events[-1]["hash"])

    def _restart(self) -> None:
        self._console.print(self._texts.text("terminal-lost"))
        self._begin()


class Playthrough:
    """Plays one table and prints its events."""

    def __init__(self, client: Client, console: Console, wishes: Wishes, sleep: Callable[[float], None]) -> None:
        self._client = client
        self._console = console
        self._wishes = wishes
        self._sleep = sleep
        self._chance = random.Random(wishes.seed)  # noqa: S311 - a player's choices, not dice
        names = [common(wishes.language).text("player-unnamed", number=seat + 1) for seat in range(wishes.seats)]
        self._texts = of_game(wishes.game, wishes.language, names, more=[TEXTS])

    def play(self) -> bool:
        """Play from the table's creation to the ranking; False if the user interrupts.

        Raises `Unreachable`, `ServiceRefusal`, `DiceChanged`.
        """
        promise = reserve(self._client, self._console, self._texts)
        created = self._client.post("/tables", {**self._order(), **promise.wishes}, key=uuid.uuid4().hex)
        promise.check(created["view"])
        try:
            self._play_to_end(created["view"], created["tokens"], promise)
        except KeyboardInterrupt:
            print_interrupted(self._console, self._texts, created["view"]["table"], self._client.url)
            return False
        return True

    def _play_to_end(self, view: Mapping[str, Any], tokens: Mapping[str, str], promise: Promise) -> None:
        self._introduce(view)
        telling = Telling(self._client, self._console, self._wishes.game, self._texts)
        telling.go_on(view)
        while view["status"] != "finished":
            self._sleep(self._wishes.delay)
            seat = view["owed"][0]["seat"]
            view, events = self._move(view["table"], tokens[str(seat)])
            telling.go_on(view, events)
        print_end(self._console, self._texts, view, self._client.url, promise)

    def _move(self, table: str, token: str) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
        """The table after this seat's move, and the move's events. If the decision has been closed by others, the current table."""
        offered = self._client.get(f"/tables/{table}/moves", token)
        if offered["moves"]:
            try:
                result = self._client.post(f"/tables/{table}/moves", choose(offered["moves"], self._chance), token)
                return result["view"], result["events"]
            except ServiceRefusal as refused:
                if refused.code not in _DECIDED_BY_OTHERS:
                    raise
        return self._client.get(f"/tables/{table}", token), []

    def _order(self) -> Mapping[str, Any]:
        wishes = self._wishes
        seats = [{"kind": "human", "name": name} for name in self._texts.names]
        return {"game": wishes.game.name, "options": wishes.options, "seats": seats}

    def _introduce(self, view: Mapping[str, Any]) -> None:
        wishes = self._wishes
        chosen = "".join(f" · {name} {value}" for name, value in wishes.options.items())
        about = self._texts.text("terminal-players", count=wishes.seats, seed=str(wishes.seed))
        self._console.print(Text.assemble((self._texts.text("title"), "bold"), printable(chosen), f" · {about}"))
        reserved, commitment = bool(view["fairness"].get("reserved")), view["fairness"]["commitment"]
        self._console.print(self._texts.text("terminal-dice", table=view["table"], reserved=reserved, commitment=commitment))
