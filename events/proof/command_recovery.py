"""Recovers the command that caused some events."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from events.proof.log import FileEvent
from events.proof.verdict import Wrong
from rules.game import AnyGame, BuiltInPlayer, Seat
from rules.same_fields import shared
from rules.table_commands import Abandon, Close, Create, Expire, Fail, Leave, SeatRequest, Sit, Start, Substitute
from rules.table_events import (
    TABLE_EVENTS,
    BotFailed,
    DecisionExpired,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    TableCreated,
    TableFinished,
    TableStarted,
)

_BROUGHT_BY_PLAYERS: Final = {field.name for field in fields(Sit)} - {field.name for field in fields(SeatRequest)}
"""What only a person who sits down can say, and not the creator for a seat: such as a client seed."""

MOST_EVENTS_OF_A_COMMAND: Final = 100
"""The most events examined to recover a command."""


class RecoveredCommand(NamedTuple):
    """A command, the seat that gave it, and the game to replay it with, whose built-in players give the recorded answers.

    Built-in players are not called again, because another build's players may answer differently. `answers`: the command answers a
    decision. `marks`: the number of events that announce a built-in player's answer, before the answer itself.
    """

    game: AnyGame
    seat: Seat | None
    order: Any
    answers: bool = False
    marks: int = 0


def recovered(game: AnyGame, log: Sequence[FileEvent]) -> RecoveredCommand:
    """The command that caused these events, starting with the first. Raises `Wrong` if no command can have caused them."""
    first = log[0]
    match first.fact:
        case SeatTaken() as taken:
            return RecoveredCommand(game, None, Sit(**shared(taken, Sit)))
        case SeatLeft(seat=seat) | SeatResigned(seat=seat):
            return RecoveredCommand(game, seat, Leave())
        case TableStarted():
            return RecoveredCommand(game, None, Start())
        case TableFinished(outcome=outcome):
            return RecoveredCommand(game, None, Close() if outcome.reason == "closed" else Abandon())
        case DecisionExpired(seat=seat):
            return _given_up(game, log, seat, Expire())
        case BotFailed(seat=seat, reason=reason, attempts=attempts):
            return _given_up(game, log, seat, Fail(reason=reason, attempts=attempts))
        case SeatSubstituted(seat=seat, level=level):
            return RecoveredCommand(_answering(game, log), seat, Substitute(level=level), answers=True, marks=1)
        case fact if isinstance(fact, TABLE_EVENTS):
            raise Wrong("move-refused", f"No command starts with {first.event.type}.", first.event.version)
        case fact:
            return RecoveredCommand(game, getattr(fact, "seat", None), command(game, log), answers=True)


def creation(game: AnyGame, log: Sequence[FileEvent]) -> Create:
    """The command that created the table, as far as its first events show. Raises `Wrong` if they create none."""
    first = log[0]
    created = first.fact
    if not isinstance(created, TableCreated):
        raise Wrong("event-wrong", f"A table begins with table.created, not with {first.event.type}.", 1)
    if created.seats not in game.seats:
        raise Wrong("move-refused", f"{game.name} cannot be played with {created.seats} seats.", 1)
    seats = [SeatRequest(kind="open")] * created.seats
    for seat, request in _requested(log):
        seats[seat] = request
    return Create(
        options=created.options,
        seats=tuple(seats),
        client_seed=created.client_seed,
        auto_start=created.auto_start,
        turn_seconds=created.turn_seconds,
        on_expiry=created.on_expiry,
        abandon_after=created.abandon_after,
        bot_seconds=created.bot_seconds,
        on_failure=created.on_failure,
        origin=created.forked_from,
        reserved=created.reserved,
    )


def _given_up(game: AnyGame, log: Sequence[FileEvent], seat: Seat, order: Expire | Fail) -> RecoveredCommand:
    """The command that ends a seat's time or its bot's attempts. A built-in player's answer may follow."""
    marks = 2 if len(log) > 1 and isinstance(log[1].fact, SeatSubstituted) else 0
    answering = _answering(game, log[1:]) if marks else with_players(game, game.default)
    return RecoveredCommand(answering, seat, order, answers=True, marks=marks)


class _AnyLevel(dict[str, BuiltInPlayer[Any, Any]]):
    """The same built-in player for every level, also for levels of other builds."""

    def __init__(self, player: BuiltInPlayer[Any, Any]) -> None:
        super().__init__()
        self._player = player

    def __contains__(self, level: object) -> bool:
        return True

    def __missing__(self, level: str) -> BuiltInPlayer[Any, Any]:
        return self._player


def with_players(game: AnyGame, answer: Callable[[Any, Seat], Any]) -> AnyGame:
    """The game with built-in players of every level that give this answer for a state and a seat."""
    return replace(game, players=_AnyLevel(BuiltInPlayer(choose=lambda state, seat, _: answer(state, seat))))


def _requested(log: Sequence[FileEvent]) -> Iterator[tuple[Seat, SeatRequest]]:
    """The seats that may have been taken at the table's creation: in order, at the same time, and without what only a player brings."""
    created, last = log[0], -1
    for entry in log[1:]:
        taken = entry.fact
        if not isinstance(taken, SeatTaken) or any(getattr(taken, name) is not None for name in _BROUGHT_BY_PLAYERS):
            return
        in_order = entry.event.at == created.event.at and last < taken.seat < created.fact.seats
        if not in_order or (taken.kind == "ai" and taken.level is None) or (taken.kind == "bot" and taken.bot is None):
            return
        last = taken.seat
        yield taken.seat, SeatRequest(**shared(taken, SeatRequest))


def _answering(game: AnyGame, log: Sequence[FileEvent]) -> AnyGame:
    """The game whose built-in player gives the answer that follows the first of these events."""
    if len(log) < 2:
        raise Wrong("event-missing", "The move of a built-in player is missing.", log[0].event.version + 1)
    return with_players(game, lambda *_: command(game, log[1:]))


def command(game: AnyGame, log: Sequence[FileEvent]) -> Any:
    """The command that caused these events of the game, from the first on. Events of later commands may follow."""
    return game.command_of(
        [entry.fact for entry in takewhile(lambda entry: not isinstance(entry.fact, TABLE_EVENTS), log[:MOST_EVENTS_OF_A_COMMAND])]
    )
