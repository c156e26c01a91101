"""Clocks: when they start, and what happens when they run out. The current time is a parameter."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.dice import DiceSeed
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_commands import Create, Expire
from rules.table_events import Cause, ClockStarted, DecisionExpired, OnExpiry, SeatResigned
from rules.table_players import game_dice, known_level, play_on, substituted
from rules.table_state import Table, fold

DEFAULT_EXPIRY_POLICY = OnExpiry(policy="skip")
"""The default policy of a table with a clock."""

RESIGN_AFTER = 3
"""The default number of turns lost in a row after which the policy `resign` resigns."""


class Instant(NamedTuple):
    """The time of an order, and a function for the time some seconds later, both as UTC text with milliseconds and Z.

    All such texts have the same length, so their alphabetical order is the order of the times.
    """

    now: str
    after: Callable[[int], str]


REJECTIONS: Mapping[str, str] = {
    "clock-missing": "`on_expiry` requires `turn_seconds`.",
    "not-expired": "The time for this decision has not run out.",
}


def policy(game: AnyGame, order: Create) -> OnExpiry | None:
    """The table's complete policy for a clock that runs out; None for a table without a clock.

    Refuses with `clock-missing`, `level-unknown`.
    """
    if order.turn_seconds is None:
        if order.on_expiry is not None:
            raise Rejected("clock-missing", "on_expiry requires turn_seconds.", field="on_expiry")
        return None
    return complete(game, order.on_expiry or DEFAULT_EXPIRY_POLICY, "on_expiry")


def complete(game: AnyGame, requested: OnExpiry, field: str) -> OnExpiry:
    """A policy with defaults for missing fields. Refuses with `level-unknown`. `field` is the policy's path in the request."""
    if requested.policy == "substitute":
        return OnExpiry(policy="substitute", level=known_level(game, requested.level, f"{field}.level"))
    return OnExpiry(policy="resign", after=requested.after or RESIGN_AFTER) if requested.policy == "resign" else DEFAULT_EXPIRY_POLICY


def started(game: AnyGame, table: Table[Any], instant: Instant) -> Sequence[ClockStarted]:
    """The clocks that start now: those of seats that owe a decision in a span that their clock does not measure yet.

    One event for all clocks with the same time, the shorter time first.
    """
    new_spans: dict[int, dict[Seat, int]] = {}
    for seat in table.owing:
        seconds, span = _seconds(table, seat), game.clock(table.play, seat)
        if seconds is not None and table.clocks[seat].span != span:
            new_spans.setdefault(seconds, {})[seat] = span
    return [
        ClockStarted(seats=tuple(spans), spans=tuple(spans.values()), deadline=instant.after(seconds))
        for seconds, spans in sorted(new_spans.items())
    ]


def expire(game: AnyGame, table: Table[Any], seat: Seat, _order: Expire, seed: DiceSeed, instant: Instant) -> list[Any]:
    """The events that follow when a clock runs out. It applies to every decision of its span, and counts once.

    If the game hides what is answered by default, it runs out at once for all whose time is over, for every decision of their spans:
    whoever sees that a clock has run out can know the answer (ADR 59). Refuses with `not-expired`, and as `play_on` does.
    """
    clock = table.clocks[seat]
    if not clock.deadline or instant.now < clock.deadline or _rule(table, seat) is None:
        raise Rejected("not-expired", f"Seat {seat} has time until {clock.deadline or 'it acts'}.")
    facts = _given_up(game, table, seat, seed)
    after = fold(game, table, facts)
    while game.hides_default and after is not None and (late := _late(game, after, instant)) is not None:
        more = _given_up(game, after, late, seed)
        facts += more
        after = fold(game, after, more)
    return facts


def _given_up(game: AnyGame, table: Table[Any], seat: Seat, seed: DiceSeed) -> list[Any]:
    rule, expiries = _rule(table, seat), lost(table, seat)
    assert rule is not None  # noqa: S101 - a seat with a clock has a rule
    expired = DecisionExpired(seat=seat, policy=rule.policy, expiries=expiries)
    return [expired, *answer(game, table, seat, rule, expiries, "expired", seed)]


def _late(game: AnyGame, table: Table[Any], instant: Instant) -> Seat | None:
    """The first seat that owes a decision and whose time is over."""
    for seat in table.owing:
        clock = table.clocks[seat]
        if clock.deadline and clock.deadline <= instant.now and clock.span == game.clock(table.play, seat):
            return seat
    return None


def _rule(table: Table[Any], seat: Seat) -> OnExpiry | None:
    return table.on_failure if table.seats[seat].kind == "bot" else table.on_expiry


def lost(table: Table[Any], seat: Seat) -> int:
    """How many turns in a row the seat has lost, including the current one. A turn counts once."""
    clock = table.clocks[seat]
    return clock.expiries if clock.expired else clock.expiries + 1


def answer(game: AnyGame, table: Table[Any], seat: Seat, rule: OnExpiry, lost: int, cause: Cause, seed: DiceSeed) -> list[Any]:
    """The policy's answer instead of the seat's own, after `lost` lost turns in a row. Refuses as `play_on` does."""
    if rule.policy == "substitute" and rule.level is not None:
        return substituted(game, table, seat, rule.level, cause, seed)
    if rule.after is not None and lost >= rule.after:
        return [SeatResigned(seat=seat), *game.resign(table.play, seat, game_dice(table, seed))]
    return play_on(game, table, seat, lambda: game.default(table.play, seat), seed)


def _seconds(table: Table[Any], seat: Seat) -> int | None:
    return table.bot_seconds if table.seats[seat].kind == "bot" else table.turn_seconds
