"""Prints a table's events as sentences, in the words of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from events.errors import BrokenLog
from events.tables.codec import Brief, Codec
from rules.table_state import Table, fold
from rules.texts.telling import Teller
from rules.texts.texts import Texts
from service.terminal.safe_text import printable

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""The colours of the seats; with more seats than colours they repeat."""


class TablePrinter:
    """Prints one table's events as a spectator sees them, from the first one. `texts` know the players' names.

    Where the game hides something, its state is not known from then on: each event is told by what is seen of it.
    """

    def __init__(self, console: Console, codec: Codec, texts: Texts) -> None:
        self._console = console
        self._codec = codec
        self._texts = texts
        self._names = [printable(name) for name in texts.names]
        self._teller = Teller(codec.game, texts)
        self._table: Table[Any] | None = None
        self._round = 0
        self._hidden = False

    def print_events(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Print a line for each event that has a sentence, and a heading for each new round. An unknown event is printed by its type."""
        for event in events:
            if self._is_seen_in_part(event):
                self._print_seen(event)
                continue
            try:
                fact = self._codec.event(_stored(event))
            except (BrokenLog, msgspec.DecodeError):
                self._console.print(Text(printable(event["type"])))
                self._teller.skip()
                continue
            before, self._table = self._table, fold(self._codec.game, self._table, [fact])
            self._print_round()
            assert self._table is not None  # noqa: S101 - an event has just been folded
            self._print_sentence(self._teller.tell(before, fact, self._table))

    def _is_seen_in_part(self, event: Mapping[str, Any]) -> bool:
        """Whether something of this event of the game, or of one before it, is hidden."""
        known = next((known for known in self._codec.game.events if known.type == event["type"]), None)
        if known is None or known.schema != event["schema"]:
            return False
        self._hidden = self._hidden or any(field.name not in {*event["data"], "seat"} for field in fields(known))
        return self._hidden

    def _print_seen(self, event: Mapping[str, Any]) -> None:
        """Print what is seen of an event, and everybody's points if it says them."""
        assert self._table is not None  # noqa: S101 - a table begins with events of its own
        self._table = replace(self._table, version=event["version"])
        self._print_sentence(self._teller.tell_seen(event["type"], {**event["data"], "seat": event["seat"], **self._arguments(event)}))
        points = event["data"].get("points")
        if isinstance(points, list):
            self._console.rule(Text(self._of_all(points).removeprefix(" · ")), style="dim")

    def _arguments(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the game adds to an event that is seen whole."""
        try:
            fact = self._codec.event(_stored(event))
        except (BrokenLog, msgspec.DecodeError):
            return {}
        return self._codec.game.arguments(None, fact)

    def _print_round(self) -> None:
        """Print a heading with all points if a new round has begun."""
        if self._table is None or self._table.play is None:
            return
        game, play = self._codec.game, self._table.play
        if game.round(play) != self._round:
            self._round = game.round(play)
            heading = self._texts.text("terminal-round", number=self._round)
            self._console.rule(Text(f"{heading}{self._of_all(game.scores(play))}"), style="dim")

    def _of_all(self, points: Sequence[int]) -> str:
        return "".join(f" · {name} {own}" for name, own in zip(self._names, points, strict=True))

    def _print_sentence(self, sentence: str) -> None:
        if sentence:
            line = Text(printable(sentence))
            for seat, name in enumerate(self._names):
                line.highlight_words([name], f"bold {COLOURS[seat % len(COLOURS)]}")
            self._console.print(line)


def _stored(event: Mapping[str, Any]) -> Brief:
    """A presented event in its stored form, with the name in its data."""
    data = {**event["data"], "name": None} if event["data"].get("name_erased") else event["data"]
    return Brief(
        version=event["version"],
        type=event["type"],
        schema=event["schema"],
        seat=event["seat"],
        data=msgspec.Raw(msgspec.json.encode(data)),
    )
