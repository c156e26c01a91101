"""The life cycle of a table in any game: created, joined, left, started, played, resigned, finished, revealed.

`create` and `decide` return the events that an order causes, or refuse with `Rejected`. They are pure: randomness comes only from the
table's dice seed, and the time is a parameter.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, assert_never

from rules import table_advice, table_bots, table_clock, table_fork, table_players
from rules.default_names import name_or_default
from rules.dice import DiceSeed
from rules.game import AnyGame, Options, Outcome, Seat
from rules.rejected import Rejected
from rules.same_fields import shared
from rules.table_clock import Instant
from rules.table_commands import (
    Abandon,
    Arrive,
    Automatic,
    Close,
    Create,
    Expire,
    Fail,
    Leave,
    RequestAdvice,
    SeatRequest,
    Sit,
    Start,
    Substitute,
    TableCommand,
)
from rules.table_events import SeatLeft, SeatResigned, SeatTaken, SeedRevealed, TableCreated, TableFinished, TableStarted
from rules.table_players import game_dice
from rules.table_state import SeatState, Table, fold

Facts: TypeAlias = list[Any]


class Decided(NamedTuple):
    """The events that an order caused, in order, and the table after them."""

    facts: Facts
    table: Table[Any]


REJECTIONS: Mapping[str, str] = {
    "seat-count": "The game does not support this number of seats.",
    "table-full": "No seat is open.",
    "seats-open": "The game cannot start while a seat is open.",
    "table-started": "The game has already started.",
    "table-not-started": "The game has not started yet.",
    "table-finished": "The game is over.",
    "seat-resigned": "The seat has resigned.",
    **table_clock.REJECTIONS,
    **table_players.REJECTIONS,
    **table_fork.REJECTIONS,
    **table_bots.REJECTIONS,
    **table_advice.REJECTIONS,
}
"""Every code with which a table refuses, in any game -> its meaning, for people."""


def create(game: AnyGame, order: Create, seed: DiceSeed, instant: Instant) -> Decided:
    """The events that create a table: creation, its named seats taken, and the start if no seat is open.

    Refuses with `seat-count`, `level-unknown`, `clock-missing`, `bot-missing`, `substitute-required`, with a code of the game's options,
    and for a fork also with `seats-open`, `fork-clock`.
    """
    if len(order.seats) not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise Rejected("seat-count", f"{game.name} is played by {least} to {most} seats, not {len(order.seats)}.", field="seats")
    if order.origin is not None and any(request.kind == "open" for request in order.seats):
        raise Rejected("seats-open", "A fork starts at once: every seat must be taken.", field="seats")
    bots = table_bots.terms(game, order)
    created = TableCreated(
        game=game.name,
        ruleset=game.ruleset,
        options=_options(game, order),
        seats=len(order.seats),
        auto_start=order.auto_start,
        commitment=seed.commitment,
        client_seed=order.client_seed,
        turn_seconds=order.turn_seconds,
        on_expiry=table_clock.policy(game, order),
        abandon_after=order.abandon_after,
        forked_from=order.origin,
        bot_seconds=bots.seconds,
        on_failure=bots.on_failure,
        reserved=order.reserved,
        advice=table_advice.policy(order),
    )
    taken = [_requested(game, seat, request) for seat, request in enumerate(order.seats) if request.kind != "open"]
    return settled(game, None, [created, *taken], seed, instant, order.inherited)


def decide(game: AnyGame, table: Table[Any], seat: Seat | None, order: Any, seed: DiceSeed, instant: Instant) -> Decided:
    """The events that an order of `seat` causes (None: an order without a seat, such as `Sit`, `Abandon` and `Close`), and all automatic
    consequences: the start of a full table, clocks, the end of a decided game.

    `order` is one of `rules.table_commands` or a command of the game. Refuses with a code of `REJECTIONS` or of the game.
    """
    if table.status == "finished":
        raise Rejected("table-finished", "The game is over.")
    facts = (_ordered if isinstance(order, TableCommand) else _played)(game, table, seat, order, seed, instant)
    return settled(game, table, facts, seed, instant)


def settled(
    game: AnyGame, before: Table[Any] | None, facts: Facts, seed: DiceSeed, instant: Instant, inherited: tuple[Any, ...] = ()
) -> Decided:
    """The facts with their automatic consequences, and the table after all of them. A game that starts continues after `inherited`."""
    facts = list(facts)
    after = _folded(game, before, facts)
    if after.status == "open" and _starts_automatically(after):
        after = _add(game, after, facts, _started(game, after, seed, inherited))
    if after.status == "playing":
        outcome = game.outcome(after.play)
        follows = table_clock.started(game, after, instant) if outcome is None else [TableFinished(outcome=outcome)]
        after = _add(game, after, facts, list(follows))
    if after.status == "finished":
        after = _add(game, after, facts, [SeedRevealed(secret=seed.secret)])
    return Decided(facts, after)


def _starts_automatically(table: Table[Any]) -> bool:
    """Whether the game starts without a request: also if no person is seated who could request it, and for a fork."""
    return not table.open_seats and (table.auto_start or not _people(table.seats) or table.forked_from is not None)


def _add(game: AnyGame, table: Table[Any], facts: Facts, more: Facts) -> Table[Any]:
    facts.extend(more)
    return _folded(game, table, more) if more else table


def _started(game: AnyGame, table: Table[Any], seed: DiceSeed, inherited: tuple[Any, ...] = ()) -> Facts:
    seeds = [table.client_seed, *(seat.client_seed for seat in table.seats)]
    started = TableStarted(client_seeds=tuple(text for text in seeds if text is not None))
    dice = game_dice(_folded(game, table, [started]), seed)
    return [started, *(inherited or game.setup(table.options, len(table.seats), dice))]


def _ordered(game: AnyGame, table: Table[Any], seat: Any, order: TableCommand, seed: DiceSeed, instant: Instant) -> Facts:
    match order:
        case Sit():
            return _sit(table, order)
        case Start():
            return _start(game, table, seed)
        case Arrive():
            return _arrive(table, seat, order)
        case Leave():
            return _leave(game, table, seat, seed)
        case Abandon():
            return _abandon(table)
        case Close():
            return [TableFinished(outcome=Outcome("closed", (), ()))]
        case Automatic():
            _refuse_unless_started(table)
            return table_players.automatic(game, table, seat, seed)
        case Substitute():
            _refuse_unless_started(table)
            table_advice.refuse_if_off(table)
            return table_players.on_request(game, table, seat, order.level, seed)
        case RequestAdvice():
            _refuse_unless_started(table)
            return table_advice.requested(table, seat)
        case Expire():
            return table_clock.expire(game, table, seat, order, seed, instant)
        case Fail():
            return table_bots.fail(game, table, seat, order, seed, instant)
        case _:
            assert_never(order)


def _played(game: AnyGame, table: Table[Any], seat: Any, command: Any, seed: DiceSeed, _instant: Instant) -> Facts:
    _refuse_unless_started(table)
    return list(game.decide(table.play, seat, command, game_dice(table, seed)))


def _sit(table: Table[Any], order: Sit) -> Facts:
    _refuse_unless_open(table)
    if not table.open_seats:
        raise Rejected("table-full", "Every seat of this table is taken.")
    seat = table.open_seats[0]
    return [SeatTaken(**{**shared(order, SeatTaken), "seat": seat, "kind": "human", "name": name_or_default(seat, order.name)})]


def _start(game: AnyGame, table: Table[Any], seed: DiceSeed) -> Facts:
    _refuse_unless_open(table)
    if table.open_seats:
        raise Rejected("seats-open", f"Seats {list(table.open_seats)} are still open; the game starts when all are taken.")
    return _started(game, table, seed)


def _arrive(table: Table[Any], seat: Seat, order: Arrive) -> Facts:
    _refuse_unless_open(table)
    if not _other_people(table, seat):
        raise Rejected("seats-open", "All other players have left.")  # the leave would end the table
    again = {**shared(table.seats[seat], SeatTaken), **shared(order, SeatTaken), "name": name_or_default(seat, table.seats[seat].name)}
    return [SeatLeft(seat=seat), SeatTaken(seat=seat, **again)]


def _other_people(table: Table[Any], seat: Seat) -> int:
    """How many people sit at the table apart from the holder of this seat."""
    return _people(table.seats[:seat]) + _people(table.seats[seat + 1 :])


def _leave(game: AnyGame, table: Table[Any], seat: Seat, seed: DiceSeed) -> Facts:
    if table.status == "open":
        return [SeatLeft(seat=seat), *([] if _other_people(table, seat) else [TableFinished(outcome=Outcome("abandoned", (), ()))])]
    if table.seats[seat].resigned:
        raise Rejected("seat-resigned", "This seat has already resigned.")
    return [SeatResigned(seat=seat), *game.resign(table.play, seat, game_dice(table, seed))]


def _abandon(table: Table[Any]) -> Facts:
    if table.abandon_after is None:
        raise Rejected("not-expired", "This table has no inactivity limit.")
    return [TableFinished(outcome=Outcome("abandoned" if table.status == "open" else "inactive", (), ()))]


def _options(game: AnyGame, order: Create) -> Options:
    """The complete options. Those of a fork are its source's, and must also be valid with the fork's own clock."""
    options = game.options(order.options, len(order.seats), order.turn_seconds is not None)
    if order.origin is not None and options != order.options:
        raise Rejected("fork-clock", "The options of this table require a clock: set turn_seconds.", field="turn_seconds")
    return options


def _requested(game: AnyGame, seat: Seat, request: SeatRequest) -> SeatTaken:
    level = table_players.known_level(game, request.level, f"seats.{seat}.level") if request.kind == "ai" else None
    bot = request.bot if request.kind == "bot" else None
    of_this_kind = {"name": name_or_default(seat, request.name), "level": level, "bot": bot}
    return SeatTaken(**{"client_seed": None, **shared(request, SeatTaken), **of_this_kind}, seat=seat)


def _people(seats: Iterable[SeatState]) -> int:
    """How many of these seats are held by a person."""
    return sum(seat.kind == "human" for seat in seats)


def _refuse_unless_open(table: Table[Any]) -> None:
    if table.status != "open":
        raise Rejected("table-started", "The game has started; seats can be taken only before the start.")


def _refuse_unless_started(table: Table[Any]) -> None:
    if table.status == "open":
        raise Rejected("table-not-started", "The game has not started yet.")


def _folded(game: AnyGame, table: Table[Any] | None, facts: Facts) -> Table[Any]:
    after = fold(game, table, facts)
    assert after is not None  # noqa: S101 - `facts` is never empty
    return after
