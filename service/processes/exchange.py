"""One request and its response between gunicorn and the WSGI application (ADR 70).

gunicorn parses the request and frames the response. Its own way from one to the other serves every configuration: hooks, an access log,
HTTP/2, early hints. It sends the head of a response before the body, in a system call of its own. For a small response, as almost all are,
that is a quarter of the work of a process.
"""

import logging
from collections.abc import Iterable, Mapping
from functools import lru_cache
from time import time
from typing import Any, Final

from gunicorn.config import Config
from gunicorn.http.message import TOKEN_RE
from gunicorn.http.wsgi import HEADER_VALUE_RE, Response, base_environ
from gunicorn.util import http_date, is_hoppish, unquote_to_wsgi_str

UNPREFIXED: Final = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}
"""Headers whose names in the environment have no prefix `HTTP_` (PEP 3333)."""
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"

log = logging.getLogger("rollstream.web")


class SentResponse(Response):
    """A response of gunicorn whose head waits for the first piece of its body and is sent with it."""

    def __init__(self, request: Any, client: Any, config: Config) -> None:
        super().__init__(request, client, config)
        self._waiting_head = b""

    @property
    def begun(self) -> bool:
        """Whether a part of the response may have reached the client."""
        return self.headers_sent and not self._waiting_head

    def process_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        """Check them as gunicorn does, except names that have passed before."""
        checked = []
        for name, value in headers:
            if _is_ordinary(name) and HEADER_VALUE_RE.fullmatch(value):
                checked.append((name, value.strip(" \t")))
            else:
                super().process_headers([(name, value)])
        self.headers = [*self.headers, *checked]

    def default_headers(self) -> list[str]:
        minor = self.req.version[1]  # type: ignore[index] # the parser sets it
        first = f"HTTP/1.{minor} {self.status}\r\nServer: {self.version}\r\n{_date_line(int(time()))}"
        connection = "close" if self.should_close() else "keep-alive"
        framing = "Transfer-Encoding: chunked\r\n" if self.chunked else ""
        return [first, f"Connection: {connection}\r\n", framing]

    def send_headers(self) -> None:
        """Let the head wait for the next bytes of the response."""
        if not self.headers_sent:
            own = "".join([f"{name}: {value}\r\n" for name, value in self.headers])
            self._waiting_head = f"{''.join(self.default_headers())}{own}\r\n".encode("latin-1")
            self.headers_sent = True

    def write_file(self, pieces: Any) -> None:
        self.send_headers()
        self._send(b"")  # the kernel sends the file by itself
        super().write_file(pieces)

    def close(self) -> None:
        """Send what is still to be sent."""
        self.send_headers()
        end = b"0\r\n\r\n" if self.chunked else b""
        if end or self._waiting_head:
            self._send(end)

    def _emit_body(self, data: bytes) -> None:
        self._send(b"%X\r\n%b\r\n" % (len(data), data) if self.chunked else data)

    def _send(self, data: bytes) -> None:
        head, self._waiting_head = self._waiting_head, b""
        self.sock.sendall(head + data)


class Environments:
    """Makes the WSGI environments of a server's requests."""

    def __init__(self, config: Config) -> None:
        self._same_for_all: Mapping[str, Any] = {**base_environ(config), "wsgi.multithread": True, "SCRIPT_NAME": ""}

    def of(self, request: Any, peer: Any, listener: Any) -> dict[str, Any]:
        """The environment of gunicorn's request from `peer`, the address that `accept` returned, to the address `listener`.

        The names of its headers are safe to use: gunicorn drops those with an underscore.
        """
        host, port = listener if isinstance(listener, tuple) else ("localhost", 80)
        environ = {
            **self._same_for_all,
            "REQUEST_METHOD": request.method,
            "SERVER_PROTOCOL": f"HTTP/1.{request.version[1]}",
            "RAW_URI": request.uri,
            "PATH_INFO": unquote_to_wsgi_str(request.path),
            "QUERY_STRING": request.query,
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "REMOTE_ADDR": peer[0] if isinstance(peer, tuple) else "",
            "wsgi.url_scheme": request.scheme,
            "wsgi.input": request.body,
        }
        for name, value in request.headers:
            key = UNPREFIXED.get(name) or f"HTTP_{name.replace('-', '_')}"
            environ[key] = f"{environ[key]},{value}" if key in environ else value
        return environ


def respond(application: Any, environ: Mapping[str, Any], response: SentResponse) -> None:
    """Send the application's response. Raises `OSError` if the client does not take it, and the application's error if nothing is sent yet.

    After an error in the middle of a response the connection must be closed: the client then knows that the response is incomplete.
    """
    pieces: Iterable[bytes] = application(environ, response.start_response)
    is_file = isinstance(pieces, environ["wsgi.file_wrapper"])
    del environ  # a stream may be open for hours
    try:
        if is_file:
            response.write_file(pieces)
        else:
            for piece in pieces:
                response.write(piece)
        response.close()
    except OSError:
        raise
    except Exception:
        if not response.begun:
            raise
        log.exception("a response ended in the middle")
        response.force_close()
    finally:
        if hasattr(pieces, "close"):
            pieces.close()


@lru_cache(maxsize=200)
def _is_ordinary(name: str) -> bool:
    """Whether a header of this name is sent as the application gives it."""
    return TOKEN_RE.fullmatch(name) is not None and name.lower() != "content-length" and not is_hoppish(name)


@lru_cache(maxsize=1)
def _date_line(second: int) -> str:
    return f"Date: {http_date(second)}\r\n"
