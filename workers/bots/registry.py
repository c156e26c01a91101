"""The bots that somebody has registered: where each is called, what it plays, and the secrets its calls are signed with."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.access import ApiKeys
from events.connection import answered
from events.keys import service_key
from events.scripts import Script
from workers.outgoing.signing import Secret

_BOTS: Final = service_key("bots")
"""A hash: the record of each bot, by id."""

KEPT_FOR: Final = 90 * 86_400
"""Seconds after a bot's last call for which is kept how it has done."""

_SWAP: Final = Script(Path(__file__).with_name("swap.lua"))


Why: TypeAlias = Literal["owner", "failing"]
"""Why a bot is not called: its owner wanted it, or its calls failed too often in a row."""


class Paused(NamedTuple):
    """Since when (UTC, ms) a bot is not called, and why; `detail` says it to its owner."""

    since: str
    why: Why
    detail: str


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot. `id`: `bot_…`; `owner`: the id of an API key; `avatar`: one letter; `created_at`: UTC (RFC 3339).

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
    paused: Paused | None = None
    retired: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Bot({self.id}, {self.name!r})"


_read = msgspec.json.Decoder(Bot).decode
_write = msgspec.json.Encoder().encode


class Bots:
    """All bots of a service. Every method raises `StoreUnavailable`, and may be called again when its answer was lost.

    A bot whose owner's API key is revoked is not found any more.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._keys = ApiKeys(client)
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def add(self, bot: Bot) -> bool:
        """Keep a new bot; False if its id is taken by another record."""
        kept = _write(bot)
        return bool(self._client.hsetnx(_BOTS, bot.id, kept)) or self._client.hget(_BOTS, bot.id) == kept

    @answered
    def find(self, id: str) -> Bot | None:
        """The bot with this id."""
        kept = self._client.hget(_BOTS, id)
        return next(iter(self._owned([_read(kept)])), None) if kept else None

    @answered
    def of(self, owner: str) -> Sequence[Bot]:
        """The bots of one API key, revoked or not, oldest first."""
        return [bot for bot in self._all() if bot.owner == owner]

    @answered
    def list(self, game: str | None = None) -> Sequence[Bot]:
        """All bots, or those that play this game, oldest first."""
        return self._owned([bot for bot in self._all() if game is None or game in bot.games])

    @answered
    def change(self, id: str, make: Callable[[Bot], Bot]) -> Bot | None:
        """What `make` has made of the bot, kept; None if there is none. Called again if somebody else has changed it meanwhile."""
        while kept := self._client.hget(_BOTS, id):
            bot = make(_read(kept))
            if _SWAP(self._ask, (_BOTS,), id, kept, _write(bot)):
                return bot
        return None

    @answered
    def remove(self, id: str) -> None:
        """Forget the bot and how it has done. A seat that it holds has nobody to ask from then on."""
        with self._client.pipeline() as pipe:
            pipe.hdel(_BOTS, id)
            pipe.delete(health_key(id), last_failure_key(id), counts_key(id), latencies_key(id))
            pipe.execute()

    def _owned(self, bots: Sequence[Bot]) -> Sequence[Bot]:
        owners = self._keys.among({bot.owner for bot in bots})
        return [bot for bot in bots if bot.owner in owners]

    def _all(self) -> Sequence[Bot]:
        return sorted(map(_read, self._client.hvals(_BOTS)), key=lambda bot: (bot.created_at, bot.id))


def health_key(bot: str) -> str:
    """A hash: failures in a row, and the pause that they led to."""
    return service_key(f"bot:{bot}:health")


def last_failure_key(bot: str) -> str:
    """What the last call that came to nothing came to."""
    return service_key(f"bot:{bot}:last-failure")


def counts_key(bot: str) -> str:
    """A hash: what came of calls and decisions, by count."""
    return service_key(f"bot:{bot}:counts")


def latencies_key(bot: str) -> str:
    """A list: how long the last answers took, newest first."""
    return service_key(f"bot:{bot}:latencies")
