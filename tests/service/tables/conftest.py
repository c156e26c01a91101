"""Fixtures: a client that one more web process answers, in the tests' own process; and the service at another time."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from events.fairness.commitments import CommitmentKeys, Commitments
from events.store.redis_connection import connect
from events.timestamps import now
from service.app import app_of
from service.settings import Settings
from service.wiring import make_web_parts
from tests.live import Api, Service
from tests.service.in_process import Application, beside


@pytest.fixture(scope="module")
def web(service: Service) -> Iterator[Application]:
    """One more web process of the service, in this process: a request costs half of what it costs over a socket."""
    with beside(service) as web:
        yield web


@pytest.fixture
def api(service: Service, web: Application) -> Iterator[Api]:
    """A client of the service. Only its streams come over sockets."""
    with Api(service.url) as api:
        web.answer(api)
        yield api


@pytest.fixture
def over_sockets(service: Service, api: Api) -> None:
    """The client's requests go to the service itself, for tests that look through its log."""
    del api.http.adapters[service.url]


@pytest.fixture
def later(service: Service) -> Iterator[FlaskClient]:
    """The same service eleven minutes later."""
    with connect(service.store_url) as client:
        keys = CommitmentKeys(client, secrets.token_bytes, now)
        commitments = Commitments(keys.all, secrets.token_bytes, lambda: now() + timedelta(minutes=11))
        parts = make_web_parts(Settings(redis_url=service.store_url, secret=service.secret.encode()))
        yield app_of(replace(parts, commitments=commitments)).test_client()
