"""Clocks: when they start, and what happens when they run out. The time itself comes from outside."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.dice import DiceSeed
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_events import ClockStarted, DecisionExpired, OnExpiry, SeatResigned
from rules.table_orders import Create, Expire
from rules.table_players import game_dice, known_level, play_on, substituted
from rules.table_state import Table

SKIP = OnExpiry(policy="skip")
"""What happens if the creator of a table with a clock says nothing."""

IN_A_ROW = 3
"""Expiries in a row after which the policy `resign` resigns, unless the creator says otherwise."""


class Instant(NamedTuple):
    """When an order is carried out, and until when a clock that starts now would run, both as UTC text with milliseconds and Z.

    All such texts have one length, so that their order is that of the times.
    """

    now: str
    deadline: str


REJECTIONS: Mapping[str, str] = {
    "clock-missing": "What happens when a clock runs out can only be laid down for a table that has one.",
    "not-expired": "The time for this decision is not over.",
}


def policy(game: AnyGame, order: Create) -> OnExpiry | None:
    """What the table lays down for a clock that runs out, complete; None for a table without a clock.

    Refuses with `clock-missing`, `level-unknown`.
    """
    if order.turn_seconds is None:
        if order.on_expiry is not None:
            raise Rejected("clock-missing", "on_expiry needs turn_seconds.", field="on_expiry")
        return None
    wanted = order.on_expiry or SKIP
    if wanted.policy == "substitute":
        return OnExpiry(policy="substitute", level=known_level(game, wanted.level, "on_expiry.level"))
    return OnExpiry(policy="resign", after=wanted.after or IN_A_ROW) if wanted.policy == "resign" else SKIP


def started(game: AnyGame, table: Table[Any], instant: Instant) -> Sequence[ClockStarted]:
    """The clocks that start now: those of the seats that owe a decision in a span that their clock does not measure yet."""
    if table.turn_seconds is None:
        return ()
    spans = {seat: game.clock(table.play, seat) for seat in table.owing}
    fresh = {seat: span for seat, span in spans.items() if table.clocks[seat].span != span}
    return (ClockStarted(seats=tuple(fresh), spans=tuple(fresh.values()), deadline=instant.deadline),) if fresh else ()


def expire(game: AnyGame, table: Table[Any], seat: Seat, _order: Expire, seed: DiceSeed, instant: Instant) -> list[Any]:
    """What follows from a clock that has run out: for every decision of its span, which counts once.

    Refuses with `not-expired`, and as `play_on` does.
    """
    clock = table.clocks[seat]
    if table.on_expiry is None or not clock.deadline or instant.now < clock.deadline:
        raise Rejected("not-expired", f"Seat {seat} has time until {clock.deadline or 'it acts'}.")
    expiries = clock.expiries if clock.expired else clock.expiries + 1
    expired = DecisionExpired(seat=seat, policy=table.on_expiry.policy, expiries=expiries)
    return [expired, *_answer(game, table, seat, table.on_expiry, expiries, seed)]


def _answer(game: AnyGame, table: Table[Any], seat: Seat, on_expiry: OnExpiry, expiries: int, seed: DiceSeed) -> list[Any]:
    if on_expiry.policy == "substitute" and on_expiry.level is not None:
        return substituted(game, table, seat, on_expiry.level, "expired", seed)
    if on_expiry.after is not None and expiries >= on_expiry.after:
        return [SeatResigned(seat=seat), *game.resign(table.play, seat, game_dice(table, seed))]
    return play_on(game, table, seat, lambda: game.default(table.play, seat), seed)
