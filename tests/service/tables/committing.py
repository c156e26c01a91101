"""Reserves dice for tables."""

import uuid
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.http import http_date

from tests.contract import checker
from tests.live import Api

TABLE: Mapping[str, Any] = {
    "game": "dicy-cards",
    "seats": [{"kind": "human", "name": "Ada"}, {"kind": "open"}],
    "client_seed": "chosen-by-chance",
}


def reserved(api: Api) -> dict[str, Any]:
    """A reservation, as in the service's response."""
    reply = api.post("/v1/commitments")
    assert reply.status == 201, reply
    reservation: dict[str, Any] = reply.json
    return reservation


def key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid.uuid4())}


def posted(web: FlaskClient, path: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
    """Status and body of a response, checked against the contract (the web server adds `Date`)."""
    answer = web.post(path, json=body, headers=headers)
    told = {"date": http_date(), **{name.lower(): value for name, value in answer.headers.items()}}
    checker.check("POST", path, checker.Answer(answer.status_code, told, answer.data))
    return answer.status_code, answer.get_json()
