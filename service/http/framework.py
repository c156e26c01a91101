"""Flask and its responses without the parts of each request's path that this service does not use (ADR 70)."""

from collections.abc import Callable, Iterable
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Request, Response
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule

WITHOUT_BODY: Final = frozenset({204, 304})
"""Statuses of responses that have no body, whatever they were made of."""


ABOUT_BODY: Final = frozenset({"Content-Type", "Content-Length"})
"""Headers that they do not have either, although every response of Flask does."""


class Reply(Response):
    """A response that is sent as it is if nothing about it has to be corrected.

    Werkzeug copies all headers three times to correct those that Flask's users leave out, or write in another form than HTTP's. Ours are
    complete once a body of known length is set.
    """

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not isinstance(self.response, list):
            return super().__call__(environ, start_response)
        if self.status_code in WITHOUT_BODY:
            start_response(self.status, [header for header in self.headers if header[0] not in ABOUT_BODY])
            return ()
        if "Content-Length" not in self.headers or environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        start_response(self.status, list(self.headers))
        return self.response


class NoSession(SessionInterface):
    """The same empty session for every request."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._session


class Route(Rule):
    """A rule that finds its route. Werkzeug also compiles code that would make addresses of it, which takes seven eighths of the time."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 - as it is called
        return _no_address


def _no_address(rule: Rule, *_: object, **__: object) -> tuple[str, str]:
    raise NotImplementedError(f"no address is made of {rule}")


class Service(Flask):
    """Flask with one function before all routes and one after them, without sessions, and without support for coroutines.

    Flask would look for functions of each blueprint and for a session in every request, and check four times whether it calls a coroutine.
    What an extension registers for the application is called as ever.
    """

    response_class = Reply
    session_interface = NoSession()
    url_rule_class = Route

    def __init__(self, name: str, *, before: Callable[[Request], None], after: Callable[[Request, Response], None]) -> None:
        """`before` may raise what `handle_problems` knows; `after` completes the response."""
        super().__init__(name, static_folder=None)
        self._before, self._after = before, after

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Finds routes by the path alone: none depends on the host, and no address is made of it."""
        if request is None:
            return None
        return MapAdapter(self.url_map, "localhost", "/", "", "http", request.path, request.method)

    def full_dispatch_request(self) -> Response:
        """Flask's, without its signals, for which nobody listens."""
        try:
            self._before(request_ctx.request)
            reply = self.preprocess_request() if self.before_request_funcs else None
            if reply is None:
                reply = self.dispatch_request()
        except Exception as error:  # noqa: BLE001 - as Flask does: every error has a handler
            reply = self.handle_user_exception(error)
        return self.process_response(self.make_response(reply))

    def process_response(self, response: Response) -> Response:
        if self.after_request_funcs:
            response = super().process_response(response)
        self._after(request_ctx.request, response)
        return response

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        if self.teardown_request_funcs:
            super().do_teardown_request(exc)

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        if self.teardown_appcontext_funcs:
            super().do_teardown_appcontext(exc)
