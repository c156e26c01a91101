"""What became of a bot's calls and decisions, and how fast it is."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from redis import Redis

from events.store.redis_connection import answered
from events.store.scripts import Script
from workers.bots.registry import KEPT_FOR, counts_key, latencies_key

MEASURED: Final = 1_000
"""Latencies that are kept, newest first."""

Count: TypeAlias = Literal["calls", "answered", "late", "illegal", "failed"]
COUNTS: Final[tuple[Count, ...]] = get_args(Count)

_NOTE: Final = Script(Path(__file__).with_name("note.lua"))


class Statistics(NamedTuple):
    """`calls`: made; of these `illegal`: answered with a move that was refused, and `failed`: without a usable answer.
    `answered`, `late`: decisions that a move of the bot closed, and those whose clock ran out.
    `median_ms`, `p99_ms`, `last_ms`: from the call to the last byte of its answer; None before the first.
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
    """Raises `StoreUnavailable`, as all functions here."""
    calls, answers, late, illegal, failed = (int(count or 0) for count in client.hmget(counts_key(bot), *COUNTS))
    latencies = [int(ms) for ms in client.lrange(latencies_key(bot), 0, MEASURED - 1)]
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
    """Milliseconds that the bot's last answer took; None before the first."""
    ms = client.lindex(latencies_key(bot), 0)
    return None if ms is None else int(ms)


@answered
def note(client: Redis, bot: str, call: str, *counted: Count, ms: float | None = None) -> None:
    """Count what came of a call, once whatever `call` names, and how many milliseconds its answer took if there was one."""
    ask: Callable[..., Any] = client.execute_command
    latency = "" if ms is None else str(round(ms))
    _NOTE(ask, (counts_key(bot), latencies_key(bot)), call, latency, MEASURED, KEPT_FOR, *counted)


def _percentile(ranked: Sequence[int], percent: int) -> int | None:
    """The nearest rank: the smallest value that is not exceeded by so many percent of them."""
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)] if ranked else None
