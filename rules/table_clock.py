"""Clocks: when they start, and what happens when they run out. The time itself comes from outside."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.dice import DiceSeed
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_commands import Create, Expire
from rules.table_events import Cause, ClockStarted, DecisionExpired, OnExpiry, SeatResigned
from rules.table_players import game_dice, known_level, play_on, substituted
from rules.table_state import Table

SKIP = OnExpiry(policy="skip")
"""What happens if the creator of a table with a clock says nothing."""

IN_A_ROW = 3
"""Turns lost in a row after which the policy `resign` resigns, unless the creator says otherwise."""


class Instant(NamedTuple):
    """When an order is carried out, and when so many seconds later is, as UTC text with milliseconds and Z.

    All such texts have one length, so that their order is that of the times.
    """

    now: str
    after: Callable[[int], str]


REJECTIONS: Mapping[str, str] = {
    "clock-missing": "`on_expiry` requires `turn_seconds`.",
    "not-expired": "The time for this decision has not run out.",
}


def policy(game: AnyGame, order: Create) -> OnExpiry | None:
    """What the table lays down for a clock that runs out, complete; None for a table without a clock.

    Refuses with `clock-missing`, `level-unknown`.
    """
    if order.turn_seconds is None:
        if order.on_expiry is not None:
            raise Rejected("clock-missing", "on_expiry requires turn_seconds.", field="on_expiry")
        return None
    return complete(game, order.on_expiry or SKIP, "on_expiry")


def complete(game: AnyGame, wanted: OnExpiry, field: str) -> OnExpiry:
    """A policy with what its creator has left out. Refuses with `level-unknown`; `field` is the policy's place in the request."""
    if wanted.policy == "substitute":
        return OnExpiry(policy="substitute", level=known_level(game, wanted.level, f"{field}.level"))
    return OnExpiry(policy="resign", after=wanted.after or IN_A_ROW) if wanted.policy == "resign" else SKIP


def started(game: AnyGame, table: Table[Any], instant: Instant) -> Sequence[ClockStarted]:
    """The clocks that start now: those of the seats that owe a decision in a span that their clock does not measure yet.

    One event for all that have the same time, the shorter time first.
    """
    fresh: dict[int, dict[Seat, int]] = {}
    for seat in table.owing:
        seconds, span = _seconds(table, seat), game.clock(table.play, seat)
        if seconds is not None and table.clocks[seat].span != span:
            fresh.setdefault(seconds, {})[seat] = span
    return [
        ClockStarted(seats=tuple(spans), spans=tuple(spans.values()), deadline=instant.after(seconds))
        for seconds, spans in sorted(fresh.items())
    ]


def expire(game: AnyGame, table: Table[Any], seat: Seat, _order: Expire, seed: DiceSeed, instant: Instant) -> list[Any]:
    """What follows from a clock that has run out: for every decision of its span, which counts once.

    Refuses with `not-expired`, and as `play_on` does.
    """
    clock = table.clocks[seat]
    rule = table.on_failure if table.seats[seat].kind == "bot" else table.on_expiry
    if rule is None or not clock.deadline or instant.now < clock.deadline:
        raise Rejected("not-expired", f"Seat {seat} has time until {clock.deadline or 'it acts'}.")
    expiries = lost(table, seat)
    expired = DecisionExpired(seat=seat, policy=rule.policy, expiries=expiries)
    return [expired, *answer(game, table, seat, rule, expiries, "expired", seed)]


def lost(table: Table[Any], seat: Seat) -> int:
    """How many turns the seat has lost in a row, with the one whose decision it loses now: a turn counts once."""
    clock = table.clocks[seat]
    return clock.expiries if clock.expired else clock.expiries + 1


def answer(game: AnyGame, table: Table[Any], seat: Seat, rule: OnExpiry, lost: int, cause: Cause, seed: DiceSeed) -> list[Any]:
    """What a policy gives in the place of the seat's own answer, once it has lost so many turns in a row. Refuses as `play_on` does."""
    if rule.policy == "substitute" and rule.level is not None:
        return substituted(game, table, seat, rule.level, cause, seed)
    if rule.after is not None and lost >= rule.after:
        return [SeatResigned(seat=seat), *game.resign(table.play, seat, game_dice(table, seed))]
    return play_on(game, table, seat, lambda: game.default(table.play, seat), seed)


def _seconds(table: Table[Any], seat: Seat) -> int | None:
    return table.bot_seconds if table.seats[seat].kind == "bot" else table.turn_seconds
