"""A bot's owner with 200 tables at once, over HTTP, with the default limits of an API key.

Each table seats the bot and a built-in player. Tables are created one after the other, and are played meanwhile. Prints the time of the
creation and of all games, and the results of the bot's decisions; target: no request is refused, and the bot answers every decision itself.
`python -m bench.bench_owner [TABLES]`
"""

import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from bench.automatic import service
from bench.bench_dispatch import a_bot
from events.limits import DEFAULT_LIMITS
from tests.live import Api
from tests.service.keys import mint
from tests.service.owning import Owner

TABLES: Final = 200
VARIABLES: Final = {"ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.0/8", "ROLLSTREAM_RATE_LIMIT": DEFAULT_LIMITS.requests}

LONGEST_RUN: Final = 600.0
"""Seconds for all games."""


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    with a_bot() as url, service(**VARIABLES) as (whole, _), Api(whole.url) as api:
        owner = Owner(api, mint(whole, None))
        bot = owner.bot(url)
        started = time.monotonic()
        refused = [reply for reply in (_create(owner, bot) for _ in range(tables)) if reply is not None]
        created = time.monotonic() - started
        _wait_for_the_ends(owner, bot, started + LONGEST_RUN)
        ended = time.monotonic() - started
        counts: Mapping[str, Any] = owner.look(bot)["statistics"]
    results = ", ".join(f"{counts[name]} {name}" for name in ("calls", "answered", "late", "illegal", "failed"))
    print(
        f"{tables} tables of one owner: created in {created:.1f} s, played in {ended:.1f} s; {results}; refused: {refused or 'none'}",
        flush=True,
    )


def _create(owner: Owner, bot: str) -> str | None:
    """Create a table; returns the code if it was refused."""
    seats = [{"kind": "bot", "bot": bot.rpartition("/")[2]}, {"kind": "ai", "level": "greedy"}]
    return owner.ask("POST", "/v1/tables", json={"game": "dicy-cards", "seats": seats}).code


def _wait_for_the_ends(owner: Owner, bot: str, until: float) -> None:
    """Raises TimeoutError if games are still running at that time."""
    while left := owner.look(bot)["running_tables"]:
        if time.monotonic() > until:
            raise TimeoutError(f"{left} games have not ended")
        time.sleep(0.5)


if __name__ == "__main__":
    main()
