"""Plays one table of random players, from its creation to its end."""

import random
import uuid
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from events.tables.codec import Codec
from rollstream_follow import Client, News
from rules.game import AnyGame, Language
from rules.texts.texts import Texts, common, of_game
from service.terminal.chooser import choose
from service.terminal.dice import Promise, reserve
from service.terminal.ending import print_end, print_interrupted
from service.terminal.paper import TEXTS
from service.terminal.safe_text import printable
from service.terminal.table_printer import TablePrinter


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
    """Prints the news of a table; again from its first event if the service has lost events that were printed."""

    def __init__(self, console: Console, game: AnyGame, texts: Texts) -> None:
        self._console = console
        self._game = game
        self._texts = texts
        self._printer: TablePrinter | None = None
        self.version = 0

    def add(self, news: News) -> None:
        """Print the events. `version` is that of the last one."""
        if news.anew:
            if self._printer is not None:
                self._console.print(self._texts.text("terminal-lost"))
            self._printer, self.version = TablePrinter(self._console, Codec(self._game), self._texts), 0
        if news.events and self._printer is not None:
            self._printer.print_events(news.events)
            self.version = news.events[-1]["version"]


class Playthrough:
    """Plays one table and prints its events."""

    def __init__(self, client: Client, console: Console, wishes: Wishes) -> None:
        self._client = client
        self._console = console
        self._wishes = wishes
        self._chance = random.Random(wishes.seed)  # noqa: S311 - a player's choices, not dice
        names = [common(wishes.language).text("player-unnamed", number=seat + 1) for seat in range(wishes.seats)]
        self._texts = of_game(wishes.game, wishes.language, names, more=[TEXTS])

    def play(self) -> bool:
        """Play from the table's creation to the ranking; False if the user interrupts.

        Raises `ServiceProblem`, `DiceChanged`.
        """
        promise = reserve(self._client, self._console, self._texts)
        created = self._client.post("/v1/tables", {**self._order(), **promise.wishes}, key=uuid.uuid4().hex)
        promise.check(created["view"])
        try:
            self._play_to_end(created["view"], created["tokens"], promise)
        except KeyboardInterrupt:
            print_interrupted(self._console, self._texts, created["view"]["table"], self._client.url)
            return False
        return True

    def _play_to_end(self, view: Mapping[str, Any], tokens: Mapping[str, str], promise: Promise) -> None:
        """Each move is played when the events before it have been printed: they come over the table's stream."""
        self._introduce(view)
        telling = Telling(self._console, self._wishes.game, self._texts)
        with closing(self._client.follow(view["table"], history=True)) as following:
            for news in following:
                telling.add(news)
                view = news.view or view
                if telling.version > view["version"]:
                    view = self._client.get(f"/v1/tables/{view['table']}")
                if telling.version == view["version"] and view["status"] != "finished":
                    view = self._move(view, tokens)
        print_end(self._console, self._texts, view, self._client.url, promise)

    def _move(self, view: Mapping[str, Any], tokens: Mapping[str, str]) -> Mapping[str, Any]:
        """The table after the move of a seat that owes a decision, or after whoever was faster."""
        self._client.sleep(self._wishes.delay)
        table, token = view["table"], tokens[str(view["owed"][0]["seat"])]
        offered = self._client.moves(table, token)
        played = self._client.play(table, token, choose(offered, self._chance)) if offered else None
        after: Mapping[str, Any] = played["view"] if played else self._client.get(f"/v1/tables/{table}", token)
        return after

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
