"""The place of exports and archive, which a marker tells from any other folder (ADR 89).

The marker has an id, and the store knows it. So neither a folder where nothing is mounted nor another place is taken for the right one.
"""

import re
import secrets
from collections.abc import Callable
from typing import Final, Protocol

from redis import Redis

from events.archive.place import FileStoreUnusable, Place
from events.store.keys import service_key
from events.store.redis_connection import answered

MARKER: Final = "README"
"""The file that has the id of its place."""

KEY: Final = service_key("exports-place")
"""A string: the id of the place of exports and archive; with `new:` in front until the place is marked with it."""

_TEXT: Final = "Files of rollstream: exports, named by their content, and archived tables.\nplace {}\n"
_PROPOSED: Final = "new:"
_ID_BYTES: Final = 16
_ID: Final = re.compile(rb"^place ([0-9a-f]{32})\s*$", re.MULTILINE)


class PlaceId(Protocol):
    """The id of the right place. It is proposed, so that all who write the first file mark the place alike, and known once it is marked."""

    def known(self) -> str | None:
        """The id; None as long as no place is marked."""

    def propose(self, place_id: str) -> str:
        """Propose an id. Returns the one that was proposed first."""

    def confirm(self, place_id: str) -> None:
        """Note that the place is marked with the id that was proposed first."""


class StoredPlaceId:
    """The id as the store knows it. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def known(self) -> str | None:
        found = self._stored()
        return None if found is None or found.startswith(_PROPOSED) else found

    @answered
    def propose(self, place_id: str) -> str:
        self._client.set(KEY, _PROPOSED + place_id, nx=True)
        return (self._stored() or place_id).removeprefix(_PROPOSED)

    @answered
    def confirm(self, place_id: str) -> None:
        self._client.set(KEY, place_id)

    @answered
    def _stored(self) -> str | None:
        found = self._client.get(KEY)
        return found.decode() if isinstance(found, bytes) else None


class OwnPlaceId:
    """The id as this process knows it, for a place that no other process uses."""

    def __init__(self) -> None:
        self._proposed: str | None = None
        self._known: str | None = None

    def known(self) -> str | None:
        return self._known

    def propose(self, place_id: str) -> str:
        self._proposed = self._proposed or place_id
        return self._proposed

    def confirm(self, place_id: str) -> None:
        self._known = place_id


class MarkedPlace:
    """A place and its id. Many processes and threads may use it at once.

    Every method raises `FileStoreUnusable`, also if the place is not the right one, `OSError`, and what `PlaceId` raises.
    """

    def __init__(self, open_place: Callable[[], Place], place_id: PlaceId) -> None:
        """`open_place` is called at each use."""
        self._open_place = open_place
        self._id = place_id

    def to_read(self) -> Place:
        """The place as it is. Who misses a file there asks `check` whether the place is the right one."""
        return self._open_place()

    def to_write(self) -> Place:
        """The place, after a check. The first of all writers marks it."""
        place = self._open_place()
        if self._id.known() is None:
            marked = _id_at(place)  # if it is, an id that was proposed for another place is no reason to mark it anew
            place_id = marked or self._id.propose(secrets.token_hex(_ID_BYTES))
            if not marked:
                place.write(MARKER, _TEXT.format(place_id).encode())
            self._id.confirm(place_id)
        self._check(place)
        return place

    def remove(self, name: str) -> None:
        """Delete a file, if it exists. Refused if it is missing at a place that nobody has marked: the right one may have it."""
        place = self.to_read()
        if self._check(place) or place.size(name) is not None:
            place.remove(name)
        else:
            raise FileStoreUnusable(f"no place of files is known yet, and {place} has no {MARKER}")

    def check(self) -> bool:
        """Whether it is known that the place is the right one; False as long as no file was written."""
        return self._check(self.to_read())

    def _check(self, place: Place) -> bool:
        known, marked = self._id.known(), _id_at(place)
        if known is not None and marked != known:
            found = f"{MARKER} {'is missing' if marked is None else 'is that of another place' if marked else 'has no line with an id'}"
            right = f"if this is the right one, write the line `place {known}` into {MARKER}"
            raise FileStoreUnusable(f"{found} at {place}: mount the place of the exports; {right}")
        return bool(marked)


def _id_at(place: Place) -> str | None:
    """The id in the marker; "" if it has none, as those of earlier releases. None if there is no marker."""
    try:
        found = _ID.search(place.read(MARKER))
    except FileNotFoundError:
        return None
    return found[1].decode() if found else ""
