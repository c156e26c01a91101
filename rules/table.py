"""The life of a table around any game: laid, seats taken and left, started, played, resigned, finished, revealed.

`create` and `decide` answer with the events that an order causes, or refuse with `Rejected`; they draw chance only from the
table's dice seed and change nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame, Outcome, Seat
from rules.rejected import Rejected
from rules.table_events import (
    Create,
    Kind,
    Leave,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    Sit,
    Start,
    TableCreated,
    TableFinished,
    TableStarted,
)
from rules.table_state import Table, fold

Facts: TypeAlias = list[Any]


class Decided(NamedTuple):
    """What an order caused: the events, in order, and the table after them."""

    facts: Facts
    table: Table[Any]


REJECTIONS: Mapping[str, str] = {
    "seat-count": "The game is not played by so many seats.",
    "table-full": "No seat is open.",
    "seats-open": "The game cannot start while a seat is open.",
    "table-started": "The game has already started.",
    "table-not-started": "The game has not started yet.",
    "table-finished": "The game is over.",
    "seat-resigned": "The seat has resigned.",
}
"""Every code that this module refuses with -> what it means, for people."""


def create(game: AnyGame, order: Create, seed: DiceSeed) -> Decided:
    """The events that lay a table: created, its named seats taken, and started if no seat is left open.

    Refuses with `seat-count` or a code of the game's options.
    """
    if len(order.seats) not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise Rejected("seat-count", f"{game.name} is played by {least} to {most} seats, not {len(order.seats)}.", field="seats")
    created = TableCreated(
        game=game.name,
        ruleset=game.ruleset,
        options=game.options(order.options, len(order.seats)),
        seats=len(order.seats),
        auto_start=order.auto_start,
        commitment=seed.commitment,
        client_seed=order.client_seed,
    )
    taken = [_taken(seat, "human", wanted.name, None) for seat, wanted in enumerate(order.seats) if wanted.kind == "human"]
    return _settled(game, None, [created, *taken], seed)


def decide(game: AnyGame, table: Table[Any], seat: Seat | None, order: Any, seed: DiceSeed) -> Decided:
    """The events that an order of `seat` causes (`Sit` comes from nobody's seat: None), with all that follows from them:
    the start of a full table, the end of a decided game.

    `order` is `Sit`, `Start`, `Leave` or a command of the game. Refuses with a code of this module or of the game.
    """
    if table.status == "finished":
        raise Rejected("table-finished", "The game is over; nothing more can happen at this table.")
    rule: Callable[..., Facts] = _ORDERS.get(type(order), _play)
    return _settled(game, table, rule(game, table, seat, order, seed), seed)


def _sit(_game: AnyGame, table: Table[Any], _seat: Seat | None, order: Sit, _seed: DiceSeed) -> Facts:
    _refuse_unless_open(table)
    if not table.open_seats:
        raise Rejected("table-full", "Every seat of this table is taken.")
    return [_taken(table.open_seats[0], "human", order.name, order.client_seed)]


def _start(game: AnyGame, table: Table[Any], _seat: Seat | None, _order: Start, seed: DiceSeed) -> Facts:
    _refuse_unless_open(table)
    if table.open_seats:
        raise Rejected("seats-open", f"Seats {list(table.open_seats)} are still open; the game starts when all are taken.")
    return _started(game, table, seed)


def _leave(game: AnyGame, table: Table[Any], seat: Seat, _order: Leave, seed: DiceSeed) -> Facts:
    if table.status == "open":
        nobody_left = sum(place.kind != "open" for place in table.seats) == 1
        closed = [TableFinished(outcome=Outcome("abandoned", (), ()))] if nobody_left else []
        return [SeatLeft(seat=seat), *closed]
    if table.seats[seat].resigned:
        raise Rejected("seat-resigned", "This seat has resigned already.")
    return [SeatResigned(seat=seat), *game.resign(table.play, seat, _dice(table, seed))]


def _play(game: AnyGame, table: Table[Any], seat: Seat, command: Any, seed: DiceSeed) -> Facts:
    if table.status == "open":
        raise Rejected("table-not-started", "The game has not started yet.")
    return list(game.decide(table.play, seat, command, _dice(table, seed)))


_ORDERS: Mapping[type, Callable[..., Facts]] = {Sit: _sit, Start: _start, Leave: _leave}


def _settled(game: AnyGame, before: Table[Any] | None, facts: Facts, seed: DiceSeed) -> Decided:
    """The facts with what they settle by themselves, and the table after all of them."""
    after = _folded(game, before, facts)
    if after.status == "open" and after.auto_start and not after.open_seats:
        after = _add(game, after, facts, _started(game, after, seed))
    if after.status == "playing":
        outcome = game.outcome(after.play)
        if outcome is not None:
            after = _add(game, after, facts, [TableFinished(outcome=outcome)])
    if after.status == "finished":
        after = _add(game, after, facts, [SeedRevealed(secret=seed.secret)])
    return Decided(facts, after)


def _add(game: AnyGame, table: Table[Any], facts: Facts, more: Facts) -> Table[Any]:
    facts.extend(more)
    return _folded(game, table, more)


def _started(game: AnyGame, table: Table[Any], seed: DiceSeed) -> Facts:
    given = [table.client_seed, *(place.client_seed for place in table.seats)]
    started = TableStarted(client_seeds=tuple(text for text in given if text is not None))
    dice = _dice(_folded(game, table, [started]), seed)
    return [started, *game.setup(table.options, len(table.seats), dice)]


def _taken(seat: Seat, kind: Kind, name: str | None, client_seed: str | None) -> SeatTaken:
    return SeatTaken(seat=seat, kind=kind, name=name or f"Player {seat + 1}", client_seed=client_seed)


def _refuse_unless_open(table: Table[Any]) -> None:
    if table.status != "open":
        raise Rejected("table-started", "The game has already started; seats are taken and left open only before.")


def _folded(game: AnyGame, table: Table[Any] | None, facts: Facts) -> Table[Any]:
    after = fold(game, table, facts)
    assert after is not None  # noqa: S101 - `facts` is never empty
    return after


def _dice(table: Table[Any], seed: DiceSeed) -> SeededDice:
    return SeededDice(seed, table.client_seeds, table.draws)
