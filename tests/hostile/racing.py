"""Bots that answer just when their time is over, in one of the two ways there are."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final, NamedTuple

import requests

from tests.listening import Line
from tests.workers.bots.servers import Message, reply

AROUND: Final = (-0.05, 0.001, -0.001, 2.5, -0.05, 0.01, -0.005, 0.05)
"""Seconds from the deadline to the answer, in turn. The clock is carried out some milliseconds after it, or a second on
a busy machine: until then an answer counts."""


class Told(NamedTuple):
    """What the API said to a move."""

    table: str
    decision: int
    status: int
    json: Any


class Racer:
    """Answers around the deadline: every other question in the answer to the call, the others through the API, after 202."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._asked = count()
        self.told: list[Told] = []

    def __call__(self, line: Line, message: Message) -> None:
        if message.told["type"] == "bot.ping":
            reply(line, 200)
            return
        number = next(self._asked)
        when = datetime.fromisoformat(message.data["deadline"]) + timedelta(seconds=AROUND[number // 2 % len(AROUND)])
        if number % 2:
            wait_until(when)
            reply(line, 200, {"move": message.data["moves"][0]})
        else:
            reply(line, 202)
            wait_until(when)
            self.told.append(move(self._url, message))


def wait_until(moment: datetime) -> None:
    time.sleep(max(0.0, (moment - datetime.now(UTC)).total_seconds()))


def move(url: str, message: Message) -> Told:
    """What the API says if the bot that was sent this message plays the first of its moves."""
    answer = requests.post(
        f"{url}/v1/tables/{message.data['table']}/moves",
        json=message.data["moves"][0],
        headers={"Authorization": f"Bearer {message.data['token']}"},
        timeout=30,
    )
    return Told(message.data["table"], message.data["decision"], answer.status_code, answer.json())


def answers(events: Sequence[Any], seat: int) -> dict[int, str]:
    """By decision of the seat: the type of the event with which its answer begins."""
    return {event["decision"]: event["type"] for event in reversed(events) if event["seat"] == seat and event["decision"] is not None}
