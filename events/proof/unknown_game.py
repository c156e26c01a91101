"""Checks the table of an unknown game, without its rules: who sat there, its start and end, the times, and every draw."""

from itertools import takewhile
from typing import Any, Final

import msgspec

from events.proof.game_shapes import exact
from events.proof.inheriting import SourcesDice, check_origin
from events.proof.shape import EventOfFile, TableFile
from events.proof.shaping import FORGED_DATA_ERRORS
from events.proof.table_forms import SEATED, TableForms
from events.proof.table_shapes import TABLE_SHAPES
from events.proof.verdict import Figures, Findings, Wrong
from events.tables.envelope import canonical
from rules.dice import Dice, DiceSeed, Draw, SeededDice
from rules.rejected import Rejected
from rules.table_events import Origin

LARGEST_BOUND: Final = 256
"""A draw is read from bytes, so no die has more sides, and no shuffle more items."""


def surveyed(file: TableFile) -> Findings:
    """The first fault of the table's events, as far as they can be checked without the rules of the game."""
    survey, faults = Survey(file), list[Wrong]()
    try:
        survey.check_all()
    except Wrong as wrong:
        faults.append(wrong)
    first = file.events[0]
    ends = [event.version for event in takewhile(lambda event: event.at == first.at and event.decision is None, file.events)]
    return Findings(Figures(len(file.events), 0, survey.draws), faults, ends)


class Survey:
    """A table as far as it is known without its game. Its `status` is new, open, playing, finished or revealed."""

    def __init__(self, file: TableFile) -> None:
        self.status = "new"
        self.draws = 0
        self._file = file
        self._forms = TableForms(file)
        self._kinds: list[str] = []
        self._seeds: list[str | None] = []
        self._resigned = set[int]()
        self._client_seeds: tuple[str, ...] = ()
        self._origin: Origin | None = None
        self._sources = SourcesDice(())
        self._last_inherited = 0
        self._at = ""

    def check_all(self) -> None:
        """Raises `Wrong` at the first event that is wrong, or if the table does not end."""
        for event in self._file.events:
            self.check(event)
        if self.status != "revealed":
            raise Wrong("event-missing", "The events end before the table is finished.", len(self._file.events) + 1)

    def check(self, event: EventOfFile) -> None:
        """Raises `Wrong` if the event is malformed or cannot be the next one of the table."""
        data = self._shaped(event)
        if event.version == 1:
            self._create(event, data)
        else:
            self._follow(event, data)
        if event.at < self._at:
            raise Wrong("time-wrong", f"The event before it is later: {self._at}, not {event.at} or before.", event.version)
        self._at = event.at
        if event.version == self._last_inherited:
            self._check_inherited()

    def _shaped(self, event: EventOfFile) -> Any:
        """The data of an event of the table as a struct; None for an event of the game."""
        if not event.type.startswith("table."):
            return None
        if (event.type, event.schema) not in TABLE_SHAPES:
            raise Wrong("event-unknown", f"{event.type} with schema {event.schema} is unknown to this build.", event.version)
        try:
            return self._forms.check(event)
        except (msgspec.ValidationError, *FORGED_DATA_ERRORS) as error:
            raise Wrong("malformed", f"{event.type}: {error}.", event.version) from error

    def _create(self, event: EventOfFile, data: Any) -> None:
        if event.type != "table.created":
            raise Wrong("event-wrong", f"A table begins with table.created, not with {event.type}.", 1)
        if event.data.get("forked_from") is not None:
            self._origin = msgspec.convert(event.data["forked_from"], Origin)
            check_origin(self._file.table, data.seats, self._origin, auto_start=data.auto_start)
            self._sources = SourcesDice(self._origin.sources)
        self._kinds = ["open"] * data.seats
        self._seeds = [data.client_seed, *[None] * data.seats]
        self.status = "open"

    def _follow(self, event: EventOfFile, data: Any) -> None:
        if self.status == "finished" and event.type != "table.seed-revealed":
            raise Wrong("event-wrong", "After the end of a table, its secret is revealed.", event.version)
        _expect(event, "the table is over", fits=self.status != "revealed")
        seat = -1 if event.seat is None else event.seat
        _expect(event, f"the table has no seat {seat}", fits=seat < len(self._kinds))
        match event.type:
            case "table.created":
                _expect(event, "the table has been created", fits=False)
            case "table.seat-taken":
                _expect(event, "this seat cannot be taken", fits=self.status == "open" and self._kinds[seat] == "open")
                self._kinds[seat], self._seeds[1 + seat] = data.kind, data.client_seed
            case "table.seat-left":
                _expect(event, "nobody can leave this seat", fits=self.status == "open" and self._kinds[seat] == "human")
                self._kinds[seat], self._seeds[1 + seat] = "open", None
            case "table.started":
                self._start(event, data)
            case "table.finished":
                self._finish(event, data)
            case "table.seed-revealed":
                self._reveal(event, data)
            case _:
                self._play(event, seat)

    def _start(self, event: EventOfFile, data: Any) -> None:
        _expect(event, "the game cannot start", fits=self.status == "open" and "open" not in self._kinds)
        self._client_seeds = tuple(seed for seed in self._seeds if seed is not None)
        if tuple(data.client_seeds) != self._client_seeds:
            raise Wrong("event-wrong", f"The client seeds are {canonical(self._client_seeds).decode()}.", event.version)
        self.status = "playing"
        self._last_inherited = event.version + (0 if self._origin is None else self._origin.events)

    def _play(self, event: EventOfFile, seat: int) -> None:
        """An event of the game, or one of the table during it."""
        _expect(event, "the game has not started", fits=self.status == "playing")
        inherited = event.version <= self._last_inherited
        _expect(event, "no fork inherits it", fits=not inherited or event.type not in SEATED or event.type == "table.seat-resigned")
        _expect(event, f"seat {seat} is not held by a bot", fits=event.type != "table.bot-failed" or self._kinds[seat] == "bot")
        if event.type == "table.seat-resigned":
            _expect(event, "the seat has resigned", fits=seat not in self._resigned)
            self._resigned.add(seat)
        if event.data.get("draw") is not None:
            self._check_draw(event, self._sources if inherited else self._own_dice())

    def _own_dice(self) -> SeededDice:
        return SeededDice(DiceSeed(self._file.table, self._file.secret), self._client_seeds, self.draws)

    def _check_draw(self, event: EventOfFile, dice: Dice) -> None:
        try:
            draw = msgspec.convert(event.data["draw"], exact(Draw))
            right = _drawn_again(msgspec.to_builtins(draw), dice)
        except msgspec.ValidationError as error:
            raise Wrong("malformed", f"{event.type}: {error}.", event.version) from error
        except Rejected as rejected:
            raise Wrong("move-refused", f"{event.type} cannot happen here: {rejected.detail}", event.version) from rejected
        if right is None or canonical(right) != canonical(event.data["draw"]):
            wanted = "another draw" if right is None else canonical(right).decode()[:300]
            raise Wrong("draw-wrong", f"The secret gives {wanted}.", event.version)
        self.draws += 1

    def _finish(self, event: EventOfFile, data: Any) -> None:
        outcome = data.outcome
        if self.status == "open" and (outcome.reason not in {"abandoned", "closed"} or outcome.winners or outcome.ranking):
            raise Wrong("event-wrong", "Before the game, a table is only abandoned or closed, without a result.", event.version)
        _expect(event, "no fork inherits it", fits=event.version > self._last_inherited)
        self.status = "finished"

    def _reveal(self, event: EventOfFile, data: Any) -> None:
        _expect(event, "the table is not finished", fits=self.status == "finished")
        if data.secret != self._file.secret:
            raise Wrong("event-wrong", f"The secret is {self._file.secret}, not {data.secret}.", event.version)
        if event.at != self._at:
            raise Wrong("time-wrong", f"Its time should be {self._at}, as before it, not {event.at}.", event.version)
        self.status = "revealed"

    def _check_inherited(self) -> None:
        """After the last inherited event, or the start: there were as many draws as the fork states."""
        stated = self._origin.sources[-1].draws if self._origin is not None and self._origin.sources else 0
        if self.draws != stated:
            raise Wrong("event-wrong", f"The fork inherits {self.draws} draws, but the sources have another number.", 1)


def _expect(event: EventOfFile, why: str, *, fits: bool) -> None:
    """Raises `Wrong` unless the event `fits` here; `why` it does not."""
    if not fits:
        raise Wrong("move-refused", f"{event.type} cannot happen here: {why}.", event.version)


def _drawn_again(draw: dict[str, Any], dice: Dice) -> dict[str, Any] | None:
    """The same draw from these dice, as JSON values; None if there can be no such draw."""
    count, of = len(draw["values"]), draw["of"]
    if not 1 <= of <= LARGEST_BOUND or (draw["kind"] == "shuffle" and count > of):
        return None
    again: dict[str, Any] = msgspec.to_builtins(dice.roll(count, of) if draw["kind"] == "dice" else dice.shuffle(of, count))
    return again
