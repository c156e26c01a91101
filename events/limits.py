"""Limits on what one client, one bot or one dead address may use of the service: every limit, in one place.

An operator sets them in the table `[limits]` of the configuration. `rollstream limits` and docs/limits.md show them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any, Final

SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600}
_RATE: Final = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(SECONDS)})")


def parse_rate(rule: str) -> tuple[int, int]:
    """The requests and seconds of a rate such as `6000/minute`. Raises `ValueError`."""
    found = _RATE.fullmatch(rule)
    if found is None:
        raise ValueError(f"must read like 6000/minute, 100/second or 50000/hour, not {rule!r}")
    return int(found[1]), SECONDS[found[2]]


def _rate(default: str, unit: str, says: str) -> Any:
    """A limit of so many of a unit in a time. `says` is its description for operators."""
    return field(default=default, metadata={"unit": unit, "says": says})


def _number(default: int, lowest: int, highest: int, unit: str, says: str) -> Any:
    """A limit that is a whole number from `lowest` to `highest` of a unit. `says` is its description for operators."""
    return field(default=default, metadata={"unit": unit, "says": says, "bounds": (lowest, highest)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """All limits. Each has a unit and a description of what it counts and of what happens beyond it."""

    requests: str = _rate(
        "6000/minute",
        "units",
        "Units of one client, for each web process: one for each request, and more for what costs more; beyond it 429 `rate-limited`.",
    )
    streams: int = _number(
        0,
        0,
        100_000,
        "streams",
        "Open streams of one web process; beyond it 503 `streams-full`. 0: as many as its memory and the system's limit of open files "
        "allow, 20,000 at most; the server prints how many that is when it starts.",
    )

    # --- what one client may use of a web process -------------------------------------------------------------------------------

    client_streams: int = _number(
        400, 1, 100_000, "streams", "Open streams of one client, for each web process; beyond it 429 `too-many-streams`."
    )
    client_jobs: int = _number(
        100,
        1,
        100_000,
        "jobs",
        "Unfinished turns, advice and exports that one client has requested from a web process; beyond it 429 `too-many-jobs`.",
    )
    tables_created: str = _rate(
        "2000/hour", "tables", "Tables and forks that one client creates, for each web process; beyond it 429 `too-many-tables-created`."
    )
    seats_taken: str = _rate(
        "10/hour", "seats", "Seats that one client takes at one table, for each web process; beyond it 429 `too-many-seats-taken`."
    )
    bots: int = _number(100, 1, 10_000, "bots", "Bots of one API key; beyond it 409 `too-many-owned`.")
    webhooks: int = _number(100, 1, 10_000, "webhooks", "Webhooks of one API key; beyond it 409 `too-many-owned`.")
    connections: int = _number(
        500,
        1,
        100_000,
        "connections",
        "Open connections from one address to one web process. Beyond it the one that has waited longest for a request is closed; "
        "if none has waited for five seconds, the new one waits as long and then gets 429 `too-many-connections`. "
        "Trusted proxies are exempt.",
    )
    first_byte: int = _number(5, 1, 60, "seconds", "A connection that has not sent anything by then is closed.")

    turn_slice: int = _number(100, 10, 1000, "ms", "How long a worker plays on at one table before other tables get their turn.")
    turn_calls: int = _number(128, 2, 1_000, "calls", "Calls of bots that one dispatcher makes at once; more wait.")
    webhook_calls: int = _number(128, 2, 1_000, "calls", "Calls of webhooks that one dispatcher makes at once; more wait.")
    owner_calls: int = _number(32, 2, 1_000, "calls", "Of either, for one API key; half of it to hosts that take longer than a second.")
    host_calls: int = _number(32, 2, 1_000, "calls", "Of either, to one host; half of it while it takes longer than a second.")
    endpoint_calls: int = _number(8, 1, 1_000, "calls", "Of either, to one bot or webhook.")
    lookups: int = _number(64, 2, 1_000, "look-ups", "Names of bots and webhooks that one process looks up at once; more wait.")
    client_lookups: int = _number(
        4, 1, 1_000, "look-ups", "Of these, for one API key; beyond it, and beyond 5 seconds, 503 `lookup-timed-out`."
    )
    tests: int = _number(
        32, 1, 1_000, "calls", "Test calls of bots and webhooks that one web process makes at once; beyond it 429 `too-many-tests`."
    )
    client_tests: int = _number(
        4, 1, 1_000, "calls", "Of these, for one API key, and to one host; beyond it 429 `too-many-tests`, with `Retry-After`."
    )
    bot_tables: int = _number(
        1000, 1, 1000, "tables", "Running tables of one bot, also where its owner's `max_tables` is higher; beyond it 409 `bot-full`."
    )
    bot_client_share: int = _number(
        25,
        1,
        100,
        "percent",
        "Share of a bot's tables that one client has, other than its owner, and one at least; beyond it 409 `bot-full`.",
    )
    bot_owner_reserve: int = _number(
        10,
        0,
        90,
        "percent",
        "Share of a bot's tables that is kept for its owner, and one at least where it has two; 409 `bot-full` for others.",
    )

    webhook_pending: int = _number(
        2_000,
        10,
        4_000,
        "deliveries",
        "Pending deliveries of one webhook; beyond it no new events are read for it until some are settled.",
    )
    webhook_waiting: int = _number(
        10_000, 1, 1_000_000, "tables", "Tables whose events wait for that; beyond it the webhook is paused with the reason `behind`."
    )
    webhook_behind: int = _number(
        96, 1, 144, "hours", "Age of the oldest event that is still to be sent to a webhook; beyond it the webhook is paused: `behind`."
    )

    events_before_start: int = _number(
        200, 20, 100_000, "events", "Events of a table before its game starts; beyond it nobody joins: 409 `seats-changed-too-often`."
    )
    tables_running: int = _number(
        500,
        1,
        1_000_000,
        "tables",
        "Tables of one client that are in progress, or were created recently; beyond it 409 `too-many-tables-running`.",
    )
    unstarted_counted: int = _number(
        900,
        2,
        86_400,
        "seconds",
        "How long a table whose game has not started counts in `tables_running` and at its bots; later, the start asks for a place.",
    )
    unstarted_kept: int = _number(24, 1, 87_600, "hours", "How long a table is kept that was abandoned before its game started.")
    inactive_kept: int = _number(
        720, 1, 87_600, "hours", "How long a table is kept that was closed: nobody acted, or an operator closed it."
    )
    finished_kept: int = _number(0, 0, 36_500, "days", "How long a table is kept whose game was played to its end; 0: for ever.")
    archived_after: int = _number(
        0, 0, 36_500, "days", "How long after its end a table leaves the store for the archive (docs/operations.md); 0: never."
    )
    store_reserve: int = _number(
        10, 1, 90, "percent", "Share of the store's `maxmemory` that is kept for running games; where less is left, 503 `store-full`."
    )

    rematch_wait: int = _number(30, 1, 600, "seconds", "How long a rematch waits for its players before the game starts.")

    @property
    def places_held_after_rematch(self) -> timedelta:
        """How long a rematch that has not started still counts in `tables_running` and at its bots, after its start time."""
        return timedelta(seconds=self.unstarted_counted - self.rematch_wait)


DEFAULT_LIMITS: Final = Limits()
"""The default limits."""

NAMES: Final = tuple(limit.name for limit in fields(Limits))


def read_limits(table: Mapping[str, Any]) -> Limits:
    """The limits in a table `[limits]`, with defaults for those it does not name. Raises `ValueError` with the name of the limit."""
    unknown = [name for name in table if name not in NAMES]
    if unknown:
        raise ValueError(f"limits.{unknown[0]} is no limit; known: {', '.join(NAMES)}")
    for limit in fields(Limits):
        if limit.name in table:
            _check(limit.name, table[limit.name], limit.metadata)
    found = Limits(**table)
    if found.unstarted_counted <= found.rematch_wait:  # otherwise a rematch could start when it no longer counts in the limits
        raise ValueError(f"limits.unstarted_counted must be longer than limits.rematch_wait, {found.rematch_wait} seconds")
    return found


def _check(name: str, value: object, metadata: Mapping[str, Any]) -> None:
    if "bounds" not in metadata:  # a rate
        try:
            parse_rate(value if isinstance(value, str) else repr(value))
        except ValueError as error:
            raise ValueError(f"limits.{name} {error}") from None
        return
    lowest, highest = metadata["bounds"]
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"limits.{name} must be a whole number from {lowest} to {highest}, not {value!r}")
