"""What was ordered of a table, seen from what happened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from events.proof.log import FileEvent
from events.proof.verdict import Wrong
from rules.game import AnyGame, BuiltInPlayer, Seat
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

MOST_EVENTS_OF_A_COMMAND: Final = 100
"""Events that are looked at to see what a move was."""


class RecoveredCommand(NamedTuple):
    """An order, the seat that gave it, and the game to decide it by: one whose built-in players answer as they have answered.

    They are not asked again, for another build's players may be better. `answers`: the order answers a decision. `marks`: how many
    events of the table say that a built-in player answers, before the answer begins.
    """

    game: AnyGame
    seat: Seat | None
    order: Any
    answers: bool = False
    marks: int = 0


def asked(game: AnyGame, log: Sequence[FileEvent]) -> RecoveredCommand:
    """The order that began with the first of these events. Raises `Wrong` if none does."""
    first = log[0]
    match first.fact:
        case SeatTaken(name=name, client_seed=client_seed):
            return RecoveredCommand(game, None, Sit(name=name, client_seed=client_seed))
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
            raise Wrong("move-refused", f"Nothing that can be ordered begins with {first.told.type}.", first.told.version)
        case fact:
            return RecoveredCommand(game, getattr(fact, "seat", None), command(game, log), answers=True)


def creation(game: AnyGame, log: Sequence[FileEvent]) -> Create:
    """The order that laid the table, as far as its first events tell. Raises `Wrong` if they lay none."""
    first = log[0]
    created = first.fact
    if not isinstance(created, TableCreated):
        raise Wrong("event-wrong", f"A table begins with table.created, not with {first.told.type}.", 1)
    if created.seats not in game.seats:
        raise Wrong("move-refused", f"{game.name} is not played by {created.seats} seats.", 1)
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
    """The order that gives up a seat's own answer; a built-in player's may follow instead."""
    marks = 2 if len(log) > 1 and isinstance(log[1].fact, SeatSubstituted) else 0
    answering = _answering(game, log[1:]) if marks else with_players(game, game.default)
    return RecoveredCommand(answering, seat, order, answers=True, marks=marks)


class _Everybody(dict[str, BuiltInPlayer[Any, Any]]):
    """Built-in players of every level that there is or was: all of them this one."""

    def __init__(self, player: BuiltInPlayer[Any, Any]) -> None:
        super().__init__()
        self._player = player

    def __contains__(self, level: object) -> bool:
        return True

    def __missing__(self, level: str) -> BuiltInPlayer[Any, Any]:
        return self._player


def with_players(game: AnyGame, answer: Callable[[Any, Seat], Any]) -> AnyGame:
    """The game with built-in players of any level, known to this build or not, who all give this answer of a state and a seat."""
    return replace(game, players=_Everybody(BuiltInPlayer(choose=lambda state, seat, _: answer(state, seat))))


def _requested(log: Sequence[FileEvent]) -> Iterator[tuple[Seat, SeatRequest]]:
    """The seats that may have been taken with the table's creation: in order, in the same instant, and without a seed."""
    created, last = log[0], -1
    for entry in log[1:]:
        match entry.fact:
            case SeatTaken(seat=seat, kind="human" | "ai" | "bot" as kind, name=name, level=level, bot=bot, client_seed=None):
                in_order = entry.told.at == created.told.at and last < seat < created.fact.seats
                if not in_order or (kind == "ai" and level is None) or (kind == "bot" and bot is None):
                    return
                last = seat
                yield seat, SeatRequest(kind=kind, name=name, level=level, bot=bot)
            case _:
                return


def _answering(game: AnyGame, log: Sequence[FileEvent]) -> AnyGame:
    """The game whose built-in player, of whom the first of these events tells, gives the answer that follows on it."""
    if len(log) < 2:
        raise Wrong("event-missing", "Here the answer of a built-in player follows.", log[0].told.version + 1)
    return with_players(game, lambda *_: command(game, log[1:]))


def command(game: AnyGame, log: Sequence[FileEvent]) -> Any:
    """The command that began with these events of the game; others' moves may follow on its own."""
    return game.command_of(
        [entry.fact for entry in takewhile(lambda entry: not isinstance(entry.fact, TABLE_EVENTS), log[:MOST_EVENTS_OF_A_COMMAND])]
    )
