"""Logging: JSON lines on standard error. They contain routes, ids and codes, never tokens, keys, bodies or query strings."""

import logging
import sys
from contextlib import suppress
from typing import Any, BinaryIO, cast

import msgspec
import structlog

EXTRA_FIELDS = ("table", "version", "reason")
"""Extra fields that a library's log record may add to its message."""


def configure_logs(level: str) -> None:
    """Send the service's events and the libraries' log records to standard error, one JSON object per line.

    `level` is `debug` (all requests), `info` (refused requests and the libraries' messages), `warning` or `error`.
    """
    lowest = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.add_log_level]
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.BytesLoggerFactory(cast("BinaryIO", _Tolerant(sys.stderr.buffer))),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            *shared,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=EXTRA_FIELDS),
            structlog.processors.format_exc_info,
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(lambda event, **_: _json(event).decode()),
        ],
    )
    logging.raiseExceptions = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(lowest, logging.INFO))


class _Tolerant:
    """A log file that ignores write errors: a closed terminal or a full disk must not make a stored move look refused."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, line: bytes) -> None:
        with suppress(OSError, ValueError):
            self._file.write(line)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._file.flush()


def _json(event: Any, **_: Any) -> bytes:
    return msgspec.json.encode(event, enc_hook=repr)
