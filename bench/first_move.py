"""A bot that plays the first move that it is offered: `python -m bench.first_move PORT`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FirstMove(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer that the bot runs."""
        self.send_response(204)
        self.end_headers()

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"move": question["data"]["moves"][0]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), FirstMove).serve_forever()
