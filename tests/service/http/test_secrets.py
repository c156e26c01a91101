"""Secrets are planted, and then searched in all output of the service: responses, streams, logs, metrics, the store."""

import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest
import requests
from redis import Redis

from events.store.stored_lines import plain
from tests.live import NDJSON, Api, CreatedTable, Seated, Service
from tests.service.keys import mint
from tests.service.playing import play_until, rolled, to_move
from tests.service.wire import Stream


class Told(NamedTuple):
    """A response: the request, and all of the response's text, head and body."""

    asked: str
    text: str


class Witness(NamedTuple):
    """A client and every response that it got."""

    api: Api
    told: list[Told]


@pytest.fixture
def witness(service: Service) -> Iterator[Witness]:
    told: list[Told] = []

    def note(answer: requests.Response, *_: Any, **__: Any) -> None:
        told.append(Told(f"{answer.request.method} {answer.request.path_url}", f"{answer.headers}\n{answer.text}"))

    with Api(service.url) as api:
        api.http.hooks["response"].append(note)
        yield Witness(api, told)


def dice_secret(service: Service, table: str) -> str:
    with Redis.from_url(service.store_url) as store:
        secret = store.get(f"rs:{{{table[:3]}}}:{table}:secret")
    assert isinstance(secret, bytes)
    assert len(secret) == 64
    return secret.decode()


def signing_key(service: Service) -> list[str]:
    """The private key that signs receipts, in every form in which it might leak."""
    with Redis.from_url(service.store_url) as store:
        seed = store.get("rs:{service}:signing-key")
    assert isinstance(seed, bytes)
    assert len(seed) == 32
    return [seed.hex(), b64encode(seed).decode(), urlsafe_b64encode(seed).decode(), str(seed)[2:-1]]


def betrayals(texts: Sequence[Told], secrets: Sequence[str]) -> list[tuple[str, str]]:
    """Each occurrence of a secret, or of the start of its unguessable part, in a text, ignoring case."""
    marks = [secret.rpartition(".")[2][:16].lower() for secret in secrets]
    return [(told.asked, mark) for told in texts for mark in marks if mark in told.text.lower()]


def nose_around(api: Api, created_table: CreatedTable, seated: Sequence[Seated]) -> None:
    """Send every kind of request, valid and invalid, with every token and with none."""
    path, newest = f"/v1/tables/{created_table.table}", api.view(created_table.table)["version"]
    for token in (None, *(who.token for who in seated)):
        for at in ("1", str(newest // 2), str(newest), "x"):
            api.get(path, token=token, params={"at": at})
        api.get(f"{path}/moves", token=token)
        for kind in ("application/json", NDJSON, "image/png"):
            api.get(f"{path}/events", token=token, headers={"Accept": kind})
        for body in ("{", "{}", '{"type": "roll", "decision": 1}', f'{{"type": "roll", "decision": {newest}}}', '{"type": "fly"}'):
            api.post(f"{path}/moves", token=token, data=body)
        api.post(f"{path}/start", token=token)
        api.post(f"{path}/seats", token=token, json={"name": "Late"})
        api.delete(f"{path}/seats/99", token=token)
        asked = api.post(f"{path}/ai-turns", token=token, json={"mode": "advise"})
        job = asked.headers.get("location", "/v1/jobs/none")
        for other in (None, *(who.token for who in seated)):
            api.get(job, token=other)
        api.post(f"{path}/exports", token=token, json={"format": "json"})
        api.post(f"{path}/fork", token=token, json={"at": 1})
        api.get(f"/v1/exports/{created_table.table}-json", token=token)
        api.request("PUT", path, token=token)
    api.get(f"{path}/receipts")
    for other in ("/v1/tables", "/v1/tables?player=Ada", "/v1/games", "/metrics", "/readyz", "/docs/problems", "/v1/nowhere"):
        api.get(other)
    api.get("/.well-known/jwks.json")


def test_before_the_end_nobody_is_told_a_secret(witness: Witness, service: Service) -> None:
    api, told = witness
    created_table = api.create_table(2, open_seats=1, names=["Ada"], client_seed="a", key="a-key-for-the-table-0d8f1c1e6b1b4a52")
    seated = [*created_table.seated, api.sit(created_table.table, key="a-key-for-the-seat-0d8f1c1e6b1b4a52")]
    api.create_table(2, open_seats=1, names=["Ada"], client_seed="a", key="a-key-for-the-table-0d8f1c1e6b1b4a52")
    issued, told[:] = list(told), []
    secret, tokens = dice_secret(service, created_table.table), [who.token for who in seated]
    with Stream(service.url, created_table.table, token=tokens[0]) as mine, Stream(service.url, created_table.table) as spectator:
        chance, view = random.Random(11), api.view(created_table.table)
        for version in (20, 60, 10_000):
            view = play_until(api, seated, view, chance, partial(is_past, version))
            nose_around(api, created_table, seated)
        mine.read_to_the_end()
        spectator.read_to_the_end()

    over = '"status":"finished","version"'
    end = next(number for number, answer in enumerate(told) if created_table.table in answer.asked and over in answer.text)
    streamed = [Told("stream", (stream.head + stream.body.partition(b"table.seed-revealed")[0]).decode()) for stream in (mine, spectator)]
    assert end > 200
    assert betrayals([*issued, *told[:end], *streamed], [secret, service.secret]) == []
    assert betrayals([*issued, *told, *streamed], signing_key(service)) == []
    assert betrayals([*told, *streamed], tokens) == []
    assert [len(betrayals([answer], tokens)) for answer in issued] == [2, 1, 2]
    assert view["fairness"]["secret"] == secret


def is_past(version: int, view: Mapping[str, Any]) -> bool:
    return bool(view["version"] > version)


def test_logs_and_metrics_hold_no_secret_even_after_the_end(witness: Witness, service: Service) -> None:
    api, _ = witness
    created_table, key = api.create_table(2), mint(service, None)
    secret = dice_secret(service, created_table.table)
    api.get("/v1/games", headers={"X-API-Key": key})
    rolled(api, *to_move(created_table.seated, created_table.view))
    nose_around(api, created_table, created_table.seated)
    api.leave(created_table.seated[0])
    nose_around(api, created_table, created_table.seated)

    written = [Told("log", service.log()), Told("metrics", api.get("/metrics").text)]

    assert created_table.table in service.log()
    tokens = [who.token for who in created_table.seated]
    assert betrayals(written, [secret, service.secret, key.split("_", 2)[2], *tokens, *signing_key(service)]) == []
    assert "Ada" not in service.log()


def test_a_token_in_the_wrong_place_is_not_written_down(witness: Witness, service: Service) -> None:
    api, _ = witness
    created_table, key = api.create_table(2, key="never-written-key-0d8f1c1e6b1b4a52"), mint(service, None)
    token = created_table.seated[0].token
    for text in (token, key):
        wrong: Sequence[tuple[str, str, Mapping[str, str]]] = [
            ("GET", f"/v1/tables/{text}", {}),
            ("GET", f"/v1/tables/{text}/moves", {}),
            ("GET", f"/v1/games/{text}", {}),
            ("GET", f"/{text}", {}),
            ("DELETE", f"/v1/tables/{created_table.table}/seats/{text}", {}),
            ("GET", f"/v1/tables/{created_table.table}?token={text}", {}),
            ("GET", f"/v1/tables?player={text}&cursor={text}", {}),
            ("GET", f"/v1/tables/{created_table.table}/events", {"Last-Event-ID": text}),
            ("GET", f"/v1/tables/{created_table.table}", {"Authorization": text}),
            ("GET", f"/v1/tables/{created_table.table}", {"Authorization": f"Basic {text}"}),
            ("GET", "/v1/games", {"X-API-Key": text}),
            ("GET", "/v1/games", {"X-Request-Id": text, "Referer": text, "User-Agent": text, "Origin": text, "Cookie": text}),
            ("POST", "/v1/tables", {"Idempotency-Key": text, "Content-Type": text}),
        ]
        for method, path, headers in wrong:
            api.request(method, path, headers=headers)

    written = [Told("log", service.log()), Told("metrics", api.get("/metrics").text)]

    assert betrayals(written, [token, key.split("_", 2)[2], "never-written-key-0d8f1c1e6b1b4a52"]) == []


def test_what_goes_wrong_inside_tells_no_secret_in_its_trace(there: Api, several: Service) -> None:
    created_table = there.create_table(2)
    secret = dice_secret(several, created_table.table)
    with Redis.from_url(several.store_url) as store:
        store.xadd(
            f"rs:{{{created_table.table[:3]}}}:{created_table.table}:log", {"e": b"nonsense"}, id=f"{created_table.view['version'] + 1}-0"
        )

    replies = [there.get(f"/v1/tables/{created_table.table}", token=created_table.seated[0].token)]
    replies += [
        rolled(there, *to_move(created_table.seated, created_table.view)),
        there.start(created_table.seated[0]),
        there.leave(created_table.seated[0]),
    ]

    assert {reply.status for reply in replies} == {500}
    told = [Told("answer", reply.text) for reply in replies]
    assert betrayals([*told, Told("log", several.log())], [secret, several.secret, *(who.token for who in created_table.seated)]) == []


def test_the_store_holds_the_dice_secret_in_one_place_until_the_end_and_tokens_and_keys_nowhere(api: Api, service: Service) -> None:
    created_table, key = api.create_table(2, key="never-stored-key-0d8f1c1e6b1b4a52"), mint(service, None)
    secret = dice_secret(service, created_table.table)
    tokens = [who.token for who in created_table.seated]
    rolled(api, *to_move(created_table.seated, created_table.view))
    for who in created_table.seated:
        api.ask_player(who, "advise")
        api.ask_player(who, "play")

    during = everything_stored(service)
    api.leave(created_table.seated[0])
    afterwards = everything_stored(service)

    assert [asked for asked, _ in betrayals(during, [secret])] == [f"rs:{{{created_table.table[:3]}}}:{created_table.table}:secret"]
    assert f"rs:{{{created_table.table[:3]}}}:{created_table.table}:secret" not in [asked for asked, _ in afterwards]
    assert betrayals([*during, *afterwards], [service.secret, key.split("_", 2)[2], "never-stored-key-0d8f1c1e6b1b4a52", *tokens]) == []


def test_the_store_holds_the_signing_key_in_one_place_and_no_export_holds_it(api: Api, service: Service) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])
    exports = []
    for kind in ("json", "ndjson", "html", "csv", "txt", "svg", "review"):
        export = api.ended(api.post(f"/v1/tables/{created_table.table}/exports", json={"format": kind}).headers["location"])
        exports.append(Told(kind, api.http.get(api.url + export["file"]["url"], timeout=30).text))

    stored = everything_stored(service)

    key = signing_key(service)
    assert {asked for asked, _ in betrayals(stored, key)} == {"rs:{service}:signing-key"}
    assert betrayals(exports, key) == []


def everything_stored(service: Service) -> list[Told]:
    with Redis.from_url(service.store_url) as store:
        read = {
            b"string": store.get,
            b"hash": store.hgetall,
            b"set": store.smembers,
            b"stream": lambda name: _plain(name.decode(), store.xrange(name)),
            b"zset": lambda name: store.zrange(name, 0, -1, withscores=True),
            b"list": lambda name: store.lrange(name, 0, -1),
            b"none": lambda _: None,  # deleted in the meantime
        }
        return [Told(name.decode(), str(read[store.type(name)](name))) for name in store.scan_iter(count=1000)]


def _plain(key: str, entries: Any) -> Any:
    """The entries of a stream; those of a log as plain lines."""
    if not key.endswith(":log"):
        return entries
    table = key.split(":")[2]
    return [plain(table, version, fields[b"e"]) for version, (_, fields) in enumerate(entries, 1)]
