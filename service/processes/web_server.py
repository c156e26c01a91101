"""The gunicorn configuration of the web processes (`gunicorn -c python:service.processes.web_server`).

Each worker creates the application after the fork, so processes share no open files. The master imports the modules once for all workers:
a worker that replaces a dead one answers within a fraction of a second.
"""

# ruff: noqa: E402 - the order of the imports is the point
from gevent import monkey

monkey.patch_all()  # before all other imports: one unpatched lock would block every stream of a process

import os
from pathlib import Path
from typing import Any

from service.processes import fork_signals
from service.processes.capacity import capacity, prepare
from service.processes.metrics_folder import MetricsFolder
from service.processes.readiness import say_ready
from service.processes.web_log import log_what_gevent_prints
from service.settings import Settings

_settings = Settings.from_environment()

worker_class = "service.processes.web_worker.Worker"
workers = _settings.web_processes
_capacity = capacity(_settings.limits, _settings.web_processes)
prepare(_capacity)
worker_connections = _capacity.served + _capacity.waiting
"""The application limits open streams, so some of those that are served remain for ordinary requests."""

limit_request_line = 4096
limit_request_fields = 60
limit_request_field_size = 4096
"""No normal client comes near these limits. Reading more delays the other requests of the process. For the total of all headers, see
`LONGEST_HEADERS` in `service.processes.web_worker`."""

keepalive = 20
"""Seconds in which a request's headers must arrive, and for which an idle connection stays open. A shorter time would often close the
connection of a player who thinks between two moves just as the next request arrives."""
graceful_timeout = 6
"""Seconds that running requests have to end at a stop. Streams and idle connections (see `web_worker`) are closed sooner."""

logger_class = "service.processes.web_log.WebLog"
loglevel = "warning"
accesslog = None
"""The application logs its requests itself, without tokens."""
control_socket_disable = True
"""The control socket would be created in the home folder."""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
forwarded_allow_ips = "*"
"""gunicorn trusts no X-Forwarded-… header: anybody may send those that it trusts, of which there are none. So it need not compare the
address of each request. The application trusts such headers, according to ROLLSTREAM_TRUSTED_PROXIES."""
if Path("/dev/shm").is_dir():  # noqa: S108 - gunicorn creates a private file there
    worker_tmp_dir = "/dev/shm"  # noqa: S108 - a heartbeat file in memory cannot block on a disk

_metrics = MetricsFolder.of_this_process()
os.environ[MetricsFolder.VARIABLE] = str(_metrics.path)

fork_signals.hold_while_forking()

import service.app  # noqa: F401 - preloaded for the workers, after the metrics folder is set


def post_worker_init(worker: Any) -> None:
    """Connect a new web process with its application, and tell the supervisor that it serves.

    When it is asked to stop, its streams end. Otherwise they would delay it until it is killed.
    """
    log_what_gevent_prints()
    rollstream = getattr(worker.wsgi, "extensions", {}).get("rollstream")
    if rollstream is not None:
        rollstream.hub.close_when(lambda: not worker.alive)
        rollstream.beat.keep_on(lambda: not worker.alive)
        rollstream.stopping.when(lambda: worker.stop_announced)
    say_ready()


def child_exit(_server: Any, worker: Any) -> None:
    """Stop counting a dead worker's gauges."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call] # shipped without this type


def on_exit(_server: Any) -> None:
    _metrics.remove()
