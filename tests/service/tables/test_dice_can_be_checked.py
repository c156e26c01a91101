"""From the events of a finished table, anyone can derive every draw and every hash, with only the standard library."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.live import Api, Played, Service
from tests.service.ahead import played_out


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    """A game with shuffled cards, a random first seat, and seeds of the table and of a seat."""
    with Api(service.url) as api:
        created_table = api.create_table(1, open_seats=1, options={"mode": "interglacial"}, client_seed='quote-"-and-\\-')
        api.sit(created_table.table, client_seed="<&>")
        return played_out(service, api, created_table, 3)


def test_the_secret_is_the_one_that_was_committed_to(played: Played) -> None:
    created, revealed = played.events[0], played.events[-1]

    secret = revealed["data"]["secret"]

    assert revealed["type"] == "table.seed-revealed"
    assert played.view["fairness"] == {
        "commitment": created["data"]["commitment"],
        "reserved": False,
        "client_seeds": ['quote-"-and-\\-', "<&>"],
        "secret": secret,
    }
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == created["data"]["commitment"]


def test_every_draw_follows_from_the_secret(played: Played) -> None:
    draws = [event["data"]["draw"] for event in played.events if event["data"].get("draw")]

    assert [draw["n"] for draw in draws] == list(range(len(draws)))
    assert [draw["kind"] for draw in draws[:3]] == ["shuffle", "dice", "dice"]
    for draw in draws:
        assert draw["values"] == derived(played, draw), draw


def test_another_secret_seed_or_table_gives_other_dice(played: Played) -> None:
    draws = [event["data"]["draw"] for event in played.events if event["data"].get("draw")]
    fairness = played.view["fairness"]
    others = [
        played._replace(table="p00-" + "0" * 26),
        played._replace(view={"fairness": {**fairness, "client_seeds": fairness["client_seeds"][:1]}}),
        played._replace(view={"fairness": {**fairness, "secret": "00" * 32}}),
    ]

    for other in others:
        assert [draw["values"] for draw in draws] != [derived(other, draw) for draw in draws]


def test_every_hash_follows_from_the_events_before(played: Played) -> None:
    head = ""
    for event in played.events:
        chained = {"table": played.table, **{name: value for name, value in event.items() if name != "hash"}}
        if "name_salt" in event["data"]:  # the name lies beside the chain
            chained["data"] = {name: value for name, value in event["data"].items() if name != "name_salt"} | {"name": None}
        text = json.dumps(chained, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

        head = hashlib.sha256(f"{head}{text}".encode()).hexdigest()

        assert event["hash"] == head


def derived(played: Played, draw: Mapping[str, Any]) -> Sequence[int]:
    """The values of a draw by the documented derivation: HMAC-SHA256 in blocks; each byte is a number below the bound or is rejected."""
    fairness = played.view["fairness"]
    numbers = stream(bytes.fromhex(fairness["secret"]), fairness["client_seeds"], played.table, draw["n"])
    count, of = len(draw["values"]), draw["of"]
    if draw["kind"] == "dice":
        return [below(of, numbers) + 1 for _ in range(count)]
    left, taken = list(range(of)), []
    for place in range(count):
        other = below(of - place, numbers)
        left[0], left[other] = left[other], left[0]
        taken.append(left.pop(0))
    return taken


def stream(key: bytes, seeds: Sequence[str], table: str, n: int) -> Iterator[int]:
    block = 0
    while True:
        message = json.dumps(["rollstream-dice-1", seeds, table, n, block], separators=(",", ":"))
        yield from hmac.new(key, message.encode(), hashlib.sha256).digest()
        block += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    for number in numbers:
        if number < 256 // bound * bound:
            return number % bound
    raise AssertionError
