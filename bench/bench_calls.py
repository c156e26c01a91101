"""How long a healthy bot's turns take beside bots and webhooks that never answer, and beside webhooks that answer at once.

A person against the bot: the person skips, the bot's turn follows. Timed from the event that opens the bot's decision to its answer, by the
times in the log: alone, then beside each flood, in one run. Prints median, 95th percentile and maximum, and the medians' ratios; target: no
turn takes longer than a second. `python -m bench.bench_calls [ANSWERS [WORDS OF A FLOOD]]`
"""

import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from bench.answering import waits
from bench.automatic import create_table, service
from bench.bench_answers import GREEDY
from bench.bench_dispatch import a_bot
from bench.serving import ROOT, Connection, wait_for
from tests.chaos.service import Whole
from tests.live import Api
from tests.operation.processes import free_port
from tests.service.keys import mint
from tests.service.owning import Owner

MEANWHILE: Final = 3.0
"""Seconds from the beginning of a flood: its calls are being made by then."""

TABLES: Final = 10
"""Tables that all webhooks of a flood hear of."""

PLAYED: Final = 20
"""Tables of built-in players that are played meanwhile: more happens at them than 100 webhooks are told in that time."""

PEOPLE: Final = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Grace"}]


class Place:
    """The service, an API key with a healthy bot, an address that takes connections and never answers, and one that answers at once."""

    def __init__(self, whole: Whole, api: Api, connection: Connection, bot: str, dead: str, quick: str) -> None:
        self._whole = whole
        self._api = api
        self.connection = connection
        self.owner = self.key()
        self.seat = {"kind": "bot", "bot": self.owner.bot(bot).rpartition("/")[2]}
        self.dead = dead
        self.quick = quick

    def key(self) -> Owner:
        """Somebody with a new API key."""
        return Owner(self._api, mint(self._whole, None))


def main() -> None:
    answers, wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200, " ".join(sys.argv[2:])
    floods: Mapping[str, Callable[[Place], None]] = {
        "4 keys with 32 webhooks each at an address that never answers": webhooks_of_strangers,
        "33 webhooks of its own owner at such an address": webhooks_of_the_owner,
        "4 keys with 32 bots each at such an address": bots_of_strangers,
        "33 bots of its own owner at such an address": bots_of_the_owner,
        f"100 webhooks of one key that answer at once, [*], while {PLAYED} tables are played": quick_webhooks,
    }
    for name, flood in [flood for flood in floods.items() if wanted in flood[0]]:
        with a_place() as place:
            before = _answers(place, answers)
            flood(place)
            time.sleep(MEANWHILE)
            begun, told_before = time.monotonic(), messages(place)
            beside = _answers(place, answers)
            rate = (messages(place) - told_before) / (time.monotonic() - begun)
        if rate:
            print(f"{rate:.0f} messages a second are answered at once", flush=True)
        ratio = statistics.median(beside) / statistics.median(before)
        print(f"{told(name, beside)}; alone in the same run {told('', before)}: {ratio:.2f} times", flush=True)


@contextmanager
def a_place() -> Iterator[Place]:
    with (
        a_bot() as bot,
        a_quick_hook() as quick,
        socket.create_server(("127.0.0.2", 0), backlog=4096) as dead,
        service(ROLLSTREAM_OUTGOING_ALLOW="127.0.0.0/8") as (whole, connection),
        Api(whole.url) as api,
    ):
        yield Place(whole, api, connection, bot, f"http://127.0.0.2:{dead.getsockname()[1]}/", quick)


@contextmanager
def a_quick_hook() -> Iterator[str]:
    """The address of a receiver in a process of its own, which answers at once."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-m", "bench.quick_hook", str(port)], cwd=ROOT) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def messages(place: Place) -> int:
    """How many messages were answered at once until now."""
    with urllib.request.urlopen(place.quick) as answer:
        return int(answer.read())


def webhooks_of_strangers(place: Place) -> None:
    for owner in [place.key() for _ in range(4)]:
        _webhooks(place, owner, 32)
    _tables(place)


def webhooks_of_the_owner(place: Place) -> None:
    _webhooks(place, place.owner, 33)
    _tables(place)


def bots_of_strangers(place: Place) -> None:
    for owner in [place.key() for _ in range(4)]:
        _bots(place, owner, 32)


def bots_of_the_owner(place: Place) -> None:
    _bots(place, place.owner, 33)


def quick_webhooks(place: Place) -> None:
    owner = place.key()
    for number in range(100):
        owner.webhook(f"{place.quick}{number}", "*")
    for _ in range(PLAYED):
        create_table(place.connection, {"game": "dicy-cards", "seats": [GREEDY] * 4})


def told(name: str, ms: Sequence[float]) -> str:
    """What was measured, in words."""
    found = sorted(ms)
    figures = f"median {statistics.median(found):.0f} ms, 95 % within {found[len(found) * 95 // 100]:.0f} ms, at most {found[-1]:.0f} ms"
    return f"{name}: {figures}" if name else figures


def _webhooks(place: Place, owner: Owner, count: int) -> None:
    for number in range(count):
        owner.webhook(f"{place.dead}{number}", "*")


def _bots(place: Place, owner: Owner, count: int) -> None:
    """So many bots, each of which owes a decision at a table."""
    for number in range(count):
        seat = {"kind": "bot", "bot": owner.bot(f"{place.dead}{number}").rpartition("/")[2]}
        order = {"game": "dicy-cards", "options": {"first_seat": "creator"}, "seats": [seat, PEOPLE[0]]}
        assert owner.ask("POST", "/v1/tables", json=order).status == 201


def _tables(place: Place) -> None:
    for _ in range(TABLES):
        create_table(place.connection, {"game": "dicy-cards", "seats": PEOPLE})


def _answers(place: Place, count: int) -> Sequence[float]:
    found: list[float] = []
    while len(found) < count:
        found += [wait.ms for wait in waits(place.connection, place.seat)]
    return found


if __name__ == "__main__":
    main()
