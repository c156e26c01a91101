"""How gunicorn runs the web processes; its settings are this module's names (`gunicorn -c python:service.processes.web_server`).

The application is made in each worker, after the fork: nothing that is open is shared between processes. Its modules are loaded before,
once for all workers: one that takes the place of a dead one answers in a fraction of a second.
"""

# ruff: noqa: E402 - the order of the imports is the point
from gevent import monkey

monkey.patch_all()  # before anything else is imported: a lock that was imported unpatched would hold up every stream of a process

import os
from pathlib import Path
from typing import Any

from service.processes.metrics_folder import MetricsFolder
from service.processes.open_files import places_for
from service.processes.web_log import log_what_is_printed
from service.settings import Settings

_settings = Settings.from_environment()

worker_class = "service.processes.web_worker.Worker"
workers = _settings.web_processes
worker_connections = places_for(_settings.limits.streams + 500)
"""Open streams are limited by the application, so that these leave room for ordinary requests."""

limit_request_line = 4096
limit_request_fields = 60
limit_request_field_size = 4096
"""No honest client comes near; the more is read, the longer wait the other requests of the process. All headers together: see Worker."""

keepalive = 20
"""Seconds in which a request's headers must be there; a client that was answered may wait as long with its next. If it were only a few,
somebody who thinks between two moves would now and then meet a connection that is just being closed."""
graceful_timeout = 6
"""Requests under way have this long to end at a stop; streams and idle connections (see Worker) are let go at once."""

logger_class = "service.processes.web_log.WebLog"
loglevel = "warning"
accesslog = None
"""The application logs its requests itself, without tokens."""
control_socket_disable = True
"""It would leave a socket in the home folder."""
forwarded_allow_ips = ""
"""What X-Forwarded-… is believed is ROLLSTREAM_TRUSTED_PROXIES' to say, in the application."""
if Path("/dev/shm").is_dir():  # noqa: S108 - gunicorn makes a file of its own in there
    worker_tmp_dir = "/dev/shm"  # noqa: S108 - a heartbeat in memory cannot block on a disk

_metrics = MetricsFolder.of_this_process()
os.environ[MetricsFolder.VARIABLE] = str(_metrics.path)

import service.app  # noqa: F401 - loaded for the workers, now that the metrics know where they are kept


def post_worker_init(worker: Any) -> None:
    """Open streams end when their worker is told to stop, instead of holding it up until it is killed."""
    log_what_is_printed()
    rollstream = getattr(worker.wsgi, "extensions", {}).get("rollstream")
    if rollstream is not None:
        rollstream.hub.close_when(lambda: not worker.alive)


def child_exit(_server: Any, worker: Any) -> None:
    """A dead worker's gauges no longer count."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call] # shipped without this type


def on_exit(_server: Any) -> None:
    _metrics.remove()
