"""The store into which a backup is restored: it must be empty, or hold what an interrupted restore of the same backup has left."""

from collections.abc import Mapping, Sequence
from typing import Final

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from workers.backup.families import Family
from workers.backup.key_values import Keys

RESTORING: Final = service_key("restoring")
"""A string: the backup that is being restored. While the key is there, the restore is not complete."""

_SIGNS_OF_LIFE: Final = ("rs:{service}:alive:", "rs:{service}:reader:")
"""How keys begin that only running processes write."""


class NotEmpty(Exception):
    """Nothing can be restored into this store. The message says why, and what to do."""


class Destination:
    """A store into which a backup is restored. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def begin(self, backup: str) -> None:
        """Note which backup is being restored. Raises `NotEmpty`, and changes nothing, if that is not possible here."""
        found = Keys(self._client).by_family()
        names = [name for those in found.values() for name in those]
        before = self._restoring()
        if any(name.startswith(_SIGNS_OF_LIFE) for name in names):
            raise NotEmpty("a service uses this store, or has used it: stop it, and restore into an empty store")
        if before not in {None, backup}:
            raise NotEmpty(f"a restore of {before} was interrupted here: repeat it, or restore into an empty store")
        if before is None and (others := _others(found)):
            raise NotEmpty(f"the store is not empty, it has {others[0]} (of {len(others)} keys): restore into an empty one")
        self._mark(backup)

    @answered
    def complete(self) -> None:
        """Note that all is restored."""
        self._client.delete(RESTORING)

    @answered
    def _restoring(self) -> str | None:
        found = self._client.get(RESTORING)
        return found.decode() if isinstance(found, bytes) else None

    @answered
    def _mark(self, backup: str) -> None:
        self._client.set(RESTORING, backup)


def _others(found: Mapping[Family | None, Sequence[str]]) -> Sequence[str]:
    """The keys that an empty store does not have: it may know which tables were removed and which names erased."""
    return [name for family, names in found.items() if family is None or family.decision not in {"left", "merged"} for name in names]
