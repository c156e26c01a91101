"""Bots that answer close to the deadline, in the response or through the API."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final, NamedTuple

import requests

from tests.listening import Line
from tests.workers.bots.servers import Message, reply

AROUND: Final = (-0.05, 0.001, -0.001, 2.5, -0.05, 0.01, -0.005, 0.05)
"""Seconds from the deadline to the answer, in turn. The service handles a clock some milliseconds after the deadline, or up to a second
on a busy machine: until then an answer counts."""


class Told(NamedTuple):
    """The API's response to a move."""

    table: str
    decision: int
    status: int
    json: Any


class Racer:
    """Answers close to the deadline: every other call in its response, the others with 202 and then through the API."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._calls = count()
        self.responses: list[Told] = []

    def __call__(self, line: Line, message: Message) -> None:
        if message.told["type"] == "bot.ping":
            reply(line, 200)
            return
        number = next(self._calls)
        when = datetime.fromisoformat(message.data["deadline"]) + timedelta(seconds=AROUND[number // 2 % len(AROUND)])
        if number % 2:
            wait_until(when)
            reply(line, 200, {"move": message.data["moves"][0]})
        else:
            reply(line, 202)
            wait_until(when)
            self.responses.append(move(self._url, message))


def wait_until(time_of_day: datetime) -> None:
    time.sleep(max(0.0, (time_of_day - datetime.now(UTC)).total_seconds()))


def move(url: str, message: Message) -> Told:
    """The API's response when the bot that received this message plays its first legal move."""
    answer = requests.post(
        f"{url}/v1/tables/{message.data['table']}/moves",
        json=message.data["moves"][0],
        headers={"Authorization": f"Bearer {message.data['token']}"},
        timeout=30,
    )
    return Told(message.data["table"], message.data["decision"], answer.status_code, answer.json())


def answers(events: Sequence[Any], seat: int) -> dict[int, str]:
    """For each decision of the seat, the type of the first event of its answer."""
    return {event["decision"]: event["type"] for event in reversed(events) if event["seat"] == seat and event["decision"] is not None}
