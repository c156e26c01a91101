"""Whether this process traces: as the environment variables of OpenTelemetry say (ADR 79)."""

import logging
import os
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from events import tracing
from service.settings import SettingWrong

EXPORTER: Final = "OTEL_TRACES_EXPORTER"
PROTOCOLS: Final = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
ASKING: Final = (EXPORTER, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Variables one of which must be set: otherwise an installed package alone would call an address that nobody has named."""

log = logging.getLogger("rollstream.traces")


def configure_traces(part: str, environment: Mapping[str, str] = os.environ) -> None:
    """Trace this process, a part of the service ("web"), if the environment asks for it. Raises `SettingWrong`.

    Call it after a fork, because the exporter has a thread.
    """
    exporters = environment.get(EXPORTER) or "otlp"
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true" or exporters == "none" or not any(map(environment.get, ASKING)):
        return
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        log.warning("no traces: OpenTelemetry is not installed (pip install rollstream[otel])")
        return
    from service.open_telemetry import OpenTelemetry, provider_of  # loads OpenTelemetry, where it is wanted

    protocol = next(filter(None, map(environment.get, PROTOCOLS)), "http/protobuf")
    try:
        tracing.use(OpenTelemetry(provider_of(part, exporters, protocol)))
    except ValueError as error:
        raise SettingWrong(EXPORTER, str(error)) from error


def traced(application: WSGIApplication) -> WSGIApplication:
    """The application, with a span around each request, up to the head of its response. A `traceparent` of the request is its parent."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with tracing.span("request", "server", environ.get("HTTP_TRACEPARENT", "")):
            return application(environ, start_response)

    return answer
