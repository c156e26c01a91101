"""Traces by OpenTelemetry, which `rollstream[otel]` installs. Only `service.traces` imports this module, where traces are wanted."""

import atexit
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points, version
from typing import Any, Final

from opentelemetry import trace
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from events.tracing import Kind, Value

EXPORTERS: Final = "opentelemetry_traces_exporter"
"""The entry points under which packages offer exporters."""

LAST_EXPORT_SECONDS: Final = 1.0
"""Seconds for which a process that ends waits for the collector."""

_KINDS: Final[Mapping[Kind, SpanKind]] = {
    "server": SpanKind.SERVER,
    "internal": SpanKind.INTERNAL,
    "consumer": SpanKind.CONSUMER,
    "client": SpanKind.CLIENT,
}


class OpenTelemetry:
    """A `Tracer` whose spans go to a provider."""

    def __init__(self, provider: trace.TracerProvider) -> None:
        self._tracer = provider.get_tracer("rollstream", version("rollstream"))
        self._format = TraceContextTextMapPropagator()

    @contextmanager
    def span(self, name: str, kind: Kind, parent: str, attributes: Mapping[str, Value]) -> Iterator[None]:
        """A span around the block. An error that leaves it is named by its class alone: its message may quote a request."""
        context = self._format.extract({"traceparent": parent}) if parent else None
        with self._tracer.start_as_current_span(
            name, context, _KINDS[kind], attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException as error:
                span.set_status(Status(StatusCode.ERROR, type(error).__name__))
                raise

    def describe(self, name: str, attributes: Mapping[str, Value], *, failed: bool) -> None:
        span = trace.get_current_span()
        span.update_name(name)
        span.set_attributes(attributes)
        if failed:
            span.set_status(Status(StatusCode.ERROR))

    def traceparent(self) -> str:
        carrier: dict[str, str] = {}
        self._format.inject(carrier)
        return carrier.get("traceparent", "")


def provider_of(part: str, exporters: str, protocol: str) -> TracerProvider:
    """A provider for this part of the service ("web"), which exports in the background. Raises `ValueError` for an unknown exporter.

    `exporters` are names of OTEL_TRACES_EXPORTER, separated by commas; `protocol` is that of the exporter `otlp`. The exporters, the
    sampler and the limits read further variables themselves.
    """
    provider = TracerProvider(resource=_resource(part), shutdown_on_exit=False)
    for name in exporters.split(","):
        provider.add_span_processor(BatchSpanProcessor(_exporter(name.strip(), protocol)))
    _export_at_exit(provider)
    return provider


def _export_at_exit(provider: TracerProvider) -> None:
    """Export what is left when the process ends, for `LAST_EXPORT_SECONDS` at most: a collector that is away must hold up no stop.

    The thread waits from now on, because a process that ends can start none.
    """
    ending = threading.Event()

    def export() -> None:
        ending.wait()
        provider.shutdown()

    thread = threading.Thread(target=export, name="last export", daemon=True)
    thread.start()

    def end() -> None:
        ending.set()
        thread.join(LAST_EXPORT_SECONDS)

    atexit.register(end)


def _resource(part: str) -> Resource:
    """What all spans of this process have in common. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before ours."""
    ours = Resource(
        {
            "service.name": f"rollstream-{part}",
            "service.namespace": "rollstream",
            "service.version": version("rollstream"),
            "service.instance.id": f"{os.uname().nodename}-{os.getpid()}",
        }
    )
    return Resource.create().merge(ours).merge(OTELResourceDetector().detect())


def _exporter(name: str, protocol: str) -> Any:
    """The exporter with this name, as the installed packages offer it."""
    wanted = f"otlp_proto_{protocol.partition('/')[0]}" if name == "otlp" else name
    for offered in entry_points(group=EXPORTERS, name=wanted):
        return offered.load()()
    raise ValueError(f"names {name!r} ({protocol}), for which no package is installed; rollstream[otel] brings otlp (http/protobuf)")
