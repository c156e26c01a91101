"""When the result of a request is unknown, the response says correctly whether the request can be sent again."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

import pytest

from tests.live import Api, Reply, Seated, Service
from tests.service.endpoint import Endpoint
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.playing import rolled, to_move
from tests.service.store_proxy import StoreProxy

KEY = "the-same-key-once-more-0d8f1c1e6b1b4a52"


class Asking(NamedTuple):
    """A client that can send any request: at a table with an open seat, at a finished table, and with an API key."""

    api: Api
    owner: Owner
    host: Seated
    finished: str
    url: str

    def post(self, path: str, headers: Mapping[str, str], **how: object) -> Reply:
        return self.api.post(path, headers={"X-API-Key": self.owner.key, **headers}, **how)


Ask: TypeAlias = Callable[[Asking, Mapping[str, str]], Reply]

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}]}


def create(asking: Asking, headers: Mapping[str, str]) -> Reply:
    return asking.post("/v1/tables", headers, json=TABLE)


def sit(asking: Asking, headers: Mapping[str, str]) -> Reply:
    return asking.post(f"/v1/tables/{asking.host.table}/seats", headers)


def fork(asking: Asking, headers: Mapping[str, str]) -> Reply:
    return asking.post(f"/v1/tables/{asking.finished}/fork", headers, json={"at": 5})


def register(asking: Asking, headers: Mapping[str, str]) -> Reply:
    return asking.post("/v1/bots", headers, json={"name": "Six Sigma", "url": asking.url, "games": ["dicy-cards"]})


def hear(asking: Asking, headers: Mapping[str, str]) -> Reply:
    return asking.post("/v1/webhooks", headers, json={"url": asking.url, "types": ["table.finished"]})


RECORD = b'"created_at"'
"""Occurs in the stored record of a bot or a webhook."""

CREATIONS = [(create, b"table.created"), (sit, b"table.seat-taken"), (fork, b"table.created"), (register, RECORD), (hear, RECORD)]
creations = pytest.mark.parametrize(("ask", "command"), CREATIONS, ids=[ask.__name__ for ask, _ in CREATIONS])


@pytest.fixture
def asking(several: Service, there: Api, endpoint: Endpoint) -> Iterator[Asking]:
    owner = Owner(there, mint(several, None))
    host = there.create_table(1, open_seats=4, game="ice-dice").seated[0]
    ended = there.create_table(2).seated[0]
    there.leave(ended)
    owner.bot(endpoint.url)  # from now on the store has loaded the script
    yield Asking(there, owner, host, ended.table, endpoint.url)
    owner.leave_nothing()


@creations
def test_a_creation_without_a_key_may_be_done_twice_and_says_so(
    wire_to_the_store: StoreProxy, asking: Asking, ask: Ask, command: bytes
) -> None:
    wire_to_the_store.lose_reply_to(command, times=2)

    unknown = ask(asking, {})
    again = ask(asking, {})

    assert (unknown.status, unknown.json["retry"]) == (503, "unsafe")
    assert "Sent again, it may be done twice" in unknown.json["detail"]
    assert "Idempotency-Key" in unknown.json["detail"]
    assert (again.status, again.replayed) == (201, False)


@creations
def test_a_creation_with_a_key_is_done_once_and_says_so(wire_to_the_store: StoreProxy, asking: Asking, ask: Ask, command: bytes) -> None:
    key = {"Idempotency-Key": f"{KEY}-{asking.host.table}"}
    wire_to_the_store.lose_reply_to(command, times=2)

    unknown = ask(asking, key)
    again = ask(asking, key)

    assert (unknown.status, unknown.json["retry"]) == (503, "safe")
    assert unknown.json["detail"].endswith("Send the same again: it is not done twice.")
    assert (again.status, again.replayed) == (200, True)
    assert ask(asking, key).json == again.json


def test_a_second_seat_is_taken_only_by_who_was_warned(wire_to_the_store: StoreProxy, asking: Asking) -> None:
    key = {"Idempotency-Key": f"{KEY}-{asking.host.table}"}
    for headers in ({}, key):
        wire_to_the_store.lose_reply_to(b"table.seat-taken", times=2)
        for _ in range(2):
            sit(asking, headers)

    kinds = [seat["kind"] for seat in asking.api.view(asking.host.table)["seats"]]

    assert kinds == ["human", "human", "human", "human", "open"]


def test_a_move_a_start_and_leaving_are_done_once_and_say_so(wire_to_the_store: StoreProxy, there: Api) -> None:
    created_table = there.create_table(2, auto_start=False)
    host, guest = created_table.seated

    wire_to_the_store.lose_reply_to(b"table.started", times=2)
    started = [there.start(host) for _ in range(2)]
    who, decision = to_move(created_table.seated, there.view(created_table.table))
    wire_to_the_store.lose_reply_to(b"dicy-cards.dice-rolled", times=2)
    moved = [rolled(there, who, decision) for _ in range(2)]
    wire_to_the_store.lose_reply_to(b"table.seat-resigned", times=2)
    left = [there.leave(guest) for _ in range(2)]

    for unknown, again in (started, moved, left):
        assert (unknown.status, unknown.json["retry"]) == (503, "safe")
        assert (again.status, again.replayed) == (200, True)


@pytest.mark.parametrize(
    ("body", "retry"),
    [({"mode": "advise"}, "safe"), ({"mode": "play"}, "unsafe"), ({"mode": "play", "decision": 0}, "safe")],
    ids=str,
)
def test_a_built_in_player_asked_again_may_play_another_turn_unless_the_decision_is_named(
    wire_to_the_store: StoreProxy, there: Api, body: dict[str, object], retry: str
) -> None:
    created_table = there.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    wire_to_the_store.lose_reply_to(
        f"-{created_table.table}-{who.seat}-".encode(), times=6
    )  # includes the workers' commands for this job; other jobs do not match

    named = {"decision": decision} if "decision" in body else {}
    unknown = there.post(f"/v1/tables/{created_table.table}/ai-turns", token=who.token, json=body | named)

    assert (unknown.status, unknown.json["retry"]) == (503, retry)
    assert ("name the `decision`" in unknown.json["detail"]) == (retry == "unsafe")


def test_a_link_made_twice_does_no_harm_and_the_answer_says_so(wire_to_the_store: StoreProxy, there: Api) -> None:
    who = there.create_table(2).seated[0]
    path = f"/v1/tables/{who.table}/seats/{who.seat}/links"
    wire_to_the_store.lose_reply_to(b"EX\r\n", times=2)

    unknown = there.post(path, token=who.token)
    again = there.post(path, token=who.token)

    assert (unknown.status, unknown.json["retry"]) == (503, "safe")
    assert unknown.json["detail"].endswith("a second time does no harm.")
    assert again.status == 201
