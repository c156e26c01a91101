"""The messages to a bot, and the effect of its good answers."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from standardwebhooks import Webhook

from events.tables import keyed_orders
from events.tables.presenting import present_move, present_table
from events.timestamps import stamp
from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Message, good, reply
from tests.workers.bots.world import GAME, GREEDY, HUMAN, NOON, SECRET, SHORT, World
from workers.bots import turn
from workers.outgoing.signing import new_secret, rotated


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_a_bot_plays_a_whole_game_and_nobody_stands_in_for_it(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, GREEDY, options=SHORT)

    world.run(until=lambda: world.over(table))

    asked = len(server.turns)
    assert not {"table.bot-failed", "table.seat-substituted", "table.decision-expired"} & set(world.types(table))
    assert world.statistics(bot)[:5] == (asked, asked, 0, 0, 0)
    assert world.health(bot) == (0, None)


def test_two_bots_at_one_address_play_each_other(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server, "Dora"), world.register(server, "Emil"), options=SHORT)

    world.run(until=lambda: world.over(table))

    assert {message.data["bot"] for message in server.turns} == {"bot_dora", "bot_emil"}
    assert not world.failures(table)


def test_a_question_says_all_that_a_move_needs(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server), HUMAN, bot_seconds=45)
    loaded = world.loaded(table)
    decision = loaded.table.decisions[0]

    world.run(until=world.answered(table))

    message = server.turns[0]
    token = message.data.pop("token")
    assert world.parts.tokens.read(table, token) == world.holder(table, 0)
    assert message.told == {
        "type": "bot.turn",
        "timestamp": stamp(NOON),
        "data": {
            "bot": "bot_dora",
            "table": table,
            "game": "dicy-cards",
            "seat": 0,
            "decision": decision,
            "deadline": stamp(NOON + timedelta(seconds=45)),
            "attempt": 1,
            "latency_ms": None,
            "view": as_json(present_table(loaded, 0)),
            "moves": as_json([present_move(GAME, command, decision) for command in GAME.legal(loaded.table.play, 0)]),
            "next": None,
            "refused": None,
        },
    }


def test_a_question_is_signed_over_its_exact_bytes(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    message = server.turns[0]
    moment = datetime.fromtimestamp(int(message.headers["webhook-timestamp"]), UTC)
    assert message.headers["webhook-signature"] == Webhook(SECRET).sign(message.id, moment, message.body.decode())
    assert message.headers["rollstream-attempt"] == "1"
    assert "." not in message.id


def test_a_question_is_signed_with_both_secrets_for_a_day_after_a_rotation(world: World, serve: Serve) -> None:
    server = serve(good)
    bot, newer = world.register(server), new_secret(b"n" * 32)
    world.parts.bots.change(bot.id, lambda bot: msgspec.structs.replace(bot, secrets=rotated(bot.secrets, newer, world.now)))
    first = world.create_table(bot, HUMAN)
    world.run(until=world.answered(first))
    world.passes(hours=24)
    second = world.create_table(bot, HUMAN)
    world.run(until=world.answered(second))

    before, after = (next(message for message in server.turns if message.data["table"] == table) for table in (first, second))

    signed = [Webhook(text).sign(before.id, NOON, before.body.decode()) for text in (newer, SECRET)]
    assert before.headers["webhook-signature"].split() == signed
    assert len(after.headers["webhook-signature"].split()) == 1


def test_a_bot_is_told_how_long_its_last_answer_took(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    world.run(until=world.answered(table))
    measured = world.statistics(bot).last_ms

    world.run(until=world.answered(table))

    assert measured is not None
    assert server.turns[1].data["latency_ms"] == round(measured)
    assert 0 <= measured < 10_000


def test_a_move_may_leave_out_which_decision_it_answers(world: World, serve: Serve) -> None:
    server = serve(lambda line, message: reply(line, 200, {"move": {"type": message.data["moves"][0]["type"]}}))
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    assert len(server.turns) == 1
    assert not world.failures(table)


def test_a_bot_is_asked_once_whoever_hears_of_its_decision_how_often(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server), HUMAN)
    [call] = [call for entry in world.feed() for call in turn.wanted_calls(world.parts, entry)]

    for _ in range(3):
        turn.run(world.parts, *call.ids)

    assert len(server.turns) == 1
    assert world.types(table).count("dicy-cards.dice-rolled") == 1


def test_a_bot_that_is_asked_by_several_at_once_moves_once(world: World, serve: Serve) -> None:
    together = threading.Barrier(4)

    def all_at_once(line: Line, message: Message) -> None:
        together.wait()
        good(line, message)

    server = serve(all_at_once)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    ids = (bot.id, table, "0", str(world.loaded(table).table.decisions[0]))

    with ThreadPoolExecutor() as threads:
        answers = [*threads.map(lambda _: turn.run(world.parts, *ids), range(4))]

    assert answers == [None] * 4
    assert len({(message.id, message.body) for message in server.turns}) == 1
    assert world.types(table).count("dicy-cards.dice-rolled") == 1


def test_only_decisions_that_an_append_has_opened_are_asked_for(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server), HUMAN)
    [opening] = world.feed()
    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert list(turn.wanted_calls(world.parts, opening)) == []
    assert list(turn.wanted_calls(world.parts, opening._replace(table="p03-" + "0" * 26))) == []


def test_a_bot_may_answer_with_its_token_before_its_call_is_over(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    move = keyed_orders.move(table, world.holder(table, 0), GAME.commands["roll"](), world.loaded(table).table.decisions[0])

    def answer_twice(line: Line, message: Message) -> None:
        world.tools.handler.execute(move)
        good(line, message)

    server.answering = answer_twice
    world.run(until=world.answered(table))

    assert world.types(table).count("dicy-cards.dice-rolled") == 1
    assert world.statistics(bot).answered == 1
