"""Writes the messages of gunicorn and gevent as log lines of the service.

By default both write text for people, with several lines for each broken connection, into a log that programs read.
"""

import logging
import sys
from typing import Any

import gevent
from gunicorn.config import Config
from gunicorn.glogging import Logger

from service.logs import configure_logs, log_what_is_printed, unexpected
from service.settings import Settings

log = logging.getLogger("rollstream.web")


class WebLog(Logger):
    """The logger of gunicorn (`logger_class`), in the master and in each worker."""

    def setup(self, cfg: Config) -> None:
        """Pass all records to the service's log, without handlers of gunicorn."""
        super().setup(cfg)
        configure_logs(Settings.from_environment())
        log_what_is_printed()
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


def log_what_gevent_prints() -> None:
    """Log the errors that gevent's loop prints (an accept without a free file descriptor, say)."""
    vars(gevent.get_hub())["print_exception"] = lambda _context, kind, error, trace: unexpected("gevent", kind, error, trace)
