"""The registered bots: their URLs, their games, who may seat them, and the secrets that sign their calls."""

from base64 import b32encode
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from workers.outgoing.signing import Secret
from workers.owners.records import Records, oldest_first

HEALTH_KEPT_SECONDS: Final = 90 * 86_400
"""Seconds after a bot's last call for which its health and statistics are stored."""

Why: TypeAlias = Literal["owner", "failing"]
"""Why a bot is paused: by its owner, or because its calls failed too often in a row."""


Seating: TypeAlias = Literal["owner", "invited", "anyone"]
"""Who may seat a bot: only requests with its owner's API key, also requests with its invitation, or every request."""

DEFAULT_TABLES: Final = 200
MOST_TABLES: Final = 1000
"""Running tables of one bot: the default, and the most that an owner can allow."""

INVITATION_BYTES: Final = 16
"""Random bytes in an invitation: nobody can guess it."""


class BotPaused(NamedTuple):
    """Since when (UTC, ms) a bot is paused, and why; `detail` explains it to its owner."""

    since: str
    why: Why
    detail: str


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot. `id`: `bot_…`; `owner`: the id of an API key; `avatar`: one letter; `created_at`: UTC (RFC 3339).

    `seating` says who may seat it, at no more than `max_tables` running tables (`workers.bots.places`). A record of an older build without
    these fields gets their defaults: only its owner seats it. `invitation` is the code that seats it while `seating` is `invited` ("": none
    yet).

    Only the owner sets and clears `paused`; pauses after failed calls are in `workers.bots.health`. `secrets`, newest first, sign its
    calls: they are neither shown nor logged (`repr` omits them). `retired` contains the fingerprints of replaced secrets.
    """

    id: str
    owner: str
    name: str
    url: str
    games: tuple[str, ...]
    avatar: str
    created_at: str
    secrets: tuple[Secret, ...]
    seating: Seating = "owner"
    max_tables: int = DEFAULT_TABLES
    invitation: str = ""
    paused: BotPaused | None = None
    retired: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Bot({self.id}, {self.name!r})"


class Bots(Records[Bot]):
    """All bots of a service."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, "bots", Bot)
        self._client = client

    def list(self, game: str | None = None) -> Sequence[Bot]:
        """All bots, or those that play this game, oldest first."""
        return self.owned(oldest_first(bot for bot in self.all() if game is None or game in bot.games))

    @answered
    def remove(self, id: str) -> None:
        """Delete the bot with its health and statistics. A seat that it holds has no player from then on."""
        super().remove(id)
        self._client.delete(health_key(id), last_failure_key(id), counts_key(id), latencies_key(id), places_key(id), place_clients_key(id))


def invitation(raw: bytes) -> str:
    """The invitation made of `INVITATION_BYTES` random bytes."""
    return "inv_" + b32encode(raw).decode().rstrip("=").lower()


def health_key(bot: str) -> str:
    """A hash: failures in a row, and the pause after them."""
    return service_key(f"bot:{bot}:health")


def table_health_key(bot: str, table: str) -> str:
    """A hash: the same for its calls at one table."""
    return service_key(f"bot:{bot}:health:{table}")


def last_failure_key(bot: str) -> str:
    """A JSON text: the last failed call."""
    return service_key(f"bot:{bot}:last-failure")


def counts_key(bot: str) -> str:
    """A hash: the results of calls and decisions, with their counts."""
    return service_key(f"bot:{bot}:counts")


def latencies_key(bot: str) -> str:
    """A list: latencies of the last answers in ms, newest first."""
    return service_key(f"bot:{bot}:latencies")


def places_key(bot: str) -> str:
    """A sorted set: the places that tables hold at the bot, by the time (epoch, ms) at which they were taken."""
    return service_key(f"bot:{bot}:places")


def place_clients_key(bot: str) -> str:
    """A hash: the client for whose table each place was taken."""
    return service_key(f"bot:{bot}:places:clients")
