"""The service's messages to bots and webhooks match `webhooks` of the contract: real messages, sent by its own code."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.registry import games
from rules.table_events import TABLE_EVENTS
from tests.contract.checker import ContractBroken, check_message, document, faults, schema
from tests.workers.bots.servers import BotServer, Message, good, moving, saying, then
from tests.workers.bots.world import GREEDY, HUMAN, World
from tests.workers.dispatching import webhook
from workers.bots import probe
from workers.bots.answer import AnswerLater, BotMove, Fault, read_answer
from workers.outgoing.client import Answered
from workers.webhooks import subscription
from workers.webhooks.kinds import KINDS
from workers.webhooks.messages import PING
from workers.webhooks.registry import ALL_TYPES

GAMES = games()
OF_EVENTS = {event.type for event in (*TABLE_EVENTS, *(event for game in GAMES.values() for event in game.events))}
KINDS_BESIDE_EVENTS = {kind.type for kind in KINDS}
OFFERED = {
    "dice-cards": {"exchange", "keep", "mark", "strike"},
    "dicy-cards": {"roll", "reroll", "score", "skip"},
    "ice-dice": {"setup", "reroll", "shift", "take", "pass"},
}
"""Moves that a bot can get in each game."""


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.name)
def world(request: pytest.FixtureRequest, fresh_store_url: str) -> Iterator[World]:
    """A world for each game."""
    world = World(fresh_store_url, request.param)
    yield world
    world.tools.client.close()


def _check(message: Message) -> None:
    kind = message.told["type"]
    check_message("event" if kind in OF_EVENTS else kind, message.headers, message.body)


def test_a_bot_is_asked_as_promised_through_a_whole_game(world: World) -> None:
    with BotServer(good) as server:
        bot = world.register(server)
        table = world.create_table(bot, GREEDY)

        world.run(until=lambda: world.over(table))

    assert {move["type"] for message in server.turns for move in message.data["moves"]} >= OFFERED[world.game.name]
    for message in server.turns:
        _check(message)


@pytest.mark.parametrize(
    "bad",
    [saying(500), saying(200, b"{"), saying(200, {"move": 1}), moving({"type": "roll", "decision": 999}), moving({"type": "unheard-of"})],
    ids=["an error", "no JSON", "no move", "another decision", "no such move"],
)
def test_a_bot_that_answered_badly_is_asked_again_as_promised(world: World, bad: Any) -> None:
    with BotServer(then(bad, good)) as server:
        table = world.create_table(world.register(server), HUMAN)

        world.run(until=world.answered(table))

    assert len(server.turns) == 2
    for message in server.turns:
        _check(message)


def test_a_bot_is_pinged_as_promised(world: World) -> None:
    with BotServer(saying(204)) as server:
        probe.ping(world.parts.outgoing, world.register(server), world.now)

    [ping] = server.pings
    _check(ping)


def test_what_the_contract_says_of_answers_is_what_counts(world: World) -> None:
    answers = document()["webhooks"]["bot.turn"]["post"]["responses"]
    promised = answers["200"]["content"]["application/json"]
    game = world.game

    for example in promised["examples"].values():
        body = Answered(200, {}, msgspec.json.encode(example["value"]), 1.0)
        assert faults(promised["schema"], example["value"]) == []
        assert [isinstance(read_answer(game, 6, body), BotMove) for game in GAMES.values()].count(True) == 1
    bad: list[Any] = [{}, {"move": {"type": "roll"}, "more": 1}, {"move": []}, {"move": {}}]
    for wrong in bad:
        assert faults(promised["schema"], wrong)
        assert isinstance(read_answer(game, 6, Answered(200, {}, msgspec.json.encode(wrong), 1.0)), Fault)
    assert isinstance(read_answer(game, 6, Answered(202, {}, b"", 1.0)), AnswerLater)


def test_webhooks_are_told_everything_as_promised(world: World) -> None:
    with BotServer(saying(204)) as endpoint, BotServer(saying(500)) as failing:
        hearing = webhook(world.parts, endpoint.url)
        table = world.create_table(GREEDY, world.register(failing))
        world.run(until=lambda: world.over(table))

        while subscription.run(world.parts, hearing.id, table):
            """It resumes at its position."""
        world.parts.sender.ping(hearing, "once")

    types = {message.told["type"] for message in endpoint.turns}
    assert types == {*world.types(table), *KINDS_BESIDE_EVENTS, PING}
    assert {"table.bot-failed", "table.seat-substituted", "table.seed-revealed"} < types
    for message in endpoint.turns:
        _check(message)


def test_a_webhook_can_ask_for_every_type_of_message_and_no_other() -> None:
    assert set(schema("MessageType")["enum"]) == {*OF_EVENTS, *KINDS_BESIDE_EVENTS, ALL_TYPES}


def test_the_contract_has_every_message_that_is_sent_and_no_other() -> None:
    assert document()["webhooks"].keys() == {"bot.turn", "bot.ping", "event", PING, *KINDS_BESIDE_EVENTS}


def test_a_message_that_differs_is_told() -> None:
    example = document()["webhooks"]["webhook.ping"]["post"]["requestBody"]["content"]["application/json"]["examples"]["ping"]["value"]
    headers = {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": "1773500966",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "rollstream-attempt": "1",
    }

    check_message("webhook.ping", headers, msgspec.json.encode(example))
    for wrong, body in (
        ({name: value for name, value in headers.items() if name != "webhook-id"}, example),
        ({**headers, "webhook-signature": "v2,"}, example),
        ({**headers, "webhook-timestamp": "now"}, example),
        (headers, {**example, "more": 1}),
    ):
        with pytest.raises(ContractBroken):
            check_message("webhook.ping", wrong, msgspec.json.encode(body))
