"""Finds the processes of a running service."""

import psutil

from tests.live import Service


def web_workers(service: Service) -> list[psutil.Process]:
    """The web processes that answer requests, without the one that starts them."""
    port = int(service.url.rpartition(":")[2])
    serving = [process for process in psutil.Process().children(recursive=True) if port in ports(process)]
    numbers = {process.pid for process in serving}
    return [process for process in serving if process.ppid() in numbers]


def ports(process: psutil.Process) -> set[int]:
    """The ports on which a process listens."""
    try:
        found = process.net_connections(kind="tcp")
    except psutil.Error:
        return set()
    return {connection.laddr.port for connection in found if connection.status == psutil.CONN_LISTEN}
