"""Behaviours of hostile bots, for turns and pings alike."""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import cycle
from typing import Final

import requests

from tests.listening import Line
from tests.workers.bots.servers import Answering, Message, moving, reply, resetting, saying, silent
from tests.workers.outgoing import hostile
from tests.workers.outgoing.servers import Behaviour

LATE: Final = 0.2
"""Seconds after the deadline at which a late answer is sent."""


def behaviours(inside: Sequence[str]) -> Mapping[str, tuple[Answering, str]]:
    """By name: a bot's behaviour, and the log's entry about it: the failure reason, or `expired` if its clock ran out.

    `inside` are internal addresses to which it tries to redirect the caller.
    """
    lures = cycle(inside)
    return {
        "never answers": (silent, "expired"),
        "answers after the deadline": (after_the_deadline, "expired"),
        "a byte a second": (a_byte_a_second, "expired"),
        "202 and then silence": (saying(202), "expired"),
        "2 GB": (as_a_bot(hostile.sends_two_gigabytes), "unreadable"),
        "gzip bomb": (as_a_bot(hostile.sends_a_gzip_bomb), "unreadable"),
        **{f"redirect {status}": (saying(status, Location=next(lures)), "status") for status in (301, 302, 303, 307, 308)},
        "refresh": (refreshing(next(lures)), "unreadable"),
        "wrong JSON": (saying(200, b'{"move": {"type": "roll"}'), "unreadable"),
        "illegal for ever": (moving({"type": "score", "card": "any-two", "dice": [0, 1, 2]}), "illegal"),
        "somebody else's decision": (somebody_elses_decision, "illegal"),
        "500": (saying(500), "status"),
        "resets": (resetting, "unreachable"),
    }


def after_the_deadline(line: Line, message: Message) -> None:
    """A legal move, too late. A ping has no deadline and is answered at once."""
    if deadline := message.data.get("deadline"):
        time.sleep(max(0.0, (datetime.fromisoformat(deadline) - datetime.now(UTC)).total_seconds() + LATE))
        reply(line, 200, {"move": message.data["moves"][0]})
    else:
        reply(line, 200)


def a_byte_a_second(line: Line, _message: Message) -> None:
    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        time.sleep(1)
        line.sendall(b" ")


def as_a_bot(behaviour: Behaviour) -> Answering:
    """The behaviour of a hostile server, for a bot."""
    return lambda line, _message: behaviour(line)


def refreshing(url: str) -> Answering:
    """A page that redirects its reader, by a header and by a `meta` element."""
    return saying(200, f'<meta http-equiv="refresh" content="0; url={url}">'.encode(), Refresh=f"0; url={url}")


def somebody_elses_decision(line: Line, message: Message) -> None:
    """A legal move, as an answer to the previous decision."""
    moves = message.data.get("moves", [{}])
    reply(line, 200, {"move": {**moves[0], "decision": message.data.get("decision", 2) - 1}})


class AtAFinishedTable:
    """Answers 202, and then plays at the first table that it was called for, which is over by then. `responses` are the API's."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._first: Message | None = None
        self.responses: list[tuple[int, str]] = []

    def __call__(self, line: Line, message: Message) -> None:
        reply(line, 202)
        if message.told["type"] == "bot.ping":
            return
        first = self._first = self._first or message
        if first.data["table"] != message.data["table"]:
            answer = requests.post(
                f"{self._url}/v1/tables/{first.data['table']}/moves",
                json=first.data["moves"][0],
                headers={"Authorization": f"Bearer {first.data['token']}"},
                timeout=30,
            )
            self.responses.append((answer.status_code, answer.json()["code"]))


def inner_addresses(port: int) -> Mapping[str, str]:
    """By name: a URL for each notation of an address that is not allowed. Most of them mean 127.0.0.2."""
    hosts = {
        "loopback": "127.0.0.2",
        "decimal": "2130706434",
        "octal": "0177.0.0.2",
        "hexadecimal": "0x7f.0.0.2",
        "IPv6-mapped": "[::ffff:127.0.0.2]",
        "NAT64": "[64:ff9b::7f00:2]",
        "NAT64, local": "[64:ff9b:1::7f00:2]",
        "6to4": "[2002:7f00:2::]",
        "CGNAT": "100.64.0.2",
        "metadata": "169.254.169.254",
    }
    return {name: f"http://{host}:{port}/" for name, host in hosts.items()}
