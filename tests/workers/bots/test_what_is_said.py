"""The reports about a wrong answer, and who gets them. A wrong answer may be long and contain the seat's token."""

import json
import logging

import pytest

from tests.contract.checker import strict
from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, Message, reply, saying
from tests.workers.bots.world import World
from workers.bots.answer import LONGEST_DETAIL


def naming_its_token(line: Line, message: Message) -> None:
    reply(line, 200, {"move": {"type": "roll", message.data["token"]: 1}})


def playing_its_token(line: Line, message: Message) -> None:
    reply(line, 200, {"move": {"type": "score", "card": message.data["token"], "dice": [0]}})


@pytest.mark.parametrize("answering", [naming_its_token, playing_its_token])
def test_a_token_that_a_bot_puts_into_its_answer_gets_into_no_log(
    world: World, serve: Serve, caplog: pytest.LogCaptureFixture, answering: Answering
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(answering)
    bot = world.register(server)
    table = world.create_table(bot, bot)

    world.run(until=lambda: world.health(bot).paused is not None)

    assert all(message.data["token"] not in caplog.text for message in server.turns)
    assert f"fails at decision 6 of seat 0 at {table}, call 1: unreadable, body-invalid" in caplog.text


def test_what_is_wrong_with_a_long_answer_is_said_shortly(world: World, serve: Serve) -> None:
    server = serve(saying(200, json.dumps({"move": {"type": "roll", "k" * 60_000: 1}}).encode()))
    bot = world.register(server)
    world.create_table(bot, bot)

    world.run(until=lambda: world.health(bot).paused is not None)

    paused = world.health(bot).paused
    assert paused is not None
    assert len(paused.detail) < LONGEST_DETAIL + 80
    refused = strict(server.turns[1].body)["data"]["refused"]
    assert refused["detail"].endswith("kkk…")
