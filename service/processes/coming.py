"""A body that is still to come: whoever sends a request without it must not hold a place that others need."""

from typing import Any

from service.processes.places import Connection, Connections


class Coming:
    """What gunicorn reads a body from. While nothing comes, the connection waits as one without a request does."""

    def __init__(self, req: Any, reader: Any, places: Connections, place: Connection) -> None:
        """`reader` is gunicorn's own; the place is the connection's."""
        self._req = req
        self._reader = reader
        self._places = places
        self._place = place

    def read(self, size: int) -> bytes:
        """As the reader's. If it is interrupted, nobody knows where the next request begins: the connection ends with the answer."""
        self._places.waits(self._place)
        try:
            part: bytes = self._reader.read(size)
        except BaseException:
            self._req.force_close()
            raise
        finally:
            self._places.goes_on(self._place)
        return part
