"""Flask and its responses without the parts of each request's path that this service does not use (ADR 71)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response
from flask.globals import request_ctx

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

WITHOUT_BODY: Final = frozenset({204, 304})
"""Statuses of responses that have no body, whatever they were made of."""


class Reply(Response):
    """A response that is sent as it is if nothing about it has to be corrected.

    Werkzeug copies all headers three times to correct those that Flask's users leave out, or write in another form than HTTP's. Ours are
    complete once a body of known length is set.
    """

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if not isinstance(self.response, list) or "Content-Length" not in self.headers or self._omits_body(environ):
            return super().__call__(environ, start_response)
        start_response(self.status, list(self.headers))
        return self.response

    def _omits_body(self, environ: "WSGIEnvironment") -> bool:
        return environ["REQUEST_METHOD"] == "HEAD" or self.status_code in WITHOUT_BODY


class Service(Flask):
    """Flask with one function before all routes and one after them, without sessions, and without support for coroutines.

    Flask would look for functions of each blueprint and for a session in every request, and check four times whether it calls a coroutine.
    """

    response_class = Reply

    def __init__(self, name: str, *, before: Callable[[Request], None], after: Callable[[Request, Response], None]) -> None:
        """`before` may raise what `handle_problems` knows; `after` completes the response."""
        super().__init__(name, static_folder=None)
        self._before, self._after = before, after

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def preprocess_request(self) -> None:
        self._before(request_ctx.request)

    def process_response(self, response: Response) -> Response:
        if self.after_request_funcs:  # those of an extension, which the application has only with some settings
            response = super().process_response(response)
        self._after(request_ctx.request, response)
        return response
