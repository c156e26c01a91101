"""Prints a table's events as sentences, in the words of the rules."""

from collections.abc import Mapping, Sequence
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
    """Prints one table's events as a spectator sees them, from the first one. `texts` know the players' names."""

    def __init__(self, console: Console, codec: Codec, texts: Texts) -> None:
        self._console = console
        self._codec = codec
        self._texts = texts
        self._names = [printable(name) for name in texts.names]
        self._teller = Teller(codec.game, texts)
        self._table: Table[Any] | None = None
        self._round = 0

    def print_events(self, events: Sequence[Mapping[str, Any]]) -> None:
        """Print a line for each event that has a sentence, and a heading for each new round. An unknown event is printed by its type."""
        for event in events:
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

    def _print_round(self) -> None:
        """Print a heading with all points if a new round has begun."""
        if self._table is None or self._table.play is None:
            return
        game, play = self._codec.game, self._table.play
        if game.round(play) != self._round:
            self._round = game.round(play)
            points = [f" · {name} {points}" for name, points in zip(self._names, game.scores(play), strict=True)]
            heading = self._texts.text("terminal-round", number=self._round)
            self._console.rule(Text(f"{heading}{''.join(points)}"), style="dim")

    def _print_sentence(self, sentence: str) -> None:
        if sentence:
            line = Text(printable(sentence))
            for seat, name in enumerate(self._names):
                line.highlight_words([name], f"bold {COLOURS[seat % len(COLOURS)]}")
            self._console.print(line)


def _stored(event: Mapping[str, Any]) -> Brief:
    """A presented event in its stored form."""
    data = msgspec.Raw(msgspec.json.encode(event["data"]))
    return Brief(version=event["version"], type=event["type"], schema=event["schema"], seat=event["seat"], data=data)
