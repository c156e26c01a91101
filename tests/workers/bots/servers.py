"""Bots on sockets, each with one kind of answer, good or bad."""

import json
import socket
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from tests.contract.checker import ContractBroken, check_message
from tests.listening import Line
from tests.workers.outgoing.servers import RawServer, read_request, wait_for_the_end


class Message(NamedTuple):
    """A message that a bot received: its headers (names in lower case), the exact body, and its JSON."""

    headers: Mapping[str, str]
    body: bytes
    told: Mapping[str, Any]

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def data(self) -> Any:
        return self.told["data"]


Answering: TypeAlias = Callable[[Line, Message], None]


class BotServer(RawServer):
    """A bot that listens until the block ends. `turns` and `pings` are its messages in order; all must match the contract."""

    def __init__(self, answering: Answering, **place: Any) -> None:
        self.answering = answering
        self.turns: list[Message] = []
        self.pings: list[Message] = []
        self._broken: list[ContractBroken] = []
        super().__init__(wait_for_the_end, **place)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        if self._broken:
            raise self._broken[0]

    def _answer(self, line: Line) -> None:
        request = read_request(line)
        if not request:  # the caller had no time left to send anything
            return
        message = read_message(request)
        try:
            check_message(message.told["type"], message.headers, message.body)
        except ContractBroken as broken:
            self._broken.append(broken)
        (self.pings if message.told["type"] == "bot.ping" else self.turns).append(message)
        with suppress(OSError):
            self.answering(line, message)


def read_message(request: bytes) -> Message:
    head, _, body = request.partition(b"\r\n\r\n")
    pairs = (line.split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:])
    return Message({name.lower(): value for name, value in pairs}, body, json.loads(body))


def reply(line: Line, status: int, body: Any = b"", **headers: str) -> None:
    """Send a response; a body that is not bytes is sent as JSON."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    line.sendall(f"HTTP/1.1 {status} Said\r\n{lines}Content-Length: {len(text)}\r\n\r\n".encode("latin-1") + text)


def good(line: Line, message: Message) -> None:
    """Scores with as many dice as possible, otherwise plays the first legal move."""
    moves = message.data.get("moves", [])
    reply(line, 200, {"move": max(moves, key=lambda move: (move["type"] == "score") * len(move.get("dice", "")))} if moves else {})


def saying(status: int, body: Any = b"", **headers: str) -> Answering:
    """Always the same response, also to pings."""
    return lambda line, _message: reply(line, status, body, **headers)


def moving(move: Mapping[str, Any]) -> Answering:
    """Always the same move."""
    return saying(200, {"move": move})


def later(line: Line, _message: Message) -> None:
    """Answers 202: the move will come through the API."""
    reply(line, 202)


def silent(line: Line, _message: Message) -> None:
    """Never answers."""
    wait_for_the_end(line)


def resetting(line: Line, _message: Message) -> None:
    """Resets the connection."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def then(*answers: Answering) -> Answering:
    """One answer after the other; then always the last one."""
    left = list(answers)

    def answering(line: Line, message: Message) -> None:
        answer = left.pop(0) if len(left) > 1 else left[0]
        answer(line, message)

    return answering
