"""A bot that plays the first move that it is offered: `python -m bench.first_move PORT`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FirstMove(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """It is there."""
        self.send_response(204)
        self.end_headers()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": asked["data"]["moves"][0]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """There is nothing to say."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), FirstMove).serve_forever()
