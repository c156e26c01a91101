"""Restores a table to an earlier state while all other stored data about it stays: a branch is lost."""

from typing import Any, Final

from redis import Redis

from events.store.keys import partition_of

WHAT: Final = ("log", "state", "keys", "secret")


class Branch:
    """The stored data of a table and of its partition's feed when this was created."""

    def __init__(self, client: Redis, table: str) -> None:
        partition = partition_of(table)
        names = [*(f"rs:{{{partition}}}:{table}:{what}" for what in WHAT), f"rs:{{{partition}}}:feed"]
        self._client: Any = client
        self._kept = {name: self._client.dump(name) for name in names}

    def bring_back(self) -> None:
        """Lose everything that was written since."""
        for name, kept in self._kept.items():
            self._client.delete(name)
            if kept is not None:
                self._client.restore(name, 0, kept)
