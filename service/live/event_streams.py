"""Event streams as HTTP responses. An open stream counts towards the limits of the process and of its client."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from flask import Response

from rules.game import Seat
from service.http.problems import Problem
from service.http.request_context import this_request
from service.live.hub import ClientStreamsFull, StreamReader, StreamsFull
from service.wiring import web_parts

NOT_CACHED: Final = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Last-Event-ID"}


def live(table: str, seat: Seat | None, frames: Callable[[StreamReader], Iterator[str]], instead: str) -> Response:
    """A stream that is open until its client disconnects or `frames` end. `instead`: advice for a client that gets no stream.

    Raises the problems `too-many-streams` and `streams-full`.
    """
    reading = web_parts().hub.reading(table, seat, this_request().client)
    try:
        reader = reading.__enter__()
    except ClientStreamsFull:
        most = web_parts().settings.limits.client_streams
        detail = f"You have {most} open streams, the most for one client. Close one, or wait: a dropped stream counts for up to 15 seconds."
        raise Problem("too-many-streams", detail) from None
    except StreamsFull:
        raise Problem("streams-full", f"This server has as many open streams as it serves; {instead}.") from None
    return event_stream(Frames(frames(reader), partial(reading.__exit__, None, None, None)))


class Frames:
    """The frames of an open stream, and what must happen when it is closed. It holds nothing else: a stream may be open for hours."""

    def __init__(self, frames: Iterator[str], when_closed: Callable[[], object] = lambda: None) -> None:
        self._frames, self._when_closed = frames, when_closed

    def __iter__(self) -> Iterator[bytes]:
        return map(str.encode, self._frames)

    def close(self) -> None:
        self._when_closed()


def event_stream(frames: Frames) -> Response:
    """These frames as a streaming response that proxies do not buffer."""
    headers = {**NOT_CACHED, "X-Accel-Buffering": "no"}
    return Response(frames, content_type="text/event-stream; charset=utf-8", headers=headers, direct_passthrough=True)
