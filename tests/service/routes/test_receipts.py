"""Signatures of the service: tables get a receipt when they are created and when they end, and the keys are published."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click.testing
import pytest

from events.fairness.public_keys import PublicKey, read_key_set
from events.fairness.receipts import Receipt
from events.fairness.signing import SigningKey
from service.command_line import main
from tests.live import Api, Played, Service
from tests.service.ahead import played_out
from tests.service.in_process import application, work
from tests.signing import pem

UNKNOWN = "p00-" + "0" * 26


def keys(api: Api) -> Mapping[str, PublicKey]:
    return read_key_set(api.get("/.well-known/jwks.json").text.encode())


def receipts(api: Api, table: str) -> Mapping[str, Any]:
    reply = api.get(f"/v1/tables/{table}/receipts")
    assert reply.status == 200, reply
    found: Mapping[str, Any] = reply.json
    return found


def is_signed(receipt: Mapping[str, Any], known: Mapping[str, PublicKey]) -> bool:
    return Receipt(**receipt).is_signed_by(known[receipt["key"]].x)


def ended(api: Api) -> str:
    """A short finished table."""
    table = api.create_table(2)
    api.leave(table.seated[0])
    return table.table


def exported(api: Api, table: str, meanwhile: Callable[[], None] = lambda: None) -> bytes:
    asked = api.post(f"/v1/tables/{table}/exports", json={"format": "json"}).headers["location"]
    meanwhile()
    export = api.ended(asked)
    return api.http.get(api.url + export["file"]["url"], timeout=30).content


def verify(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    with Api(service.url) as api:
        return played_out(service, api, api.create_table(2), 9)


def test_a_new_table_comes_with_its_receipt(api: Api) -> None:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}]}

    reply = api.post("/v1/tables", json=body, headers={"Idempotency-Key": "a-table-with-a-receipt-0d8f1c1e6b1b4a52"})
    again = api.post("/v1/tables", json=body, headers={"Idempotency-Key": "a-table-with-a-receipt-0d8f1c1e6b1b4a52"})

    receipt, view = reply.json["receipt"], reply.json["view"]
    assert receipt == again.json["receipt"]
    assert receipt == receipts(api, view["table"])["created"]
    assert (receipt["table"], receipt["version"], receipt["commitment"]) == (view["table"], 2, view["fairness"]["commitment"])
    assert receipt["head"] == api.events(view["table"])[-1]["hash"]
    assert is_signed(receipt, keys(api))


def test_a_table_that_runs_has_no_receipt_of_its_end(api: Api) -> None:
    created_table = api.create_table(2)

    assert receipts(api, created_table.table)["finished"] is None


def test_the_end_of_a_table_is_signed_by_whatever_process_ends_it(api: Api) -> None:
    created_table = api.create_table(0, ai=("greedy", "random"), options={"mode": "glacial"})
    with api.stream(created_table.table) as frames:
        head = [event["hash"] for event in frames][-1]

    finished = receipts(api, created_table.table)["finished"]

    assert finished["head"] == head
    assert is_signed(finished, keys(api))


def test_a_fork_has_receipts_of_its_own(api: Api, played: Played) -> None:
    reply = api.post(f"/v1/tables/{played.table}/fork", json={"at": 20})

    receipt, view = reply.json["receipt"], reply.json["view"]
    assert (receipt["table"], receipt["commitment"]) == (view["table"], view["fairness"]["commitment"])
    assert is_signed(receipt, keys(api))


def test_the_receipts_of_an_unknown_table_are_not_found(api: Api) -> None:
    assert api.get(f"/v1/tables/{UNKNOWN}/receipts").code == "table-unknown"
    assert api.get("/v1/tables/x/receipts").code == "table-unknown"


def test_the_public_keys_may_be_cached_and_the_newest_one_signs(api: Api, played: Played) -> None:
    reply = api.get("/.well-known/jwks.json")

    assert reply.headers["content-type"] == "application/jwk-set+json"
    assert reply.headers["cache-control"] == "public, max-age=300"
    newest = reply.json["keys"][0]
    assert newest["valid_until"] is None
    assert newest["kid"] == receipts(api, played.table)["finished"]["key"]


def test_a_file_holds_the_receipts_and_is_issued_by_the_service_that_published_the_key(api: Api, played: Played, tmp_path: Path) -> None:
    file, jwks = tmp_path / "game.json", tmp_path / "jwks.json"
    file.write_bytes(exported(api, played.table))
    jwks.write_text(api.get("/.well-known/jwks.json").text)

    result = verify(file, "--issuer", jwks)

    assert json.loads(file.read_bytes())["receipts"] == receipts(api, played.table)
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"The file is valid, issued by {receipts(api, played.table)['finished']['key']}.\n")


def test_receipts_stay_good_when_the_operator_takes_another_key(fresh_store_url: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.pem", tmp_path / "new.pem"
    old.write_bytes(pem(b"o" * 32))
    new.write_bytes(pem(b"n" * 32))
    exports_url = str(tmp_path / "exports")
    with application(fresh_store_url, signing_key=str(old)) as service:
        before = ended(service.api())
    with application(fresh_store_url, signing_key=str(new), exports_url=exports_url) as service:
        api = service.api()
        after = ended(api)
        files = {table: exported(api, table, lambda: work(service, exports_url)) for table in (before, after)}
        jwks = api.get("/.well-known/jwks.json")
    assert "oooo" not in jwks.text

    (tmp_path / "jwks.json").write_text(jwks.text)
    for table, data in files.items():
        (tmp_path / f"{table}.json").write_bytes(data)
    result = verify(*(tmp_path / f"{table}.json" for table in files), "--issuer", tmp_path / "jwks.json")

    first, second = jwks.json["keys"]
    assert (first["kid"], second["kid"]) == (SigningKey(b"n" * 32).id, SigningKey(b"o" * 32).id)
    assert first["valid_from"] == second["valid_until"]
    assert result.exit_code == 0, result.output
    assert f"{before}.json: The file is valid, issued by {second['kid']}." in result.output
    assert f"{after}.json: The file is valid, issued by {first['kid']}." in result.output
