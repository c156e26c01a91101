"""Run as a program: like a web process with greenlets, checks many names whose name server does not answer, and prints other results."""

import socket
import time
from typing import Any

HANGING, WHILE_THEY_HANG = 60.0, 45.0
look_up, sleep = socket.getaddrinfo, time.sleep


def silent(host: Any, *more: Any, **options: Any) -> Any:
    """The system's look-up, which cannot be interrupted."""
    if str(host).startswith("silent"):
        sleep(HANGING)
    return look_up("127.0.0.1" if host == "bots.example" else host, *more, **options)


socket.getaddrinfo = silent  # before the patch: the system is like that

from gevent import monkey  # noqa: E402

monkey.patch_all()

from ipaddress import ip_network  # noqa: E402

import gevent  # noqa: E402

from workers.outgoing.client import NotLookedUp, Outgoing  # noqa: E402

outgoing = Outgoing([ip_network("127.0.0.0/8")])
ended: list[str] = []


def check(number: int) -> None:
    try:
        outgoing.check(f"http://silent{number}.example/", 5.0, asker="key:stranger")
    except NotLookedUp:
        ended.append("silent")


checks = [gevent.spawn(check, number) for number in range(60)]
gevent.sleep(0.5)
with gevent.Timeout(WHILE_THEY_HANG):
    outgoing.check("http://bots.example/", WHILE_THEY_HANG, asker="key:other")
    print("another client's name", flush=True)
    print("the store's name", socket.getaddrinfo("localhost", 6379, type=socket.SOCK_STREAM)[0][4][1], flush=True)
gevent.joinall(checks)
print("silent names", len(ended), flush=True)
