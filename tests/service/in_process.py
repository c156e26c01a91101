"""The application and a worker in the test's own process, for tests whose subject is no socket: they start in milliseconds."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from email.utils import formatdate
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import requests
from flask import Flask
from requests.adapters import HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse
from werkzeug.test import TestResponse

from events.limits import Limits
from events.projections.generations import Generations
from events.projections.projector import Projector
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from events.timestamps import now
from rules.registry import games
from service.app import app_of
from service.http.rate_limits import RateLimit
from service.settings import PREFIX, Settings
from service.wiring import make_web_parts
from tests.live import SSE, Api, Service
from tests.service.keys import OnAStore
from tests.service.playing import eventually
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS
from workers.jobs.worker import JobWorker

URL = "http://in.process"
MANY = {"requests": "1000000/minute", "tables_created": "1000000/hour", "seats_taken": "1000000/hour", "tables_running": 1_000_000}
"""Limits that tests about something else do not reach."""
IN_A_WINDOW = 20.0
"""The time on the clock of all rates, which does not go on: no window ends during a test."""


@dataclass(frozen=True)
class Application:
    """The application, the address of its store, and that of its exports."""

    flask: Flask
    store_url: str
    exports_url: str

    def api(self, **headers: str) -> Api:
        """A client that checks every response against the contract. `headers` are sent with each request: `X_API_Key="rsk_…"`."""
        api = Api(URL)
        self.answer(api)
        api.http.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
        return api

    def answer(self, api: Api) -> None:
        """Answer the requests of this client, instead of the service at its address. Its streams still come from there."""
        api.http.mount(api.url, _Adapter(self.flask))

    @contextmanager
    def stream(self, table: str, **headers: str) -> Iterator[TestResponse]:
        """The open stream of a table's events, read up to its first piece."""
        sent = {"Accept": SSE, **{name.replace("_", "-"): value for name, value in headers.items()}}
        answer = self.flask.test_client(use_cookies=False).get(f"/v1/tables/{table}/events", headers=sent)
        try:
            next(iter(answer.response))
            yield answer
        finally:
            answer.close()


@contextmanager
def application(store_url: str, limits: Mapping[str, Any] | None = None, **settings: str) -> Iterator[Application]:
    """The application on a store, without other programs. `settings` are variables without their prefix, `limits` fields of `Limits`."""
    environment = {"redis_url": store_url, "outgoing_allow": "127.0.0.0/8", **settings}
    chosen = Settings.from_environment({f"{PREFIX}{name.upper()}": value for name, value in environment.items()})
    found = replace(chosen, limits=Limits(**{**MANY, **(limits or {})}))
    rate = partial(RateLimit, now=lambda: IN_A_WINDOW)
    parts = replace(
        make_web_parts(found),
        rate_limit=rate(found.limits.requests),
        creations=rate(found.limits.tables_created),
        sittings=rate(found.limits.seats_taken),
    )
    yield Application(app_of(parts), store_url, found.exports_at(Path("data")))
    parts.hub.close_when(lambda: True)


@contextmanager
def beside(service: Service) -> Iterator[Application]:
    """The application on the store of a running service, with its secret and its files: one more of its web processes."""
    exports = str(service.log_file.parent / "exports")
    with application(service.store_url, secret=service.secret, exports_url=exports) as beside:
        yield beside


@contextmanager
def projecting(service: Application) -> Iterator[None]:
    """Keep the lists up to date during the block, as the projector does."""
    over = threading.Event()
    with connect(service.store_url) as client:
        projector = Projector(Tables(RedisStore(client), games(), now), Generations(client))
        thread = threading.Thread(target=projector.run, args=(over.is_set,))
        thread.start()
        try:
            eventually(lambda: Generations(client).current() is not None)
            yield
        finally:
            over.set()
            thread.join()


def work(service: OnAStore, exports_url: str) -> None:
    """Make the files that are waited for, as a worker does, until none is left."""
    worker = JobWorker(worker_parts(service.store_url, games(), TASKS, exports_url), ["exports"])
    while (taken := worker._next_id()) is not None:
        job = worker._fetched(*taken)
        assert job is not None
        worker.execute_job(*job)


class _Adapter(HTTPAdapter):
    """Hands requests to an application instead of a socket."""

    def __init__(self, flask: Flask) -> None:
        super().__init__()
        self._client = flask.test_client(use_cookies=False)

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        answer = self._client.open(request.path_url, method=request.method, headers=[*request.headers.items()], data=request.body)
        headers = HTTPHeaderDict([("Date", formatdate(usegmt=True)), *answer.headers.items()])  # the date is of the web server
        told = HTTPResponse(BytesIO(answer.data), headers, answer.status_code, preload_content=False, request_method=request.method)
        answer.close()
        return self.build_response(request, told)
