"""Writes the messages of gunicorn and gevent as log lines of the service: one JSON object per line.

By default both write text for people, with several lines for each broken connection, into a log that programs read.
"""

import logging
import sys
import threading
from typing import Any

import gevent
from gunicorn.config import Config
from gunicorn.glogging import Logger

from service.logs import configure_logs
from service.settings import Settings

log = logging.getLogger("rollstream.web")


class WebLog(Logger):
    """The logger of gunicorn (`logger_class`), in the master and in each worker."""

    def setup(self, cfg: Config) -> None:
        """Pass all records to the service's log, without handlers of gunicorn."""
        super().setup(cfg)
        configure_logs(Settings.from_environment().log_level)
        for own in (self.error_log, self.access_log):
            own.handlers.clear()
            own.propagate = True

    def exception(self, msg: object, *args: Any, **options: Any) -> None:
        """Log an exception with its trace. A broken connection is logged in one line, because its trace adds nothing."""
        error = sys.exception()
        if isinstance(error, OSError):
            connection_lost(error)
        else:
            super().exception(msg, *args, **options)


def connection_lost(error: OSError) -> None:
    """Log in one line that a client's connection broke. The client is not named."""
    log.info("connection lost: %s", error.strerror or type(error).__name__)


def log_what_is_printed() -> None:
    """Log warnings, and the errors that gevent's loop (an accept without a free file descriptor, say), threads and finalizers print."""
    vars(gevent.get_hub())["print_exception"] = lambda _context, kind, error, trace: _unexpected("gevent", kind, error, trace)
    threading.excepthook = lambda failure: _unexpected("thread", failure.exc_type, failure.exc_value, failure.exc_traceback)
    sys.unraisablehook = lambda failure: _unexpected("finalizer", failure.exc_type, failure.exc_value, failure.exc_traceback)
    sys.excepthook = lambda kind, error, trace: _unexpected("process", kind, error, trace)
    logging.captureWarnings(capture=True)


def _unexpected(where: str, kind: Any, error: Any, trace: Any) -> None:
    """Log an error. `error` is an exception, or gevent's text of one."""
    if isinstance(error, OSError) or not isinstance(error, BaseException):
        log.error("%s: %s: %s", where, getattr(kind, "__name__", kind), error)
    else:
        log.error("%s: unexpected error", where, exc_info=(type(error), error, trace or error.__traceback__))
