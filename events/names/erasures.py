"""The names that were erased from this service. What comes back from a backup or an archive is erased again."""

from collections.abc import Callable, Mapping
from typing import Final

from redis import Redis

from events.names.erasing import Erases
from events.projections.summaries import normalised
from events.store.keys import service_key
from events.store.redis_connection import answered

KEY: Final = service_key("erased-names")
"""A hash: digest of a name -> when it was erased (UTC, ms)."""


class Erasures:
    """The erased names, each as a digest that nobody can make without the service's secret. A player who joins later under the same name is
    another person and keeps it.

    Every method raises `StoreUnavailable`.
    """

    def __init__(self, client: Redis, derive: Callable[[str], bytes]) -> None:
        """`derive(text)` returns 32 bytes that follow from the text and the service's secret."""
        self._client = client
        self._derive = derive

    def remember(self, name: str, at: str) -> None:
        """Remember that the name, in any spelling that the lists take for the same, was erased at this time (UTC, ms)."""
        self.add({self._digest(name): at})

    @answered
    def all(self) -> Mapping[str, str]:
        """By the digest of each erased name, when it was erased last (UTC, ms)."""
        stored: Mapping[bytes, bytes] = self._client.hgetall(KEY)  # type: ignore[assignment]  # the library's
        return {digest.decode(): at.decode() for digest, at in stored.items()}

    @answered
    def add(self, erased: Mapping[str, str]) -> None:
        """Remember what `all` has returned, here or at another time. The later time of a name counts."""
        known = self.all()
        for digest, at in erased.items():
            if at > known.get(digest, ""):
                self._client.hset(KEY, digest, at)

    def erases(self) -> Erases:
        """Whether a name was erased, as far as is remembered now."""
        known = self.all()
        return lambda name, joined_at: joined_at <= known.get(self._digest(name), "")

    def _digest(self, name: str) -> str:
        return self._derive(f"erased-name:{normalised(name)}").hex()


def only(name: str, at: str) -> Erases:
    """Erases this name alone, in any spelling that the lists take for the same, from tables where its player joined by this time."""
    wanted = normalised(name)
    return lambda found, joined_at: joined_at <= at and normalised(found) == wanted
