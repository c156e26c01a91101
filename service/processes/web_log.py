"""gunicorn's and gevent's own words as the service's log lines: one JSON object a line, whatever a client or a program does.

Both write for people by default: several lines for each connection that breaks, in the middle of a log that programs read.
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
    """gunicorn's logger (`logger_class`), in the master and in each worker."""

    def setup(self, cfg: Config) -> None:
        """Hand everything on to the service's log; gunicorn has no handlers of its own."""
        super().setup(cfg)
        configure_logs(Settings.from_environment().log_level)
        for own in (self.error_log, self.access_log):
            own.handlers.clear()
            own.propagate = True

    def exception(self, msg: object, *args: Any, **options: Any) -> None:
        """What was raised, with its trace; a connection that broke without one, for it says nothing that the error's name does not."""
        error = sys.exception()
        if isinstance(error, OSError):
            connection_lost(error)
        else:
            super().exception(msg, *args, **options)


def connection_lost(error: OSError) -> None:
    """Log that a client's connection broke (one line; the client is not named)."""
    log.info("connection lost: %s", error.strerror or type(error).__name__)


def log_what_is_printed() -> None:
    """What gevent's loop (an accept without a free file descriptor, say), threads and finalizers print, and warnings, is logged instead."""
    vars(gevent.get_hub())["print_exception"] = lambda _context, kind, error, trace: _unexpected("gevent", kind, error, trace)
    threading.excepthook = lambda told: _unexpected("thread", told.exc_type, told.exc_value, told.exc_traceback)
    sys.unraisablehook = lambda told: _unexpected("finalizer", told.exc_type, told.exc_value, told.exc_traceback)
    sys.excepthook = lambda kind, error, trace: _unexpected("process", kind, error, trace)
    logging.captureWarnings(capture=True)


def _unexpected(where: str, kind: Any, error: Any, trace: Any) -> None:
    """One line; `error` is an exception, or what gevent keeps of one."""
    if isinstance(error, OSError) or not isinstance(error, BaseException):
        log.error("%s: %s: %s", where, getattr(kind, "__name__", kind), error)
    else:
        log.error("%s: unexpected error", where, exc_info=(type(error), error, trace or error.__traceback__))
