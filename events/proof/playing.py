"""Replays a file's table by the rules: every die, state, effect, score and the result must match the file."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from events.proof.command_recovery import RecoveredCommand, creation, recovered, with_players
from events.proof.inheriting import check_origin, taken_over
from events.proof.log import FileEvent, LogSlice, ReplayContext, check_envelope, check_fact
from events.proof.shaping import FORGED_DATA_ERRORS
from events.proof.verdict import Wrong
from events.timestamps import instant
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table import Decided, create, decide
from rules.table_commands import Abandon, Leave, RequestAdvice, Substitute
from rules.table_events import BotFailed, DecisionExpired, TableStarted
from rules.table_state import Table

WITHOUT_A_PLAYER: Final = (DecisionExpired, BotFailed)
"""The first events of commands that no player gave."""


class Played(NamedTuple):
    """The number of appends of a table, and the version of the last event of the append that created it."""

    appends: int = 0
    created: int = 0


class ReplayPosition(NamedTuple):
    """The progress of a replay: the table and the time of its newest event.

    `acted` is the time of the last act of a player, `appends` the number of appends, `created` the last version of the creating append.
    """

    table: Table[Any] | None = None
    at: str = ""
    acted: str = ""
    appends: int = 0
    created: int = 0

    @property
    def version(self) -> int:
        return 0 if self.table is None else self.table.version


def play_again(context: ReplayContext, log: Sequence[FileEvent]) -> Played:
    """The appends of a table. Raises `Wrong` at the first event that the rules would not have produced."""
    position = ReplayPosition()
    while position.version < len(log):
        rest = LogSlice(log, position.version)
        table = _append(context, rest, position)
        at = rest[0].event.at
        acted = position.acted if isinstance(rest[0].fact, WITHOUT_A_PLAYER) else at
        position = ReplayPosition(table, at, acted, position.appends + 1, position.created or table.version)
    if position.table is None or position.table.status != "finished":
        raise Wrong("event-missing", "The events end before the table is finished.", len(log) + 1)
    return Played(position.appends, position.created)


def as_begun(game: AnyGame, log: Sequence[FileEvent]) -> AnyGame:
    """The game with the data with which this table's began. Where the file has what no deployment can have, the game stays as it is: then
    its own first event differs from the file's, and is told as wrong.
    """
    first = next((entry.fact for entry in log if isinstance(entry.fact, game.events[0])), None)
    if game.setup_of is None or first is None:
        return game
    try:
        return replace(game, setup=game.setup_of(first))
    except FORGED_DATA_ERRORS:
        return game


def _append(context: ReplayContext, log: Sequence[FileEvent], position: ReplayPosition) -> Table[Any]:
    """The table after the command that caused the first of these events, after checking all events of the command."""
    first = log[0].event
    try:
        decision, decided = (
            (None, _created(context, log)) if position.table is None else _decided(context, log, position.table, position.acted)
        )
    except Rejected as rejected:
        raise Wrong("move-refused", f"{first.type} cannot happen here: {rejected.detail}", first.version) from rejected
    except FORGED_DATA_ERRORS as error:
        raise Wrong("move-refused", f"{first.type} cannot happen here: {error}", first.version) from error
    _compare(context, log, decided.facts, decision, position.at)
    return decided.table


def _decided(context: ReplayContext, log: Sequence[FileEvent], table: Table[Any], acted: str) -> tuple[int | None, Decided]:
    """The answered decision (None: none), and the facts that the rules derive from the command."""
    command, first, seed = recovered(context.codec.game, log), log[0].event, context.seed
    _check_recovered(command, table, acted, first.at)
    when = instant(datetime.fromisoformat(first.at))
    decision = table.decisions[command.seat] if command.answers and command.seat is not None else None
    try:
        return decision, decide(command.built_in.game, table, command.seat, command.order, seed, when)
    except (Rejected, *FORGED_DATA_ERRORS) as refused:
        position = command.built_in.position
        if position is None:
            raise
        before = decide(command.built_in.but_the_last().game, table, command.seat, command.order, seed, when).facts
        _compare(context, log, before[:position], decision)
        if position == len(log):
            raise Wrong("event-missing", "The move of a built-in player is missing.", first.version + position) from refused
        answer = log[position].event
        raise Wrong("move-refused", f"{answer.type} cannot happen here: {refused}", answer.version) from refused


def _created(context: ReplayContext, log: Sequence[FileEvent]) -> Decided:
    (codec, seed), order = context, creation(context.codec.game, log)
    if order.origin is not None:
        check_origin(seed.table, len(order.seats), order.origin, auto_start=order.auto_start)
    game, when = with_players(codec.game, codec.game.default), instant(datetime.fromisoformat(log[0].event.at))
    created = create(game, order, seed, when)
    if order.origin is None or not order.origin.events:
        return created
    start = _start_of_inheritance(context, log, created.facts)
    return create(game, replace(order, inherited=taken_over(context, order, order.origin, log[start:], log[0].event.at)), seed, when)


def _start_of_inheritance(context: ReplayContext, log: Sequence[FileEvent], facts: Sequence[Any]) -> int:
    """The number of events before the first inherited one. They are checked here, because the others depend on them."""
    start = next((position for position, fact in enumerate(facts, 1) if isinstance(fact, TableStarted)), 0)
    _compare(context, log, facts[: start or None], None)
    if not start or start == len(log):
        raise Wrong("event-missing", "A fork starts at once, with the events that it inherits.", len(facts[: start or None]) + 1)
    return start


def _check_recovered(command: RecoveredCommand, table: Table[Any], acted: str, at: str) -> None:
    """Raises `Rejected` or `Wrong` for conditions that the rules leave to callers: that the player holds the seat, and that the time has
    passed.
    """
    if (command.answers or isinstance(command.order, Leave)) and command.seat not in range(len(table.seats)):
        raise Rejected("no-such-seat", f"the table has no seat {command.seat}.")
    if isinstance(command.order, Leave | RequestAdvice | Substitute) and command.seat is not None and not _may_act(table, command.seat):
        raise Rejected("seat-not-held", f"nobody who can do this holds seat {command.seat}.")
    if isinstance(command.order, Abandon) and not _waited(table, acted, at):
        raise Rejected("not-abandoned", "the table was not inactive for long enough.")


def _may_act(table: Table[Any], seat: Seat) -> bool:
    """Whether a player holds the seat and may act there: a bot may act only after the start."""
    return table.seats[seat].kind in ({"human"} if table.status == "open" else {"human", "bot"})


def _waited(table: Table[Any], acted: str, at: str) -> bool:
    if table.abandon_after is None:
        return False
    return datetime.fromisoformat(acted) + timedelta(seconds=table.abandon_after) <= datetime.fromisoformat(at)


def _compare(context: ReplayContext, log: Sequence[FileEvent], facts: Sequence[Any], decision: int | None, since: str = "") -> None:
    """Raises `Wrong` at the first event that differs from the rules' fact, or has another time or decision.

    `since` is the time of the event before these.
    """
    first = log[0].event
    for position, made in enumerate(facts):
        if position == len(log):
            raise Wrong("event-missing", f"By the rules a {made.type} follows.", first.version + position)
        event = log[position].event
        check_fact(context, log[position], made)
        if event.at < since:
            raise Wrong("time-wrong", f"The event before it is later: {since}, not {event.at} or before.", event.version)
        check_envelope(event, first.at, decision)
