"""The processes behind a service."""

import psutil

from tests.live import Service


def web_workers(service: Service) -> list[psutil.Process]:
    """The web processes that answer requests, without the one that starts them."""
    address = service.url.removeprefix("http://")
    serving = [process for process in psutil.Process().children(recursive=True) if address in arguments(process)]
    numbers = {process.pid for process in serving}
    return [process for process in serving if process.ppid() in numbers]


def arguments(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
