"""A later build of the service: a proxy that adds to each answer what may be added within v1, and takes it back out of requests."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import requests

from tests.contract.checker import find, media_type, published
from tests.contract.growing import FIELD, WORD, grown

TOLD_BY_WORDS: Final = {"listEvents"}
"""Operations whose enums have another word as well. What other operations answer is what the client decides and plays by."""
OF_THE_MESSAGE: Final = {"connection", "content-length", "date", "server", "transfer-encoding"}


class Later(BaseHTTPRequestHandler):
    """Handles the requests of one client. `behind` is the address of the real service."""

    behind = ""

    def do_GET(self) -> None:
        self._pass_on()

    def do_POST(self) -> None:
        self._pass_on()

    def do_DELETE(self) -> None:
        self._pass_on()

    def log_message(self, format: str, *_: Any) -> None:
        """A test prints nothing."""

    def _pass_on(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = _without_added(json.loads(sent)) if sent else None
        headers = {name: value for name, value in self.headers.items() if name.lower() in {"authorization", "accept", "idempotency-key"}}
        answer = requests.request(self.command, self.behind + self.path, headers=headers, json=body, timeout=30)
        content = self._grown(answer)
        self.send_response(answer.status_code)
        for name, value in answer.headers.items():
            if name.lower() not in OF_THE_MESSAGE:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")  # without it Java keeps the connection for its next request
        self.end_headers()
        self.wfile.write(content)

    def _grown(self, answer: requests.Response) -> bytes:
        operation = find(self.command, self.path.partition("?")[0])
        kind = media_type({name.lower(): value for name, value in answer.headers.items()})
        if operation is None or not kind.endswith("json"):
            return answer.content
        response = published()["paths"][operation.path][operation.method.lower()]["responses"][str(answer.status_code)]
        if "$ref" in response:
            response = published()["components"]["responses"][response["$ref"].rpartition("/")[2]]
        value = grown(response["content"][kind]["schema"], answer.json(), words=operation.id in TOLD_BY_WORDS)
        if operation.id == "listMoves" and value["moves"]:
            value["moves"].insert(0, {"type": WORD, "decision": value["decision"], "square": "e4"})
        if kind == "application/problem+json":
            value["code"] = WORD
        return json.dumps(value).encode()


def _without_added(body: Any) -> Any:
    """A move as the service of today knows it: the client posts it as it came."""
    if isinstance(body, dict):
        return {name: _without_added(value) for name, value in body.items() if name != FIELD}
    return [_without_added(item) for item in body] if isinstance(body, list) else body


@contextmanager
def later_build(behind: str) -> Iterator[str]:
    """The address of a later build of the service."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("LaterBuild", (Later,), {"behind": behind}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
