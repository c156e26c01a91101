"""Reads a request's body for gunicorn. A request without its body must not hold a place that others need."""

from io import BytesIO
from typing import Any

from gunicorn.http.body import LengthReader

from service.processes.places import Connection, Connections


def take_arrived(req: Any) -> BytesIO | None:
    """The body of gunicorn's request if all of it has arrived with the head, as most do; None if some of it is still to be read."""
    reader = req.body.reader
    if not isinstance(reader, LengthReader):
        return None
    data = req.unreader.take_buffered()
    if len(data) < reader.length:
        req.unreader.unread(data)
        return None
    if len(data) > reader.length:
        req.unreader.unread(data[reader.length :])
    return BytesIO(data[: reader.length])


class BodyReader:
    """The reader of a request's body. While no byte arrives, the connection counts as waiting, like one without a request."""

    def __init__(self, req: Any, reader: Any, connections: Connections, connection: Connection) -> None:
        """`reader` is gunicorn's own reader of the body."""
        self._req = req
        self._reader = reader
        self._connections = connections
        self._connection = connection

    def read(self, size: int) -> bytes:
        """Read as gunicorn's reader does. After an error the connection ends with the answer: the next request's start is unknown."""
        self._connections.mark_waiting(self._connection)
        try:
            part: bytes = self._reader.read(size)
        except BaseException:
            self._req.force_close()
            raise
        finally:
            self._connections.mark_busy(self._connection)
        return part
