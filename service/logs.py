"""Logs as JSON lines on standard error. They name routes, ids and codes, never tokens, keys, bodies or query texts."""

import logging
import sys
from typing import Any

import msgspec
import structlog


def configure_logs(level: str) -> None:
    """Send the service's own events and every library's log records to standard error, one JSON object a line.

    `level` is debug (every request), info (refused requests and what the libraries report), warning or error.
    """
    lowest = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.add_log_level]
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name, structlog.processors.format_exc_info],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(lambda event, **_: _json(event).decode()),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(lowest, logging.INFO))


def _json(event: Any, **_: Any) -> bytes:
    return msgspec.json.encode(event, enc_hook=repr)
