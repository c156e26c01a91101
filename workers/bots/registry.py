"""The bots that somebody has registered: where each is called, what it plays, who may seat it, and the secrets that sign its calls."""

from base64 import b32encode
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from workers.outgoing.signing import Secret
from workers.owners.records import Records, oldest_first

KEPT_FOR: Final = 90 * 86_400
"""Seconds after a bot's last call for which is kept how it has done."""

Why: TypeAlias = Literal["owner", "failing"]
"""Why a bot is not called: its owner wanted it, or its calls failed too often in a row."""


Seating: TypeAlias = Literal["owner", "invited", "anyone"]
"""Who may seat a bot: requests with its owner's API key only, also those that give its invitation, or every request."""

USUAL_TABLES: Final = 200
MOST_TABLES: Final = 1000
"""Running tables of one bot: as many as it has places for if its owner says nothing, and as many as an owner can allow."""

INVITATION_BYTES: Final = 16
"""Bytes of chance in an invitation: nobody can guess it."""


class BotPaused(NamedTuple):
    """Since when (UTC, ms) a bot is not called, and why; `detail` says it to its owner."""

    since: str
    why: Why
    detail: str


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot. `id`: `bot_…`; `owner`: the id of an API key; `avatar`: one letter; `created_at`: UTC (RFC 3339).

    `seating` says who may seat it, at no more than `max_tables` running tables (`workers.bots.places`). A record of a build that did not
    know these fields is read with their defaults: only its owner seats it. `invitation` is the code that seats it while `seating` is
    `invited` ("": it has none yet).

    `paused` is set and lifted by its owner only; what becomes of failed calls, `workers.bots.health` keeps.
    `secrets`, newest first, are for signing: neither told to anybody nor written to a log (`repr` leaves them out). `retired` are the
    fingerprints of those that others have replaced.
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
    max_tables: int = USUAL_TABLES
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
        """Forget the bot and how it has done. A seat that it holds has nobody to ask from then on."""
        super().remove(id)
        self._client.delete(health_key(id), last_failure_key(id), counts_key(id), latencies_key(id), places_key(id), place_clients_key(id))


def invitation(raw: bytes) -> str:
    """The invitation made of `INVITATION_BYTES` random bytes."""
    return "inv_" + b32encode(raw).decode().rstrip("=").lower()


def health_key(bot: str) -> str:
    """A hash: failures in a row, and the pause that they led to."""
    return service_key(f"bot:{bot}:health")


def table_health_key(bot: str, table: str) -> str:
    """A hash: the same for its calls at one table."""
    return service_key(f"bot:{bot}:health:{table}")


def last_failure_key(bot: str) -> str:
    """What the last call that came to nothing came to."""
    return service_key(f"bot:{bot}:last-failure")


def counts_key(bot: str) -> str:
    """A hash: what came of calls and decisions, by count."""
    return service_key(f"bot:{bot}:counts")


def latencies_key(bot: str) -> str:
    """A list: how long the last answers took, newest first."""
    return service_key(f"bot:{bot}:latencies")


def places_key(bot: str) -> str:
    """A sorted set: the places that tables hold with the bot, by the time (epoch, ms) at which they were taken."""
    return service_key(f"bot:{bot}:places")


def place_clients_key(bot: str) -> str:
    """A hash: the client for whose table each place was taken."""
    return service_key(f"bot:{bot}:places:clients")
