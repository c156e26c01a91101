"""Bots at a table: their time, and what happens when one does not answer. This module calls no bot."""

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from rules.dice import DiceSeed
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_clock import Instant, answer, complete, lost
from rules.table_commands import Create, Fail
from rules.table_events import BotFailed, Failure, OnExpiry
from rules.table_players import refuse_unless_owing
from rules.table_state import Table

BOT_SECONDS = 30
"""The default time (seconds) of a bot for its turn."""

DEFAULT_FAILURE_POLICY = OnExpiry(policy="substitute", level="greedy")
"""The default policy for a decision that a bot does not answer. Every game has this level."""

FAILURES: tuple[Failure, ...] = get_args(Failure)
"""Why a bot gives no valid answer."""

REJECTIONS: Mapping[str, str] = {
    "bot-missing": "`bot_seconds` and `on_failure` require a seat of kind `bot`.",
    "seat-no-bot": "The seat is not held by a bot.",
    "substitute-required": "Where answers are hidden, only a built-in player answers for a bot that fails: `on_failure` is `substitute`.",
}


class Terms(NamedTuple):
    """A table's rules for its bots: their time in seconds, and the policy for a decision that one does not answer."""

    seconds: int | None
    on_failure: OnExpiry | None


def terms(game: AnyGame, order: Create) -> Terms:
    """The table's complete rules for its bots; None for a table without bots. No bot has more time than people have.

    In a game that hides what is answered by default, a bot that fails while others think would tell its answer by any other policy than
    `substitute`. Refuses with `bot-missing`, `level-unknown`, `substitute-required`.
    """
    if not any(request.kind == "bot" for request in order.seats):
        for field, given in (("bot_seconds", order.bot_seconds), ("on_failure", order.on_failure)):
            if given is not None:
                raise Rejected("bot-missing", f"{field} requires a seat of kind bot.", field=field)
        return Terms(None, None)
    seconds, policy = order.bot_seconds or BOT_SECONDS, complete(game, order.on_failure or DEFAULT_FAILURE_POLICY, "on_failure")
    if game.hides_default and policy.policy != "substitute":
        raise Rejected(
            "substitute-required",
            f"The answers of {game.name} are hidden until all are given: on_failure must be substitute.",
            field="on_failure.policy",
        )
    return Terms(min(seconds, order.turn_seconds or seconds), policy)


def fail(game: AnyGame, table: Table[Any], seat: Seat, order: Fail, seed: DiceSeed, _instant: Instant) -> list[Any]:
    """The events that follow when a bot gives no answer to its decision. Refuses with `seat-no-bot`, `nothing-owed`."""
    rule = table.on_failure
    if rule is None or table.seats[seat].kind != "bot":
        raise Rejected("seat-no-bot", f"Seat {seat} is not held by a bot.")
    refuse_unless_owing(table, seat)
    failures = lost(table, seat)
    failed = BotFailed(seat=seat, reason=order.reason, attempts=order.attempts, policy=rule.policy, failures=failures)
    return [failed, *answer(game, table, seat, rule, failures, "failed", seed)]
