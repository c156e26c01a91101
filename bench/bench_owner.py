"""A bot's owner with 200 tables at once, over HTTP, with the limits that an API key has where nobody sets others.

Each table is one of the bot and a built-in player, created one after the other; they play while more are created, to their ends. Prints
how long the creation and all games took, and what came of the bot's decisions; target: no request is refused, and the bot answers every
decision itself. `python -m bench.bench_owner [TABLES]`
"""

import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from bench.automatic import service
from bench.bench_dispatch import a_bot
from events.limits import USUAL
from tests.live import Api
from tests.service.keys import mint
from tests.service.owning import Owner

TABLES: Final = 200
VARIABLES: Final = {"ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.0/8", "ROLLSTREAM_RATE_LIMIT": USUAL.requests}

WITHIN: Final = 600.0
"""Seconds for all games."""


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    with a_bot() as url, service(**VARIABLES) as (whole, _), Api(whole.url) as api:
        owner = Owner(api, mint(whole, None))
        bot = owner.bot(url)
        begun = time.monotonic()
        refused = [reply for reply in (_create(owner, bot) for _ in range(tables)) if reply is not None]
        created = time.monotonic() - begun
        _wait_for_the_ends(owner, bot, begun + WITHIN)
        ended = time.monotonic() - begun
        counts: Mapping[str, Any] = owner.look(bot)["statistics"]
    told = ", ".join(f"{counts[name]} {name}" for name in ("calls", "answered", "late", "illegal", "failed"))
    print(
        f"{tables} tables of one owner: created in {created:.1f} s, played in {ended:.1f} s; {told}; refused: {refused or 'none'}",
        flush=True,
    )


def _create(owner: Owner, bot: str) -> str | None:
    """The code with which a table was refused, if it was."""
    seats = [{"kind": "bot", "bot": bot.rpartition("/")[2]}, {"kind": "ai", "level": "greedy"}]
    return owner.ask("POST", "/v1/tables", json={"game": "dicy-cards", "seats": seats}).code


def _wait_for_the_ends(owner: Owner, bot: str, until: float) -> None:
    """Raises TimeoutError for games that are still played then."""
    while left := owner.look(bot)["running_tables"]:
        if time.monotonic() > until:
            raise TimeoutError(f"{left} games have not ended")
        time.sleep(0.5)


if __name__ == "__main__":
    main()
