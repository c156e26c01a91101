"""A table's events as a story that people read, in the sentences of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from events.errors import BrokenLog
from events.tables.codec import Brief, Codec
from rules.table_events import TableEvent
from rules.table_state import Table, fold
from service.terminal.paper import printable
from workers.exports.table_words import table_words

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""One for each seat; where there are more seats than colours they are used again."""


class TableStory:
    """Tells one table as a spectator sees it, from its first event on; `names` are the players' by seat."""

    def __init__(self, console: Console, codec: Codec, names: Sequence[str]) -> None:
        self._console = console
        self._codec = codec
        self._names = [printable(name) for name in names]
        self._table: Table[Any] | None = None
        self._round = 0

    def tell(self, events: Sequence[Mapping[str, Any]]) -> None:
        """A line for each event that is worth telling, and one above each round. What the rules here do not know is told by its name."""
        for event in events:
            try:
                fact = self._codec.event(_stored(event))
            except (BrokenLog, msgspec.DecodeError):
                self._console.print(Text(printable(event["type"])))
                continue
            self._table = fold(self._codec.game, self._table, [fact])
            self._tell_round()
            self._tell(fact)

    def _tell_round(self) -> None:
        """A new round, with all points, if one has begun."""
        if self._table is None or self._table.play is None:
            return
        game, play = self._codec.game, self._table.play
        if game.round(play) != self._round:
            self._round = game.round(play)
            points = [f" · {name} {points}" for name, points in zip(self._names, game.scores(play), strict=True)]
            self._console.rule(Text(f"Round {self._round}{''.join(points)}"), style="dim")

    def _tell(self, fact: Any) -> None:
        words = table_words(fact, self._names) if isinstance(fact, TableEvent) else self._codec.game.words(fact, self._names)
        if words:
            line = Text(printable(words))
            for seat, name in enumerate(self._names):
                line.highlight_words([name], f"bold {COLOURS[seat % len(COLOURS)]}")
            self._console.print(line)


def _stored(event: Mapping[str, Any]) -> Brief:
    """An event as it is told, as it was stored."""
    data = msgspec.Raw(msgspec.json.encode(event["data"]))
    return Brief(version=event["version"], type=event["type"], schema=event["schema"], seat=event["seat"], data=data)
