"""The web server as a program that a supervisor runs: gunicorn with `service.processes.web_server`, on a socket that is open already."""

import socket
import sys
from collections.abc import Mapping

from service.processes import addresses
from service.processes.capacity import capacity
from service.processes.program import Program
from service.settings import Settings


def web_program(listener: socket.socket, processes: int, settings: Settings, environment: Mapping[str, str]) -> Program:
    """So many web processes that serve the listener. While one run of the program replaces another, both do.

    `environment` names the store, the queue and the place of exports.
    """
    command = ["-m", "gunicorn", "--config", "python:service.processes.web_server", "--bind", f"fd://{listener.fileno()}"]
    return Program(
        name="web",
        command=[sys.executable, "-P", *command, "service.app:create_app()"],
        environment={**environment, "ROLLSTREAM_WEB_PROCESSES": str(processes)},
        says_ready=processes,
        listener=listener,
        unready_for=settings.drain_pause,
    )


def description(host: str, port: int, processes: int, settings: Settings) -> list[str]:
    """Lines for the operator: where the web server listens, and how many streams it serves."""
    streams = capacity(settings.limits, processes).streams
    return [
        f"listening on {addresses.url(host, port)}",
        f"{processes} process{'es' if processes > 1 else ''} with up to {streams} event streams each",
    ]
