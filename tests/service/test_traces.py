"""One trace from a request to everything that follows from it, on the real store; and when there is none."""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from redis import Redis

from events import tracing
from events.feed.consumer_group import ConsumerGroup
from events.timestamps import now
from rules.registry import games
from service.open_telemetry import OpenTelemetry
from service.settings import SettingWrong
from service.traces import configure_traces
from tests.live import Api, CreatedTable
from tests.service.endpoint import Endpoint
from tests.service.in_process import Application, application
from tests.service.keys import mint
from tests.service.playing import eventually
from tests.workers.dispatching import desk_on, dispatcher
from workers.dispatcher.kinds import KINDS, LISTENERS
from workers.feed.reactor import GROUP, Reactor
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS
from workers.jobs.worker import JobWorker

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
MOVE = "POST /v1/tables/<table>/moves"
PARENT = {"traceparent": f"00-{TRACE}-{SPAN}-01"}
"""The example of W3C Trace Context."""


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """The spans that end during the test."""
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.use(OpenTelemetry(provider))
    yield exporter
    tracing.use(None)
    provider.shutdown()


def skip(api: Api, created_table: CreatedTable, headers: Mapping[str, str]) -> None:
    [owed] = created_table.view["owed"]
    path, move = f"/v1/tables/{created_table.table}/moves", {"type": "skip", "decision": owed["decision"]}
    assert api.post(path, token=created_table.seated[0].token, json=move, headers=headers).status == 201


def react_and_work(service: Application) -> None:
    """What a reactor and a worker do with the feed."""
    parts = worker_parts(service.store_url, games(), TASKS)
    Reactor(parts, ConsumerGroup(parts.client, GROUP, "one")).follow(0)
    worker = JobWorker(parts, ["turns"])
    while (taken := worker._next_id()) is not None:
        job = worker._fetched(*taken)
        assert job is not None
        worker.execute_job(*job)


def call(service: Application, endpoint: Endpoint) -> None:
    """What a dispatcher does with the feed."""
    with desk_on(service.store_url, now) as parts:
        one = dispatcher(parts, KINDS, LISTENERS)
        one.follow(0)
        endpoint.wait_for(1)
        eventually(lambda: not one._running)


def trace(span: ReadableSpan) -> str:
    context = span.get_span_context()
    assert context is not None
    return f"{context.trace_id:032x}"


def parent(span: ReadableSpan) -> int:
    assert span.parent is not None
    return span.parent.span_id


def number(span: ReadableSpan) -> int:
    context = span.get_span_context()
    assert context is not None
    return context.span_id


def test_a_move_its_append_the_built_in_players_job_and_the_bots_call_are_one_trace(
    fresh_store_url: str, spans: InMemorySpanExporter, endpoint: Endpoint
) -> None:
    endpoint.status = 202
    with application(fresh_store_url) as service:
        api = service.api(X_API_Key=mint(service, None))
        bot = api.post("/v1/bots", json={"name": "Six", "url": endpoint.url, "games": ["dicy-cards"]}).json["bot"]["id"]
        created_table = api.create_table(1, ai=["greedy"], bots=[bot], options={"first_seat": "creator"})
        spans.clear()

        skip(api, created_table, PARENT)
        react_and_work(service)
        call(service, endpoint)

    found: defaultdict[str, list[ReadableSpan]] = defaultdict(list)
    for span in spans.get_finished_spans():
        if trace(span) == TRACE:
            found[span.name].append(span)
    [request], jobs, calls, appends = found[MOVE], found["job play"], found["call turn"], found["append"]
    assert found.keys() == {MOVE, "job play", "call turn", "append"}
    assert f"{parent(request):016x}" == SPAN
    assert parent(appends[0]) == number(request)
    assert parent(jobs[0]) == number(appends[0])
    assert {parent(append) for append in appends[1:]} <= set(map(number, jobs))  # what is drawn decides how many moves the player has
    assert set(map(parent, calls)) <= set(map(number, appends[1:]))
    assert (request.kind, jobs[0].kind, calls[0].kind) == (SpanKind.SERVER, SpanKind.CONSUMER, SpanKind.CLIENT)
    assert request.attributes is not None
    assert request.attributes["http.route"] == MOVE.removeprefix("POST ")
    assert request.attributes["http.response.status_code"] == 201
    assert not any("traceparent" in sent.headers for sent in endpoint.received)


def test_no_span_holds_a_token_a_name_or_a_body(store_url: str, spans: InMemorySpanExporter) -> None:
    with application(store_url) as service:
        api = service.api()
        created_table = api.create_table(2, names=["Ada Lovelace"], options={"first_seat": "creator"})
        skip(api, created_table, {})
        api.get(f"/v1/tables/{created_table.seated[0].token}")

    written = " ".join(span.to_json() for span in spans.get_finished_spans())
    assert created_table.table in written
    assert "Ada" not in written
    assert created_table.seated[0].token.rpartition(".")[2] not in written


def test_a_parent_that_cannot_be_read_begins_a_new_trace(store_url: str, spans: InMemorySpanExporter) -> None:
    with application(store_url) as service:
        assert service.api().get("/healthz", headers={"traceparent": "00-nonsense"}).status == 200

    [span] = spans.get_finished_spans()
    assert span.parent is None


def test_an_error_is_named_by_its_class_alone(spans: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError), tracing.span("append"):
        raise ValueError("a secret marker")

    [span] = spans.get_finished_spans()
    assert (span.status.status_code, span.status.description, span.events) == (StatusCode.ERROR, "ValueError", ())


def test_without_a_tracer_nothing_is_stored(fresh_store_url: str) -> None:
    with application(fresh_store_url) as service, Redis.from_url(fresh_store_url) as store:
        api = service.api()
        created_table = api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})
        skip(api, created_table, PARENT)
        react_and_work(service)

        assert service.flask.wsgi_app.__name__ != "answer"
        stored: Any = store.xrange(f"rs:{{{created_table.table[:3]}}}:feed")
    assert stored
    assert not any(b"trace" in fields[b"calls"] for _, fields in stored)
    assert (tracing.is_on(), tracing.traceparent(), tracing.trace_fields()) == (False, "", {})


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"},
        {"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"},
    ],
)
def test_nobody_traces_unless_the_environment_asks_for_it(environment: Mapping[str, str]) -> None:
    configure_traces("web", environment)

    assert not tracing.is_on()


def test_an_exporter_that_is_not_installed_is_refused_by_its_name() -> None:
    with pytest.raises(SettingWrong, match=r"^OTEL_TRACES_EXPORTER names 'nonsense'"):
        configure_traces("web", {"OTEL_TRACES_EXPORTER": "nonsense"})


def test_where_opentelemetry_is_not_installed_a_line_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("service.traces.find_spec", lambda _: None)

    with caplog.at_level(logging.WARNING, "rollstream.traces"):
        configure_traces("web", {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"})

    assert "pip install rollstream[otel]" in caplog.text
    assert not tracing.is_on()


def test_spans_reach_the_collector_that_the_environment_names(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint.status = 200
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", endpoint.url)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "10")

    configure_traces("dispatcher")
    try:
        with tracing.span("call turn"):
            assert tracing.trace_fields().keys() == {"trace_id", "span_id"}
        [sent] = endpoint.wait_for(1)
    finally:
        tracing.use(None)

    assert b"rollstream-dispatcher" in sent.body
    assert b"call turn" in sent.body
