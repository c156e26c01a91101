"""Event streams as HTTP responses. An open stream counts towards the limits of the process and of its client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

from flask import Response, g

from rules.game import Seat
from service.http.problems import Problem
from service.live.hub import ClientStreamsFull, StreamReader, StreamsFull
from service.wiring import web_parts

NOT_CACHED: Final = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Last-Event-ID"}


def live(table: str, seat: Seat | None, frames: Callable[[StreamReader], Iterator[str]], instead: str) -> Response:
    """A stream that is open until its client disconnects or `frames` end. `instead`: advice for a client that gets no stream.

    Raises the problems `too-many-streams` and `streams-full`.
    """
    until_closed = ExitStack()
    try:
        reader = until_closed.enter_context(web_parts().hub.reading(table, seat, g.context.client))
    except ClientStreamsFull:
        most = web_parts().settings.limits.client_streams
        detail = f"You have {most} open streams, the most for one client. Close one, or wait: a dropped stream counts for up to 15 seconds."
        raise Problem("too-many-streams", detail) from None
    except StreamsFull:
        raise Problem("streams-full", f"This server has as many open streams as it serves; {instead}.") from None
    response = event_stream(frames(reader))
    response.call_on_close(until_closed.close)
    return response


def event_stream(frames: Iterator[str]) -> Response:
    """These frames as a streaming response that proxies do not buffer."""
    return Response(frames, content_type="text/event-stream; charset=utf-8", headers={**NOT_CACHED, "X-Accel-Buffering": "no"})
