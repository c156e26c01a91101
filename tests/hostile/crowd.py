"""A whole service and thirty hostile bots that it calls, with internal addresses to which none of them may redirect it."""

import secrets
import time
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

from events.store.redis_connection import connect
from tests.chaos.service import Whole, whole_service
from tests.hostile.behaviours import AtAFinishedTable, behaviours, inner_addresses
from tests.live import Api
from tests.operation.processes import free_port
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.workers.bots.servers import Answering, BotServer, saying
from tests.workers.outgoing.servers import RawServer, wait_for_the_end
from workers.bots.registry import Bot, Bots
from workers.outgoing.signing import Secret, new_secret

NAMES: Final = Path(__file__).with_name("names")
ALTERNATING: Final = "alternating.test"
BOT_SECONDS: Final = 3
TABLES: Final = 30
POLICIES: Final = ({"policy": "substitute", "level": "greedy"}, {"policy": "resign", "after": 2})


class Hostile(NamedTuple):
    """A hostile bot: its URL, the possible log entries about it (reasons, or `expired`), and whether the service lets it be registered."""

    url: str
    log_entries: frozenset[str]
    registers: bool = True


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """`hostile`: the bots by name. `canary` listens at a forbidden address; `store_port` is the store's port."""

    service: Whole
    hostile: Mapping[str, Hostile]
    canary: RawServer
    store_port: int
    at_a_finished_table: AtAFinishedTable

    def owner(self, api: Api) -> Owner:
        """An owner of a new API key."""
        return Owner(api, mint(self.service, None))

    def register(self, owner: Owner) -> Mapping[str, str]:
        """Register all bots; return their ids by name.

        A bot whose address is refused is added to the registry directly, as if the address had become a forbidden one later.
        """
        with connect(self.service.store_url) as store:
            return {name: _register(name, bad, owner, Bots(store)) for name, bad in self.hostile.items()}

    def create_table(self, api: Api, bots: Mapping[str, str], **wanted: Any) -> Sequence[str]:
        """Create thirty tables, each with a built-in player and two bots. Each bot has a table that substitutes and a table that resigns.

        `wanted` are further members of the body. The bot that plays at a finished table finishes one first.
        """
        finished = _create(api, bots["finished table"], bot_seconds=1, on_failure={"policy": "resign", "after": 1})
        while api.view(finished)["status"] != "finished":
            time.sleep(0.1)
        ids = [*bots.values()]
        pairs = zip(ids, [*ids[1:], ids[0]], cycle(POLICIES), strict=False)
        return [_create(api, one, other, bot_seconds=BOT_SECONDS, on_failure=policy, **wanted) for one, other, policy in pairs]


@contextmanager
def a_crowd(folder: Path, **more: str) -> Iterator[Crowd]:
    """Run the service and its hostile bots for the block. `more` are further environment variables of the service."""
    with ExitStack() as running:
        alternating = running.enter_context(BotServer(saying(500)))
        canary = running.enter_context(RawServer(wait_for_the_end, host="127.0.0.2", port=alternating.port))
        store_port = free_port()
        variables = {"ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.1/32", "PYTHONPATH": str(NAMES), "ALTERNATING": ALTERNATING, **more}
        service = running.enter_context(whole_service(folder, "--redis-port", str(store_port), variables=variables))
        inside = (canary.url, f"http://127.0.0.1:{store_port}/", f"{service.url}/v1/tables", "http://169.254.169.254/latest/meta-data/")
        at_a_finished_table = AtAFinishedTable(service.url)
        acting: Mapping[str, tuple[Answering, str]] = {"finished table": (at_a_finished_table, "expired"), **behaviours(inside)}
        hostile = {
            name: Hostile(running.enter_context(BotServer(behave)).url, frozenset({log_entries}))
            for name, (behave, log_entries) in acting.items()
        }
        hostile |= {name: Hostile(url, frozenset({"refused"}), registers=False) for name, url in inner_addresses(canary.port).items()}
        hostile["alternates"] = Hostile(f"http://{ALTERNATING}:{alternating.port}/", frozenset({"refused", "status"}))
        hostile["the service"] = Hostile(f"{service.url}/v1/tables", frozenset({"status"}))
        yield Crowd(service=service, hostile=hostile, canary=canary, store_port=store_port, at_a_finished_table=at_a_finished_table)


def _register(name: str, bad: Hostile, owner: Owner, registry: Bots) -> str:
    reply = owner.register(bad.url, name=name)
    if bad.registers:
        assert reply.status == 201, (name, reply)
        return str(reply.json["bot"]["id"])
    assert (reply.status, reply.code) == (422, "target-refused"), (name, reply)
    secret = Secret(new_secret(secrets.token_bytes(32)))
    bot = Bot(
        id=f"bot_{b32encode(secrets.token_bytes(15)).decode().lower()}",
        owner=owner.key.split("_")[1],
        name=name,
        url=bad.url,
        games=("dicy-cards",),
        avatar=name[0],
        created_at="2026-01-01T00:00:00.000Z",
        secrets=(secret,),
        seating="anyone",
    )
    assert registry.add(bot)
    return bot.id


def _create(api: Api, *bots: str, **wanted: Any) -> str:
    """Create a table for these bots and a built-in player; return its id."""
    return str(api.create_table(0, ai=["greedy"], bots=bots, **wanted).view["table"])
