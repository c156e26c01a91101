"""Statistics of a bot: counts of its calls and decisions, and its latencies."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from redis import Redis

from events.store.redis_connection import answered
from events.store.scripts import Script
from workers.bots.registry import HEALTH_KEPT_SECONDS, counts_key, latencies_key

MOST_LATENCIES: Final = 1_000
"""Latencies that are stored, newest first."""

Count: TypeAlias = Literal["calls", "answered", "late", "illegal", "failed"]
COUNTS: Final[tuple[Count, ...]] = get_args(Count)

_NOTE: Final = Script(Path(__file__).with_name("note.lua"))


class Statistics(NamedTuple):
    """`calls`: all calls. Of these `illegal`: answered with a move that was refused; `failed`: without a usable answer.

    `answered`, `late`: decisions that a move of the bot closed, and decisions whose clock ran out. `median_ms`, `p99_ms`, `last_ms`: from
    the call to the last byte of its answer; None before the first answer.
    """

    calls: int
    answered: int
    late: int
    illegal: int
    failed: int
    median_ms: int | None
    p99_ms: int | None
    last_ms: int | None


@answered
def statistics(client: Redis, bot: str) -> Statistics:
    """The statistics of a bot. Raises `StoreUnavailable`, as all functions here."""
    calls, answers, late, illegal, failed = (int(count or 0) for count in client.hmget(counts_key(bot), *COUNTS))
    latencies = [int(ms) for ms in client.lrange(latencies_key(bot), 0, MOST_LATENCIES - 1)]
    ranked = sorted(latencies)
    return Statistics(
        calls=calls,
        answered=answers,
        late=late,
        illegal=illegal,
        failed=failed,
        median_ms=_percentile(ranked, 50),
        p99_ms=_percentile(ranked, 99),
        last_ms=latencies[0] if latencies else None,
    )


@answered
def last_latency(client: Redis, bot: str) -> int | None:
    """Milliseconds of the bot's last answer; None before the first."""
    ms = client.lindex(latencies_key(bot), 0)
    return None if ms is None else int(ms)


@answered
def note(client: Redis, bot: str, call: str, *counted: Count, ms: float | None = None) -> None:
    """Count these results of a call, each `call` only once. `ms`: the latency of its answer, if there was one."""
    execute: Callable[..., Any] = client.execute_command
    latency = "" if ms is None else str(round(ms))
    _NOTE(execute, (counts_key(bot), latencies_key(bot)), call, latency, MOST_LATENCIES, HEALTH_KEPT_SECONDS, *counted)


def _percentile(ranked: Sequence[int], percent: int) -> int | None:
    """The nearest rank: the smallest value that at least so many percent do not exceed; None without values."""
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)] if ranked else None
