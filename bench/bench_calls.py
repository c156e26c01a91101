"""How long the turns of a healthy bot take beside bots and webhooks that never answer, and beside webhooks that answer at once.

A person plays against the bot: the person skips, then the bot has its turn. Measures from the event that opens the bot's decision to its
answer, by the times in the log: alone, then beside each flood, in one run. Prints median, 95th percentile and maximum, and the ratios of
the medians; target: no turn takes longer than a second. `python -m bench.bench_calls [ANSWERS [WORDS OF A FLOOD]]`
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

FLOOD_STARTS_WITHIN: Final = 3.0
"""Seconds from the beginning of a flood until its calls are being made."""

WATCHED_TABLES: Final = 10
"""Tables to which all webhooks of a flood are subscribed."""

BUSY_TABLES: Final = 20
"""Tables of built-in players that are played during the measurement: they have more events than 100 webhooks can receive in that time."""

TWO_PEOPLE: Final = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Grace"}]


class Scene:
    """The service, an API key with a healthy bot, an address that accepts connections and never answers, and one that answers at once."""

    def __init__(self, whole: Whole, api: Api, connection: Connection, bot: str, dead: str, quick: str) -> None:
        self._whole = whole
        self._api = api
        self.connection = connection
        self.owner = self.key()
        self.seat = {"kind": "bot", "bot": self.owner.bot(bot).rpartition("/")[2]}
        self.dead = dead
        self.quick = quick

    def key(self) -> Owner:
        """A client with a new API key."""
        return Owner(self._api, mint(self._whole, None))


def main() -> None:
    answers, wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200, " ".join(sys.argv[2:])
    floods: Mapping[str, Callable[[Scene], None]] = {
        "4 keys with 32 webhooks each at an address that never answers": webhooks_of_strangers,
        "33 webhooks of its own owner at such an address": webhooks_of_the_owner,
        "4 keys with 32 bots each at such an address": bots_of_strangers,
        "33 bots of its own owner at such an address": bots_of_the_owner,
        f"100 webhooks of one key that answer at once, [*], while {BUSY_TABLES} tables are played": quick_webhooks,
    }
    for name, flood in [flood for flood in floods.items() if wanted in flood[0]]:
        with a_scene() as scene:
            before = _answers(scene, answers)
            flood(scene)
            time.sleep(FLOOD_STARTS_WITHIN)
            started, messages_before = time.monotonic(), messages(scene)
            beside = _answers(scene, answers)
            rate = (messages(scene) - messages_before) / (time.monotonic() - started)
        if rate:
            print(f"{rate:.0f} messages a second are answered at once", flush=True)
        ratio = statistics.median(beside) / statistics.median(before)
        print(f"{described(name, beside)}; alone in the same run {described('', before)}: {ratio:.2f} times", flush=True)


@contextmanager
def a_scene() -> Iterator[Scene]:
    with (
        a_bot() as bot,
        a_quick_hook() as quick,
        socket.create_server(("127.0.0.2", 0), backlog=4096) as dead,
        service(ROLLSTREAM_OUTGOING_ALLOW="127.0.0.0/8") as (whole, connection),
        Api(whole.url) as api,
    ):
        yield Scene(whole, api, connection, bot, f"http://127.0.0.2:{dead.getsockname()[1]}/", quick)


@contextmanager
def a_quick_hook() -> Iterator[str]:
    """The address of a receiver that answers at once, in its own process."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-m", "bench.quick_hook", str(port)], cwd=ROOT) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def messages(scene: Scene) -> int:
    """How many messages were answered at once so far."""
    with urllib.request.urlopen(scene.quick) as answer:
        return int(answer.read())


def webhooks_of_strangers(scene: Scene) -> None:
    for owner in [scene.key() for _ in range(4)]:
        _webhooks(scene, owner, 32)
    _tables(scene)


def webhooks_of_the_owner(scene: Scene) -> None:
    _webhooks(scene, scene.owner, 33)
    _tables(scene)


def bots_of_strangers(scene: Scene) -> None:
    for owner in [scene.key() for _ in range(4)]:
        _bots(scene, owner, 32)


def bots_of_the_owner(scene: Scene) -> None:
    _bots(scene, scene.owner, 33)


def quick_webhooks(scene: Scene) -> None:
    owner = scene.key()
    for number in range(100):
        owner.webhook(f"{scene.quick}{number}", "*")
    for _ in range(BUSY_TABLES):
        create_table(scene.connection, {"game": "dicy-cards", "seats": [GREEDY] * 4})


def described(name: str, ms: Sequence[float]) -> str:
    """The measured figures as text."""
    found = sorted(ms)
    figures = f"median {statistics.median(found):.0f} ms, 95 % within {found[len(found) * 95 // 100]:.0f} ms, at most {found[-1]:.0f} ms"
    return f"{name}: {figures}" if name else figures


def _webhooks(scene: Scene, owner: Owner, count: int) -> None:
    for number in range(count):
        owner.webhook(f"{scene.dead}{number}", "*")


def _bots(scene: Scene, owner: Owner, count: int) -> None:
    """Register so many bots, each of which owes a decision at a table."""
    for number in range(count):
        seat = {"kind": "bot", "bot": owner.bot(f"{scene.dead}{number}").rpartition("/")[2]}
        order = {"game": "dicy-cards", "options": {"first_seat": "creator"}, "seats": [seat, TWO_PEOPLE[0]]}
        assert owner.ask("POST", "/v1/tables", json=order).status == 201


def _tables(scene: Scene) -> None:
    for _ in range(WATCHED_TABLES):
        create_table(scene.connection, {"game": "dicy-cards", "seats": TWO_PEOPLE})


def _answers(scene: Scene, count: int) -> Sequence[float]:
    found: list[float] = []
    while len(found) < count:
        found += [wait.ms for wait in waits(scene.connection, scene.seat)]
    return found


if __name__ == "__main__":
    main()
