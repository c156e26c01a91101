"""Logging: JSON lines on standard error. They contain routes, ids and codes, never tokens, keys, bodies or query strings."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final

import msgspec

OWN: Final = "rollstream"
"""The logger above those of the service's events."""

EXTRA_FIELDS: Final = ("table", "version", "reason")
"""Extra fields that a library's log record may add to its message."""

_TRACES: Final = logging.Formatter()


def configure_logs(level: str) -> None:
    """Send the service's events and the libraries' log records to standard error, one JSON object per line.

    `level` is `debug` (all requests), `info` (refused requests and the libraries' messages), `warning` or `error`.
    """
    lowest = logging.getLevelNamesMapping()[level.upper()]
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.handlers[:] = [_JsonLines(sys.stderr.buffer)]
    root.setLevel(max(lowest, logging.INFO))
    logging.getLogger(OWN).setLevel(lowest)


def members(**values: Any) -> dict[str, Any]:
    """The `extra` of a record that is an event of the service: the members of its line, beside event, time and level."""
    return {"members": values}


class _JsonLines(logging.Handler):
    """Writes records to a file and ignores errors: a closed terminal or a full disk must not make a stored move look refused."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._file.write(msgspec.json.encode(_line(record), enc_hook=repr) + b"\n")
            self._file.flush()
        except Exception:  # noqa: BLE001 - as in the handlers of the standard library
            self.handleError(record)


def _line(record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
    line: dict[str, Any] = {"event": record.getMessage(), "timestamp": at, "level": record.levelname.lower()}
    given = vars(record)
    if "members" in given:
        line = given["members"] | line
    else:
        line["logger"] = record.name
        line |= {name: given[name] for name in EXTRA_FIELDS if name in given}
    if record.exc_info:
        line["exception"] = _TRACES.formatException(record.exc_info)
    return line
