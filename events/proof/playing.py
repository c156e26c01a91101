"""A file's table played again by the rules: every die, state, effect, score and the result have to come out as they were told."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from events.proof.command_recovery import RecoveredCommand, asked, creation, with_players
from events.proof.inheriting import check_origin, taken_over
from events.proof.log import FileEvent, LogSlice, ReplayContext, check_envelope, check_fact
from events.proof.shaping import HOSTILE
from events.proof.verdict import Wrong
from events.timestamps import instant
from rules.game import Seat
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_commands import Abandon, Leave, Substitute
from rules.table_events import BotFailed, DecisionExpired, TableStarted
from rules.table_state import Table

NOBODYS: Final = (DecisionExpired, BotFailed)
"""Orders that begin so were given by nobody at the table."""


class Played(NamedTuple):
    """In how many appends a table's events came, and the version of the last event of the one that created it."""

    appends: int = 0
    created: int = 0


class ReplayPosition(NamedTuple):
    """How far a table has been played again: the table, when its newest event was, when somebody last acted at it, and how many orders
    it took.
    """

    table: Table[Any] | None = None
    at: str = ""
    acted: str = ""
    appends: int = 0
    created: int = 0

    @property
    def version(self) -> int:
        return 0 if self.table is None else self.table.version


def play_again(lore: ReplayContext, log: Sequence[FileEvent]) -> Played:
    """How a table's events came. Raises `Wrong` at the first event that the rules would not have made."""
    place = ReplayPosition()
    while place.version < len(log):
        rest = LogSlice(log, place.version)
        table = _append(lore, rest, place)
        at = rest[0].told.at
        acted = place.acted if isinstance(rest[0].fact, NOBODYS) else at
        place = ReplayPosition(table, at, acted, place.appends + 1, place.created or table.version)
    if place.table is None or place.table.status != "finished":
        raise Wrong("event-missing", "The events end before the table is finished.", len(log) + 1)
    return Played(place.appends, place.created)


def _append(lore: ReplayContext, log: Sequence[FileEvent], place: ReplayPosition) -> Table[Any]:
    """The table after the order that began with the first of these events, all of whose events are as the rules make them."""
    first = log[0].told
    try:
        decision, decided = (None, _laid(lore, log)) if place.table is None else _decided(lore, log, place.table, place.acted)
    except Rejected as rejected:
        raise Wrong("move-refused", f"{first.type} cannot happen here: {rejected.detail}", first.version) from rejected
    except HOSTILE as error:
        raise Wrong("move-refused", f"{first.type} cannot happen here: {error}", first.version) from error
    _compare(lore, log, decided.facts, decision, place.at)
    return decided.table


def _decided(lore: ReplayContext, log: Sequence[FileEvent], table: Table[Any], acted: str) -> tuple[int | None, Decided]:
    """The decision that was answered, if one was, and what by the rules follows from the answer or whatever else was ordered."""
    (codec, seed), told, first = lore, asked(lore.codec.game, log), log[0].told
    _check_asked(told, table, acted, first.at)
    when = instant(datetime.fromisoformat(first.at))
    decision = table.decisions[told.seat] if told.answers and told.seat is not None else None
    try:
        return decision, decide(told.game, table, told.seat, told.order, seed, when)
    except (Rejected, *HOSTILE) as refused:
        if not told.marks or told.seat is None:
            raise
        marked = decide(with_players(codec.game, codec.game.default), table, told.seat, told.order, seed, when).facts[: told.marks]
        _compare(lore, log, marked, decision)
        answer = log[told.marks].told
        raise Wrong("move-refused", f"{answer.type} cannot happen here: {refused}", answer.version) from refused


def _laid(lore: ReplayContext, log: Sequence[FileEvent]) -> Decided:
    (codec, seed), order = lore, creation(lore.codec.game, log)
    if order.origin is not None:
        check_origin(seed.table, order, order.origin)
    game, when = with_players(codec.game, codec.game.default), instant(datetime.fromisoformat(log[0].told.at))
    laid = create(game, order, seed, when)
    if order.origin is None or not order.origin.events:
        return laid
    begun = _begun(lore, log, laid.facts)
    return create(game, replace(order, inherited=taken_over(lore, order, order.origin, log[begun:], log[0].told.at)), seed, when)


def _begun(lore: ReplayContext, log: Sequence[FileEvent], facts: Sequence[Any]) -> int:
    """How many events come before the first that a fork has inherited; they are checked first, for the others follow from them."""
    begun = next((place for place, fact in enumerate(facts, 1) if isinstance(fact, TableStarted)), 0)
    _compare(lore, log, facts[: begun or None], None)
    if not begun or begun == len(log):
        raise Wrong("event-missing", "A fork starts at once, with what it has inherited.", len(facts[: begun or None]) + 1)
    return begun


def _check_asked(told: RecoveredCommand, table: Table[Any], acted: str, at: str) -> None:
    """Raises `Rejected` or `Wrong` for what the rules leave to those who ask: that they hold the seat, that they have waited."""
    if (told.answers or isinstance(told.order, Leave)) and told.seat not in range(len(table.seats)):
        raise Rejected("no-such-seat", f"the table has no seat {told.seat}.")
    if isinstance(told.order, Leave | Substitute) and told.seat is not None and not _can_ask(table, told.seat):
        raise Rejected("seat-not-held", f"nobody holds seat {told.seat} who could ask for that.")
    if isinstance(told.order, Abandon) and not _waited(table, acted, at):
        raise Rejected("not-abandoned", "the table was not left alone for so long.")


def _can_ask(table: Table[Any], seat: Seat) -> bool:
    """Whether somebody holds the seat who can order something there: a bot is called only once the game has begun."""
    return table.seats[seat].kind in ({"human"} if table.status == "open" else {"human", "bot"})


def _waited(table: Table[Any], acted: str, at: str) -> bool:
    if table.abandon_after is None:
        return False
    return datetime.fromisoformat(acted) + timedelta(seconds=table.abandon_after) <= datetime.fromisoformat(at)


def _compare(lore: ReplayContext, log: Sequence[FileEvent], facts: Sequence[Any], decision: int | None, since: str = "") -> None:
    """Raises `Wrong` at the first event that is not as the rules have made it, or is told with another time or decision.

    `since` is the time of the event before these.
    """
    first = log[0].told
    for place, made in enumerate(facts):
        if place == len(log):
            raise Wrong("event-missing", f"By the rules a {made.type} follows.", first.version + place)
        told = log[place].told
        check_fact(lore, log[place], made)
        if told.at < since:
            raise Wrong("time-wrong", f"The event before it happened at {since}, which is later than {told.at}.", told.version)
        check_envelope(told, first.at, decision)
