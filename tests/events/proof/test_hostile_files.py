"""Invented files: each gets a verdict, never a crash, and both verifiers agree."""

import json
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.proof.document import write
from events.proof.reading import MOST_FILE_BYTES, read
from events.proof.verify import verify
from tests.events.proof.forging import Value, chained_anew, find, parsed
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made
from tests.size import at_size

NO_FILES = {
    "nothing": b"",
    "white space": b" \n",
    "a byte order mark": b"\xef\xbb\xbf" + made("never begun"),
    "no UTF-8": b'{"format":"\xff"}',
    "half a surrogate pair": rb'{"format":"\ud83d"}',
    "half a pair as a name": rb'{"\ud83d":1}',
    "lists in lists": b"[" * 200_000,
    "lists in lists that end": b"[" * 900 + b"]" * 900,
    "objects in objects": b'{"a":' * 32 + b"1" + b"}" * 32,
    "a huge number": b"[" + b"9" * 1_000_000 + b"]",
    "a number beyond all": b"[9007199254740992]",
    "NaN": b"[NaN]",
    "infinity": b"[-Infinity]",
    "a float": b"[1.5]",
    "too large a float": b"[1e999]",
    "a zero before": b"[01]",
    "a comma behind": b"[1,]",
    "a raw line break": b'["\n"]',
    "another format": b'{"format":"rollstream-table-9"}',
    "a number": b"7",
    "null": b"null",
    "no members": b"{}",
    "a list": b"[]",
    "twice the same": b'{"a":1,"a":1}',
    "a float in what is no JSON": b"[1.5",
    "a number beyond all in what is no JSON": b"[9007199254740992,",
    "twice the same in what is no JSON": b'[{"a":1,"a":1}',
    "a float beside NaN": b"[1.5,NaN]",
    "a float before lists in lists": b"[1.5," + b"[" * 40 + b"]" * 40 + b"]",
    "a float in lists in lists": b"[" * 40 + b"1.5" + b"]" * 40,
    "a number beyond all in lists in lists": b"[" * 40 + b"9007199254740992" + b"]" * 40,
    "twice the same in lists in lists": b"[" * 40 + b'{"a":1,"a":1}' + b"]" * 40,
    "half a surrogate pair in lists in lists": b"[" * 40 + rb'"\ud83d"' + b"]" * 40,
    "lists in lists under a name that stands twice": b'{"a":' + b"[" * 40 + b"]" * 40 + b',"a":1}',
    "many lists in lists under a name that stands twice": b'{"a":' + b"[" * 5000 + b"]" * 5000 + b',"a":1}',
    "31 lists in lists under a name that stands twice": b'{"a":' + b"[" * 30 + b"]" * 30 + b',"a":1}',
    "brackets in a text": b'["' + b"[{" * 40 + rb"\"[" + b'"]',
    "events that are none": made("never begun").replace(b'"events":[', b'"events":[7,'),
}


@pytest.mark.parametrize("name", NO_FILES)
def test_bytes_that_are_no_tables_file_have_a_verdict(name: str) -> None:
    first = verify(NO_FILES[name], GAMES)

    assert not first.ok
    assert first.code in {"unreadable", "not-canonical", "malformed"}
    (second,) = second_verdicts([NO_FILES[name]])
    assert (second.status, second.code, second.version) == (first.status, first.code, first.version)


def test_a_file_of_a_hundred_megabytes_is_not_even_read() -> None:
    verdict = verify(b" " * 100_000_000, GAMES)

    assert (verdict.status, verdict.code) == ("uncheckable", "unreadable")
    assert str(MOST_FILE_BYTES) in str(verdict.detail)


@pytest.mark.parametrize("text", [rb"\n" * 1_000_000, rb"a\n" * 700_000])
def test_a_text_of_escapes_with_white_space_between_its_tokens_takes_a_few_times_its_length(text: bytes) -> None:
    file = b'[ "' + text + b'"]'

    tracemalloc.start()
    try:
        assert len(read(file)[0]) < len(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 20 * len(file)


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
@settings(max_examples=at_size(25, 1000))
def test_any_json_has_a_verdict(value: Any) -> None:
    assert not verify(json.dumps(value).encode(), GAMES).ok


@pytest.mark.parametrize(
    "member", ["client_seeds", "forked_from", "game", "head", "options", "outcome", "ruleset", "scores", "seats", "table"]
)
def test_a_member_that_is_missing_or_of_another_type_is_named(member: str) -> None:
    value = parsed(made("left alone while playing"))
    without = write({name: value[name] for name in value if name != member})
    other = write({**value, member: True})

    for file in (without, other):
        first, (second,) = verify(file, GAMES), second_verdicts([file])
        assert (first.status, first.code, first.version) == ("wrong", "malformed", None)
        assert member in str(first.detail)
        assert (second.status, second.code, second.version) == (first.status, first.code, first.version)


OTHERS: Value = {
    "client_seeds": ["another"],
    "forked_from": {"table": "p00-x", "version": 1, "hash": "0" * 64, "events": 0, "sources": []},
    "head": "0" * 64,
    "options": {"mode": "glacial"},
    "outcome": {"reason": "hundred", "winners": [0], "ranking": []},
    "scores": [100, 0],
    "seats": [{"seat": 0, "kind": "human", "name": "The winner", "level": None}],
}


@pytest.mark.parametrize("member", OTHERS)
def test_a_member_that_does_not_follow_from_the_events_is_named(member: str) -> None:
    file = write({**parsed(made("glacial for two")), member: OTHERS[member]})

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert (first.status, first.code, first.version) == ("wrong", "member-wrong", None)
    assert str(first.detail).startswith(f"By the events, {member} is ")
    assert (second.status, second.code, second.version) == (first.status, first.code, first.version)


def test_another_secret_beside_the_events_is_not_the_one_committed_to() -> None:
    verdict = verify(write({**parsed(made("glacial for two")), "secret": "0" * 64}), GAMES)

    assert (verdict.code, verdict.version) == ("commitment-wrong", None)


def test_versions_with_a_gap_are_noticed() -> None:
    value = parsed(made("glacial for two"))
    value["events"][9]["version"] = 11

    assert (verify(write(value), GAMES).code, verify(write(value), GAMES).version) == ("version-wrong", 10)


def test_a_time_that_no_calendar_has_is_noticed() -> None:
    value = parsed(made("glacial for two"))
    value["events"][9]["at"] = "2026-02-30T18:00:00.000Z"

    first, (second,) = verify(chained_anew(value), GAMES), second_verdicts([chained_anew(value)])
    assert (first.code, first.version) == (second.code, second.version) == ("malformed", 10)


def test_a_game_that_this_build_does_not_know_is_checked_without_its_moves() -> None:
    value = parsed(made("glacial for two"))
    find(value, "table.created")["data"]["game"] = "chess"

    first, (second,) = verify(chained_anew(value), GAMES), second_verdicts([chained_anew(value)])

    assert (first.status, first.code, first.version) == ("partial", "game-unknown", None)
    assert (second.status, second.code, second.version) == (first.status, first.code, first.version)


def test_rules_of_another_number_are_unknown_like_another_game() -> None:
    later = {"dicy-cards": replace(GAMES["dicy-cards"], ruleset=2)}

    assert verify(made("glacial for two"), later).code == "game-unknown"


def test_an_event_that_this_build_does_not_know_cannot_be_checked() -> None:
    value = parsed(made("glacial for two"))
    value["events"][9]["type"] = "dicy-cards.hand-of-god"

    first, (second,) = verify(chained_anew(value), GAMES), second_verdicts([chained_anew(value)])

    assert (first.status, first.code, first.version) == ("uncheckable", "event-unknown", 10)
    assert (second.status, second.code, second.version) == (first.status, first.code, first.version)


def test_a_broken_chain_is_noticed_even_in_a_game_that_is_not_known() -> None:
    value = parsed(made("glacial for two"))
    value["game"] = "chess"
    value["events"][20]["decision"] = 7

    first, (second,) = verify(write(value), GAMES), second_verdicts([write(value)])
    assert (first.code, first.version) == (second.code, second.version) == ("hash-wrong", 21)


@pytest.mark.parametrize("values", [[7, 1, 1, 1, 1, 1], [1] * 200_000])
def test_impossible_dice_are_noticed_even_in_a_game_that_is_not_known(values: list[int]) -> None:
    value = parsed(made("glacial for two"))
    find(value, "table.created")["data"]["game"] = "chess"
    rolled = find(value, "dicy-cards.dice-rolled")["version"]
    find(value, "dicy-cards.dice-rolled")["data"]["draw"]["values"] = values
    file = chained_anew(value)

    for verdict in (verify(file, GAMES), *second_verdicts([file])):
        assert (verdict.status, verdict.code, verdict.version) == ("wrong", "draw-wrong", rolled)


def test_the_earlier_of_two_faults_is_named() -> None:
    """A forger has made the hashes consistent up to the 40th event only."""
    value = parsed(made("glacial for two"))
    hashes = [event["hash"] for event in value["events"]]
    scored = find(value, "dicy-cards.card-scored")
    scored["data"]["points"] += 1
    value = parsed(chained_anew(value))
    for event, hash_before in list(zip(value["events"], hashes, strict=True))[40:]:
        event["hash"] = hash_before

    first, (second,) = verify(write(value), GAMES), second_verdicts([write(value)])
    assert (first.code, first.version) == (second.code, second.version) == ("event-wrong", scored["version"])
