"""Recovers the command that caused some events."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple

from events.proof.log import FileEvent
from events.proof.verdict import Wrong
from rules.game import AnyGame, BuiltInPlayer, Seat
from rules.same_fields import shared
from rules.table_commands import Abandon, Automatic, Close, Create, Expire, Fail, Leave, RequestAdvice, SeatRequest, Sit, Start, Substitute
from rules.table_events import (
    TABLE_EVENTS,
    AdviceRequested,
    BotFailed,
    DecisionExpired,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    TableCreated,
    TableFinished,
    TableStarted,
    ValuesUsed,
)
from rules.value_tables import ByTable, ValueTable

_BROUGHT_BY_PLAYERS: Final = {field.name for field in fields(Sit)} - {field.name for field in fields(SeatRequest)}
"""What only a person who sits down can say, and not the creator for a seat: such as a client seed."""

MOST_EVENTS_OF_A_COMMAND: Final = 100
"""The most events examined to recover a command."""


class _Announced(NamedTuple):
    """An announced answer: its position in the log, and what the event right before it says about the player's table of values."""

    position: int
    values: ValuesUsed | None


class RecordedAnswers:
    """The answers that built-in players give in an append, as its events show them: each follows an event that announces it.

    Built-in players are not called again, because another build's players may answer differently. `position` is that of the last answer
    given, None before the first. From the answer number `until` on, and where the events show none, the answer is the game's default.
    """

    def __init__(self, game: AnyGame, log: Sequence[FileEvent], until: int | None = None) -> None:
        self._game, self._log, self._until = game, log, until
        self._announced = _announced(log)
        self._coming: list[_Announced] = []
        self.position: int | None = None
        self.given = 0

    @property
    def game(self) -> AnyGame:
        """The game with built-in players that give these answers, one after another."""
        return replace(self._game, players=_AnyLevel(self._player))

    def but_the_last(self) -> "RecordedAnswers":
        """The same answers from the beginning, without the last one given."""
        return RecordedAnswers(self._game, self._log, self.given - 1)

    def _player(self) -> BuiltInPlayer[Any, Any]:
        """The player that gives the next answer, with the table of values that the events name."""
        coming = self._next_announced()
        player: BuiltInPlayer[Any, Any] = BuiltInPlayer(choose=lambda state, seat, _: self._next(state, seat))
        if coming is None or coming.values is None:
            return player
        table = None if coming.values.values is None else ValueTable(b"", coming.values.values)
        return replace(player, by_table=ByTable(name=lambda _: "", player=lambda _: player, library=lambda _: table))

    def _next_announced(self) -> _Announced | None:
        if not self._coming:
            self._coming = list(islice(self._announced, 1))
        return self._coming[0] if self._coming else None

    def _next(self, state: Any, seat: Seat) -> Any:
        announced = self._next_announced()
        if announced is None or self.given == self._until:
            return self._game.default(state, seat)
        self._coming = []
        self.position, self.given = announced.position, self.given + 1
        return command(self._game, self._log[self.position :])


def _announced(log: Sequence[FileEvent]) -> Iterator[_Announced]:
    substituted = False
    for index, entry in enumerate(log):
        if isinstance(entry.fact, ValuesUsed):
            yield _Announced(index + 1, entry.fact)
        elif substituted:
            yield _Announced(index, None)
        substituted = isinstance(entry.fact, SeatSubstituted)
    if substituted:
        yield _Announced(len(log), None)


class RecoveredCommand(NamedTuple):
    """A command, the seat that gave it, and what built-in players answer in its append. `answers`: the command answers a decision,
    or is about one.
    """

    built_in: RecordedAnswers
    seat: Seat | None
    order: Any
    answers: bool = False


def recovered(game: AnyGame, log: Sequence[FileEvent]) -> RecoveredCommand:
    """The command that caused these events, starting with the first. Raises `Wrong` if no command can have caused them."""
    first, built_in = log[0], RecordedAnswers(game, log)
    match first.fact:
        case SeatTaken() as taken:
            return RecoveredCommand(built_in, None, Sit(**shared(taken, Sit)))
        case SeatLeft(seat=seat) | SeatResigned(seat=seat):
            return RecoveredCommand(built_in, seat, Leave())
        case TableStarted():
            return RecoveredCommand(built_in, None, Start())
        case TableFinished(outcome=outcome):
            return RecoveredCommand(built_in, None, Close() if outcome.reason == "closed" else Abandon())
        case DecisionExpired(seat=seat):
            return RecoveredCommand(built_in, seat, Expire(), answers=True)
        case BotFailed(seat=seat, reason=reason, attempts=attempts):
            return RecoveredCommand(built_in, seat, Fail(reason=reason, attempts=attempts), answers=True)
        case SeatSubstituted() if game.hides_default:
            raise Wrong("move-refused", f"{first.event.type} would say how a hidden answer was chosen.", first.event.version)
        case SeatSubstituted(seat=seat, level=level):
            return RecoveredCommand(built_in, seat, Substitute(level=level), answers=True)
        case AdviceRequested(seat=seat):
            return RecoveredCommand(built_in, seat, RequestAdvice(), answers=True)
        case ValuesUsed(seat=seat):
            return RecoveredCommand(built_in, seat, Automatic(), answers=True)
        case fact if isinstance(fact, TABLE_EVENTS):
            raise Wrong("move-refused", f"No command starts with {first.event.type}.", first.event.version)
        case fact:
            return RecoveredCommand(built_in, getattr(fact, "seat", None), command(game, log), answers=True)


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
        advice=created.advice,
    )


class _AnyLevel(dict[str, BuiltInPlayer[Any, Any]]):
    """The same built-in player for every level, also for levels of other builds."""

    def __init__(self, player: Callable[[], BuiltInPlayer[Any, Any]]) -> None:
        super().__init__()
        self._player = player

    def __contains__(self, level: object) -> bool:
        return True

    def __missing__(self, level: str) -> BuiltInPlayer[Any, Any]:
        return self._player()


def with_players(game: AnyGame, answer: Callable[[Any, Seat], Any]) -> AnyGame:
    """The game with built-in players of every level that give this answer for a state and a seat."""
    return replace(game, players=_AnyLevel(lambda: BuiltInPlayer(choose=lambda state, seat, _: answer(state, seat))))


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


def command(game: AnyGame, log: Sequence[FileEvent]) -> Any:
    """The command that caused these events of the game, from the first on. Events of later commands may follow."""
    return game.command_of(
        [entry.fact for entry in takewhile(lambda entry: not isinstance(entry.fact, TABLE_EVENTS), log[:MOST_EVENTS_OF_A_COMMAND])]
    )
