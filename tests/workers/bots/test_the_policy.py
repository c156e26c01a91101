"""The policy for bots without a valid answer: the table in docs/bots.md, row by row."""

import logging
from dataclasses import replace as replace_desk
from typing import Any

import pytest
from msgspec.structs import replace

from events.access.api_keys import ApiKeys
from rules.table_events import OnExpiry
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, good, moving, resetting, saying, silent, then
from tests.workers.bots.world import HUMAN, World
from workers.bots.answer import LONGEST_ECHOED_MOVE
from workers.bots.progress import CallProgress, Owed, save_progress
from workers.outgoing.client import Outgoing

ILLEGAL = {"type": "score", "card": "any-two", "dice": [0, 1]}
"""Illegal before the dice are rolled."""


@pytest.mark.parametrize(
    ("answering", "reason"),
    [
        (saying(500), "status"),
        (saying(404), "status"),
        (saying(204), "status"),
        (resetting, "unreachable"),
        (saying(200, b"{}", Content_Encoding="gzip"), "unreadable"),
    ],
)
def test_a_bot_without_an_answer_is_sent_the_same_message_four_times_and_then_given_up(
    world: World, serve: Serve, caplog: pytest.LogCaptureFixture, answering: Answering, reason: str
) -> None:
    caplog.set_level(logging.INFO)
    server = serve(answering)
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    assert world.makes == [0, 1, 3, 7]
    assert len({(message.id, message.body) for message in server.turns}) == 1
    assert [message.headers["rollstream-attempt"] for message in server.turns] == ["1", "2", "3", "4"]
    [failure] = world.failures(table)
    assert (failure.seat, failure.reason, failure.attempts, failure.policy, failure.failures) == (0, reason, 4, "substitute", 1)
    assert world.types(table).count("table.seat-substituted") == 1
    told = [record.getMessage() for record in caplog.records if record.name == "workers.bots.failure_policy"]
    assert len(told) == 5
    assert all(word in line for line in told for word in ("bot_dora", table, reason))


def test_a_bot_that_never_answers_is_cut_off_when_its_time_is_over(world: World, serve: Serve) -> None:
    table = world.create_table(world.register(serve(silent)), HUMAN, bot_seconds=1)

    world.run(until=world.answered(table))

    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == ("timed-out", 1)


def test_a_bot_may_fail_and_answer_in_the_end(world: World, serve: Serve) -> None:
    bot = world.register(serve(then(saying(500), resetting, saying(503), good)))
    table = world.create_table(bot, HUMAN)

    world.run(until=world.answered(table))

    assert not world.failures(table)
    assert world.statistics(bot)[:5] == (4, 1, 0, 0, 3)
    assert world.health(bot).failures == 0


@pytest.mark.parametrize("said", ["5", "Sat, 28 Nov 2026 12:00:05 GMT"])
def test_a_bot_says_when_it_wants_to_be_asked_again(world: World, serve: Serve, said: str) -> None:
    table = world.create_table(world.register(serve(then(saying(503, Retry_After=said), good))), HUMAN)

    world.run(until=world.answered(table))

    assert world.makes == [0, 5]
    assert not world.failures(table)


def test_a_bot_that_wants_to_be_asked_again_at_once_waits_as_long_as_any_other(world: World, serve: Serve) -> None:
    table = world.create_table(world.register(serve(then(saying(503, Retry_After="0"), good))), HUMAN)

    world.run(until=world.answered(table))

    assert world.makes == [0, 1]


def test_a_bot_that_wants_more_time_than_it_has_is_given_up_at_once(world: World, serve: Serve) -> None:
    table = world.create_table(world.register(serve(saying(429, Retry_After="30"))), HUMAN, bot_seconds=30)

    world.run(until=world.answered(table))

    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == ("status", 1)
    assert world.makes == [0]


@pytest.mark.parametrize(
    ("body", "reason", "code"),
    [
        (b"", "unreadable", "body-unreadable"),
        (b"roll", "unreadable", "body-unreadable"),
        (b'{"move": {"type": "\xff"}}', "unreadable", "body-unreadable"),
        (b'{"move": {"type": "\\ud800"}}', "unreadable", "body-unreadable"),
        (b'{"move": {"dice": ' + b"[" * 60_000, "unreadable", "body-unreadable"),
        (b'{"move":' * 8_000, "unreadable", "body-unreadable"),
        (b"null", "unreadable", "body-invalid"),
        (b"{}", "unreadable", "body-invalid"),
        (b'{"move": null}', "unreadable", "body-invalid"),
        (b'{"move": {}}', "unreadable", "body-invalid"),
        (b'{"move": {"type": "cheat"}}', "unreadable", "body-invalid"),
        (b'{"move": {"type": "roll", "faces": [6, 6]}}', "unreadable", "body-invalid"),
        (b'{"move": {"type": "roll", "decision": "6"}}', "unreadable", "body-invalid"),
        (b'{"move": {"type": "roll"}, "seat": 1}', "unreadable", "body-invalid"),
        (b'{"move": {"type": "roll", "decision": 1}}', "illegal", "decision-closed"),
        (b'{"move": {"type": "score", "card": "any-two", "dice": [0, 1]}}', "illegal", "not-rolled"),
    ],
)
def test_a_bot_whose_answer_is_refused_is_told_why_in_a_new_message(
    world: World, serve: Serve, body: bytes, reason: str, code: str
) -> None:
    server = serve(then(saying(200, body), good))
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)

    world.run(until=world.answered(table))

    first, second = server.turns
    assert first.id != second.id
    assert second.data["attempt"] == 2
    assert second.data["refused"]["code"] == code
    assert second.data["refused"]["detail"]
    assert world.statistics(bot)[:5] == (2, 1, 0, reason == "illegal", reason != "illegal")
    assert not world.failures(table)


def test_a_bot_is_shown_the_move_that_was_refused_if_it_is_of_a_sensible_size(world: World, serve: Serve) -> None:
    large: dict[str, Any] = {"type": "x" * LONGEST_ECHOED_MOVE}
    server = serve(then(moving(ILLEGAL), moving(large), good))
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    assert [message.data["refused"] and message.data["refused"]["move"] for message in server.turns] == [None, ILLEGAL, None]


@pytest.mark.parametrize(("answering", "reason"), [(moving(ILLEGAL), "illegal"), (saying(200, b"nonsense"), "unreadable")])
def test_a_bot_that_is_wrong_for_ever_is_given_up_after_four_messages(
    world: World, serve: Serve, answering: Answering, reason: str
) -> None:
    server = serve(answering)
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    assert len({message.id for message in server.turns}) == 4
    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == (reason, 4)


def test_a_bot_that_answers_after_a_failure_and_a_refusal_has_had_all_its_calls(world: World, serve: Serve) -> None:
    server = serve(then(saying(500), moving(ILLEGAL), saying(500), saying(500)))
    table = world.create_table(world.register(server), HUMAN)

    world.run(until=world.answered(table))

    assert [message.id.rpartition("_")[2] for message in server.turns] == ["1", "1", "2", "2"]
    assert [message.data["attempt"] for message in server.turns] == [1, 1, 3, 3]
    assert world.failures(table)[0].reason == "status"


def test_whoever_goes_on_where_a_dispatcher_was_killed_sends_the_same_bytes(world: World, serve: Serve, store_url: str) -> None:
    server = serve(then(saying(500), good))
    table = world.create_table(world.register(server), HUMAN)
    world.run(until=lambda: len(server.turns) == 1)
    heir = World(store_url)
    heir.passes(seconds=20)

    heir.run(until=heir.answered(table))
    heir.tools.client.close()

    first, second = server.turns
    assert (first.id, first.body) == (second.id, second.body)
    assert second.headers["rollstream-attempt"] == "2"


def test_a_dispatcher_that_is_killed_before_it_gives_up_calls_no_fifth_time(world: World, serve: Serve) -> None:
    server = serve(saying(500))
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    owed = Owed(bot.id, table, 0, world.loaded(table).table.decisions[0])
    save_progress(world.tools.client, owed, CallProgress(attempts=4, reason="status"))

    world.run(until=world.answered(table))

    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == ("status", 4)
    assert not server.turns


def test_no_redirect_is_followed(world: World, serve: Serve) -> None:
    canary = serve(good)
    bot = world.register(serve(saying(307, Location=canary.url, Refresh=f"0; url={canary.url}")))
    table = world.create_table(bot, HUMAN)

    world.run(until=world.answered(table))

    assert world.failures(table)[0].reason == "status"
    assert not canary.requests


@pytest.mark.parametrize(
    "host", ["[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "0x7f.1", "2130706433", "0177.0.0.1", "100.64.0.1", "169.254.169.254"]
)
def test_a_bot_at_an_address_that_may_not_be_called_is_given_up(world: World, serve: Serve, host: str) -> None:
    canary = serve(good)
    bot = world.register(canary)
    world.parts.bots.change(bot.id, lambda bot: replace(bot, url=f"http://{host}:{canary.port}/"))
    table = world.create_table(bot, HUMAN)
    world.parts = replace_desk(world.parts, outgoing=Outgoing())

    world.run(until=world.answered(table))

    assert world.failures(table)[0].reason == "refused"
    assert not canary.requests


def test_a_bot_that_is_not_registered_any_more_is_given_up_uncalled(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    world.parts.bots.remove(bot.id)

    world.run(until=world.answered(table))

    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == ("gone", 0)
    assert not server.requests


def test_a_bot_of_a_revoked_key_is_given_up_as_gone(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    ApiKeys(world.tools.client).revoke(bot.owner)

    world.run(until=world.answered(table))

    [failure] = world.failures(table)
    assert (failure.reason, failure.attempts) == ("gone", 0)
    assert not server.requests


def test_a_table_may_have_its_bots_resign(world: World, serve: Serve) -> None:
    table = world.create_table(world.register(serve(saying(500))), HUMAN, on_failure=OnExpiry(policy="resign", after=1))

    world.run(until=lambda: world.over(table))

    types = world.types(table)
    assert types[types.index("table.bot-failed") + 1] == "table.seat-resigned"


def test_what_a_bot_is_asked_leaves_no_token_in_the_store(world: World, serve: Serve) -> None:
    server = serve(then(saying(500), good))
    world.create_table(world.register(server), HUMAN)
    world.run(until=lambda: len(server.turns) == 1)

    kept = b"".join(world.tools.client.dump(name) or b"" for name in world.tools.client.scan_iter())

    assert b"bot.turn" not in kept
    assert server.turns[0].data["token"].encode() not in kept
