"""Logging on standard error: a JSON object per line for programs, or sentences for a person at a terminal (ADR 78).

Lines contain routes, ids, codes and addresses of clients, never tokens, keys, bodies or query strings.
"""

import logging
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final

import msgspec

from events.log_context import log_fields
from events.tracing import trace_fields
from service.settings import Settings

OWN: Final = "rollstream"
"""The logger above those of the service's events."""

EXTRA_FIELDS: Final = ("table", "version", "reason")
"""Extra fields that a library's log record may add to its message."""

_TRACES: Final = logging.Formatter()


def configure_logs(settings: Settings) -> None:
    """Send all log records of this process to standard error.

    The settings' level is `debug` (all requests), `info` (refused requests and the libraries' messages), `warning` or `error`.
    """
    lowest = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.handlers[:] = [LogLines(sys.stderr.buffer, _FORMS[settings.log_format])]
    root.setLevel(max(lowest, logging.INFO))
    logging.getLogger(OWN).setLevel(lowest)


def members(**values: Any) -> dict[str, Any]:
    """The `extra` of a record that is an event of the service: the members of its line, beside those of every line."""
    return {"members": values}


def unexpected(where: str, kind: Any, error: Any, trace: Any) -> None:
    """Log an error that nothing has caught. `error` is an exception, or gevent's text of one."""
    log = logging.getLogger(OWN)
    if isinstance(error, OSError) or not isinstance(error, BaseException):
        log.error("%s: %s: %s", where, getattr(kind, "__name__", kind), error)
    else:
        log.error("%s: unexpected error", where, exc_info=(type(error), error, trace or error.__traceback__))


def log_what_is_printed() -> None:
    """From now on log what Python prints otherwise: warnings, and the errors that end threads, finalizers and the process."""
    threading.excepthook = lambda failure: unexpected("thread", failure.exc_type, failure.exc_value, failure.exc_traceback)
    sys.unraisablehook = lambda failure: unexpected("finalizer", failure.exc_type, failure.exc_value, failure.exc_traceback)
    sys.excepthook = _ended_by
    logging.captureWarnings(capture=True)


def _ended_by(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """Log the error that ends the process. Ctrl-C is none."""
    if not issubclass(kind, KeyboardInterrupt):
        unexpected("process", kind, error, trace)


class LogLines(logging.Handler):
    """Writes records to a file and ignores errors: a closed terminal or a full disk must not make a stored move look refused."""

    def __init__(self, file: BinaryIO, form: Callable[[Mapping[str, Any]], bytes]) -> None:
        super().__init__()
        self._file = file
        self._form = form

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._file.write(self._form(_line(record)) + b"\n")
            self._file.flush()
        except Exception:  # noqa: BLE001 - as in the handlers of the standard library
            self.handleError(record)


def _line(record: logging.LogRecord) -> Mapping[str, Any]:
    given = vars(record)
    line: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
    }
    own = given["members"] if "members" in given else {name: given[name] for name in EXTRA_FIELDS if name in given}
    line |= {name: value for name, value in {**log_fields(), **trace_fields(), **own}.items() if name not in line}
    if record.exc_info:
        line["exception"] = _TRACES.formatException(record.exc_info)
    return line


def as_json(line: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(line, enc_hook=repr)


def as_text(line: Mapping[str, Any]) -> bytes:
    """A sentence that begins with its logger, and with its level unless that is `info`; then the other fields, and the trace."""
    about = {name: value for name, value in line.items() if name not in _OF_TEXT and value is not None}
    level = "" if line["level"] == "info" else f"{line['level']}: "
    fields = " ".join(f"{name}={value}" for name, value in about.items())
    sentence = f"{line['logger'].removeprefix(f'{OWN}.')}: {level}{line['message']}{f' ({fields})' if fields else ''}"
    return "\n".join([sentence, *([line["exception"]] if "exception" in line else [])]).encode(errors="backslashreplace")


_OF_TEXT: Final = frozenset({"time", "level", "logger", "message", "exception"})
_FORMS: Final[Mapping[str, Callable[[Mapping[str, Any]], bytes]]] = {"json": as_json, "text": as_text}
