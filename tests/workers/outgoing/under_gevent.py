"""Run as a program: calls from greenlets as in the web server, many slow ones and a quick one. Prints the order in which they end."""

import sys

from gevent import monkey

monkey.patch_all()

import time  # noqa: E402 - after the patch, as in the web server
from ipaddress import ip_network  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

from workers.outgoing.client import NotAnswered, Outgoing  # noqa: E402


def slow_lookup(host: str, port: int, *_: object) -> Any:
    if host == "slow.example":
        time.sleep(60)
    return [(2, 1, 6, "", ("127.0.0.1", port))]


def call(url: str, seconds: float) -> None:
    try:
        print(outgoing.post(url, b"{}", {}, seconds).status, flush=True)
    except NotAnswered as failed:
        print(failed.reason, flush=True)


outgoing = Outgoing([ip_network("127.0.0.0/8")], slow_lookup)
*slow, quick = sys.argv[1:]
calls = [gevent.spawn(call, url, 4.0) for url in slow * 10]
calls.append(gevent.spawn(call, quick, 60.0))
gevent.joinall(calls)
