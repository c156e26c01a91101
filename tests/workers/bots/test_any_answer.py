"""Every answer of a bot is read as a move to try, as a promise (202), or as a fault that is reported to the bot."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.workers.bots.world import GAME
from workers.bots.answer import LONGEST_ECHOED_MOVE, AnswerLater, BotMove, Fault, read_answer
from workers.outgoing.client import Answered

VALUES: some.SearchStrategy[Any] = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5),
    lambda parts: some.lists(parts, max_size=3) | some.dictionaries(some.sampled_from(["move", "type", "dice", "card", "decision"]), parts),
)
MOVES = some.fixed_dictionaries(
    {"type": some.sampled_from([*GAME.commands, "cheat"])},
    optional={
        "decision": VALUES,
        "dice": some.lists(some.integers(-1, 7), max_size=7),
        "card": some.sampled_from(["odds", "any-two", "x"]),
    },
)


def heard(body: bytes) -> BotMove | AnswerLater | Fault:
    return read_answer(GAME, 6, Answered(200, {}, body, 1.0))


@given(some.binary() | VALUES.map(lambda value: json.dumps(value).encode()))
def test_anything_at_all_is_a_fault_with_a_reason(body: bytes) -> None:
    fault = heard(body)

    assert isinstance(fault, Fault)
    assert fault.reason == "unreadable"
    assert fault.refused is not None
    assert fault.refused.code in {"body-unreadable", "body-invalid"}
    msgspec.json.encode(fault.refused)


@given(MOVES)
def test_what_looks_like_a_move_is_one_of_the_game_or_a_fault(told: dict[str, Any]) -> None:
    answer = heard(json.dumps({"move": told}).encode())

    if isinstance(answer, BotMove):
        assert type(answer.command) in GAME.commands.values()
        assert told.get("decision", 6) == 6
    else:
        assert isinstance(answer, Fault)
        assert answer.refused is not None
        assert len(msgspec.json.encode(answer.refused.move)) <= LONGEST_ECHOED_MOVE


def test_all_that_is_wrong_with_a_move_is_told_at_once() -> None:
    fault = heard(b'{"move": {"type": "reroll", "dice": [0, 6, true], "decision": 0, "colour": "red"}}')

    assert isinstance(fault, Fault)
    assert fault.refused is not None
    assert fault.refused.detail.startswith(
        "colour: Unknown field; there are: type, decision, freeze, dice. decision: Must be a whole number from 1 "
    )
    assert (
        "dice.1: Must be a whole number from 0 to 5. dice.2: Must be a whole number from 0 to 5. freeze: Is missing."
        in fault.refused.detail
    )


@given(some.integers(100, 599).filter(lambda status: status not in {200, 202}))
def test_any_other_status_is_no_answer_whatever_comes_with_it(status: int) -> None:
    fault = read_answer(GAME, 6, Answered(status, {}, b'{"move": {"type": "roll"}}', 1.0))

    assert fault == Fault("status", f"the status was {status}, neither 200 nor 202")


def test_a_promise_is_one_whatever_comes_with_it() -> None:
    assert read_answer(GAME, 6, Answered(202, {}, b"soon", 1.0)) == AnswerLater()


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=UTF-8-SIG", "; charset=utf-16"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["bare", "marked"])
def test_a_move_in_utf_8_is_taken_with_a_byte_order_mark_or_without_whatever_charset_is_named(mark: bytes, charset: str) -> None:
    headers = {"content-type": f"application/json{charset}"}

    answer = read_answer(GAME, 6, Answered(200, headers, mark + b'{"move": {"type": "roll"}}', 1.0))

    assert isinstance(answer, BotMove)
    assert answer.raw == {"type": "roll"}


@pytest.mark.parametrize(
    "body",
    [
        b'{"move": {"type": "cheat", "type": "roll"}}',
        b'{"move": {"type": "cheat"}, "move": {"type": "roll"}}',
        b'{"move": {"type": "roll", "decision": NaN}}',
        b'{"move": {"type": "roll", "decision": 1e999}}',
        b'{"move": {"type": "roll"}} ok',
        b'\xef\xbb\xbf\xef\xbb\xbf{"move": {"type": "roll"}}',
        b'{"move": \xef\xbb\xbf{"type": "roll"}}',
        b"\xef\xbb\xbf",
        '{"move": {"type": "roll"}}'.encode("utf-16"),
        '{"move": {"type": "roll"}}'.encode("utf-32-le"),
    ],
)
def test_what_two_parsers_could_read_differently_is_refused_as_it_is_in_a_request(body: bytes) -> None:
    fault = heard(body)

    assert isinstance(fault, Fault)
    assert fault.refused is not None
    assert fault.refused.code == "body-unreadable"
