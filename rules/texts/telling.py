"""Tells the events of one table, each in one sentence."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any

from rules.game import AnyGame, Outcome, Seat
from rules.table_events import DecisionExpired, SeatLeft, SeatSubstituted, SeatTaken, TableCreated, TableEvent, TableFinished
from rules.table_state import Table
from rules.texts.texts import Texts

UNFINISHED = frozenset({"abandoned", "inactive", "closed"})
"""Reasons for which a table ends without a winner, each with its own sentence."""


class Teller:
    """Tells the events of one table, in order. `shown(seat, name)` is the name under which a player who joins is shown. With `afterwards` a
    finished table is written: not that a seat has decided in secret, only what is revealed when all have.
    """

    def __init__(
        self, game: AnyGame, texts: Texts, shown: Callable[[Seat, str], str] = lambda _, name: name, *, afterwards: bool = False
    ) -> None:
        self._game, self._texts, self._shown, self._afterwards = game, texts, shown, afterwards
        self._last: object = None
        self._repeated = False

    def tell(self, before: Table[Any] | None, event: Any, after: Table[Any]) -> str:
        """The sentence of an event, with the table before and after it; "" for an event that is not reported."""
        late = self._last if isinstance(self._last, DecisionExpired) and not isinstance(event, SeatSubstituted) else None
        self._repeated, self._last = _is_repeated(before, event, repeated=self._repeated), event
        if self._repeated:
            return ""
        if not isinstance(event, TableEvent):
            if self._afterwards and late is None and is_secret(self._game, event):
                return ""
            return sentence(self._game, self._texts, after.play, event, late=late is not None)
        facts = _facts(event, late=late is not None) | self._of_table(before, event, late, after)
        return self._texts.text(event.type.replace(".", "-"), **facts)

    def tell_seen(self, type: str, seen: Mapping[str, Any]) -> str:
        """The sentence of an event of the game by what is seen of it, when the state is not known; its type if that does not suffice."""
        late, self._last, self._repeated = isinstance(self._last, DecisionExpired), None, False
        try:
            return self._texts.text(f"event-{type.partition('.')[2]}", **{"late": late, **seen})
        except LookupError:
            return type

    def skip(self) -> None:
        """An event that cannot be read has happened."""
        self._last = None

    def _of_table(self, before: Table[Any] | None, event: TableEvent, late: DecisionExpired | None, after: Table[Any]) -> dict[str, Any]:
        """What the sentence needs besides the event's own fields."""
        match event:
            case TableCreated(forked_from=origin):
                return {"origin": 0 if origin is None else origin.version}
            case SeatTaken(seat=seat, name=name):
                return {"name": self._name(seat, name)}
            case SeatLeft(seat=seat) if before is not None:
                return {"name": self._name(seat, before.seats[seat].name), "number": seat + 1}
            case DecisionExpired(seat=seat):
                rule = after.on_failure if after.seats[seat].kind == "bot" else after.on_expiry
                return {"after": None if rule is None else rule.after}
            case TableFinished(outcome=outcome):
                return ending(outcome, [seat for seat, place in enumerate(after.seats) if place.resigned], len(after.seats))
            case _:
                return {"expiries": 0 if late is None else late.expiries}

    def _name(self, seat: Seat, name: str | None) -> str:
        return self._texts.text("player-erased", number=seat + 1) if name is None else self._shown(seat, name)


def sentence(game: AnyGame, texts: Texts, state: Any, event: Any, *, late: bool = False) -> str:
    """An event of a game in one sentence, with the state after it; "" for one that is not reported. `late`: the service acted for a seat
    whose time had run out.
    """
    return texts.text(f"event-{event.type.partition('.')[2]}", **{**_facts(event, late=late), **game.arguments(state, event)})


def result(texts: Texts, outcome: Outcome, resigned: Collection[Seat]) -> str:
    """The winners, in one sentence."""
    return texts.text("table-finished", **ending(outcome, resigned, len(texts.names)))


def ending(outcome: Outcome, resigned: Collection[Seat], seats: int) -> dict[str, Any]:
    """The arguments of the sentence about the end: how it came, the winners and their points."""
    points = {standing.seat: standing.points for standing in outcome.ranking}
    if outcome.winners:
        return {"ending": _how(outcome, resigned, seats), "winners": outcome.winners, "points": points[outcome.winners[0]]}
    return {"ending": outcome.reason if outcome.reason in UNFINISHED else None, "winners": (), "points": 0}


def _how(outcome: Outcome, resigned: Collection[Seat], seats: int) -> str:
    """`single`: nobody else was there to win against; `alone`: all others have resigned."""
    if seats == 1:
        return "single"
    return "alone" if len(outcome.winners) == 1 and len(resigned) == seats - 1 else "won"


def _facts(event: Any, *, late: bool) -> dict[str, Any]:
    return {field.name: getattr(event, field.name) for field in fields(event)} | {"late": late}


def is_secret(game: AnyGame, event: Any) -> bool:
    """Whether others see nothing of the event but that it has happened, although there is more to see."""
    own = {field.name for field in fields(event)} - {"seat"}
    return bool(own) and own.isdisjoint(game.visible(event, None))


def _is_repeated(table: Table[Any] | None, event: object, *, repeated: bool) -> bool:
    """Whether this has been told: a clock expires once for its turn, although each decision has its event. `repeated`: that for the
    previous event, which a substitution belongs to.
    """
    match event:
        case DecisionExpired(seat=seat) if table is not None:
            return table.clocks[seat].expired
        case SeatSubstituted(cause="expired"):
            return repeated
        case _:
            return False
