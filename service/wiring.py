"""Builds all parts of the web process, each with named arguments."""

import random
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from events.access.api_keys import SECRET_BYTES, ApiKeys, secret_when_needed
from events.access.seat_links import SeatLinks
from events.access.seat_tokens import SeatTokens
from events.archive.archive import archive_at
from events.archive.marked_place import StoredPlaceId
from events.fairness.commitments import CommitmentKeys, Commitments
from events.fairness.issuer import Issuer, SigningKeys
from events.projections.read_model import ReadModel
from events.store.durability import Durability, durability
from events.store.memory_usage import MemoryUsage, StoreMemory
from events.store.pools import pool_of
from events.store.redis_connection import connect, connect_for_health
from events.store.redis_store import RedisStore
from events.store.replication import Replicas, StoreState, for_health, store_state
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import now
from rules.game import AnyGame
from rules.registry import games
from service.http.page_files import Editions, page_of
from service.http.rate_limits import RateLimit
from service.http.request_context import this_request
from service.http.stopping import Stopping
from service.live.hub import Hub
from service.monitoring.exposition import Exposition
from service.monitoring.looks import Sources, looks
from service.owners.trials import Trials
from service.processes.capacity import capacity
from service.settings import Settings
from service.waiting_jobs import WaitingJobs
from workers.beating import Beat
from workers.bots.places import BotPlaces
from workers.dispatcher.parts import DispatcherParts, dispatcher_parts
from workers.exports.exported import Exported
from workers.exports.file_store import FileStore
from workers.health import WorkersHealth, health
from workers.jobs.parked import ParkedJobs
from workers.jobs.parts import WorkerParts
from workers.jobs.queue_server import connect_queue
from workers.jobs.queues import Jobs
from workers.jobs.tasks import TASKS
from workers.outgoing.client import Outgoing


@dataclass(frozen=True, slots=True, kw_only=True)
class WebParts:
    """The parts that the routes use."""

    settings: Settings
    games: Mapping[str, AnyGame]
    handler: Handler
    lobby: ReadModel
    tokens: SeatTokens
    commitments: Commitments
    links: SeatLinks
    keys: ApiKeys
    issuer: Issuer
    rate_limit: RateLimit
    creations: RateLimit
    sittings: RateLimit
    waiting: WaitingJobs
    trials: Trials
    hub: Hub
    stopping: Stopping
    entropy: Callable[[int], bytes]
    replicas: Replicas
    """What other changes than appends wait for."""
    store_state: Callable[[], StoreState]
    durability: Callable[[], Durability]
    memory: Callable[[], MemoryUsage]
    jobs: Jobs
    health: Callable[[], WorkersHealth]
    exposition: Exposition
    """What /metrics shows."""
    beat: Beat
    exported: Exported
    open_file_store: Callable[[], FileStore]
    editions: Editions
    """The files of the page."""
    parts: DispatcherParts
    """Bots, webhooks, and the client that calls them."""
    places: BotPlaces
    """Counts the tables at which each bot plays."""

    @property
    def tables(self) -> Tables:
        return self.handler.tables

    @property
    def file_store(self) -> FileStore:
        """The store of export files, opened at the first use. Raises `FileStoreUnusable`."""
        return self.open_file_store()


def make_web_parts(settings: Settings) -> WebParts:
    """The parts of a web process with these settings. The store and the queue may become available later.

    Raises `UnsuitableServer`, `SettingWrong`, and what the games' settings raise.
    """
    client = connect(settings.need_redis_url())
    catalogue = games(settings.games)
    exports = settings.exports_at(Path("data"))
    place_id = StoredPlaceId(client)
    store = RedisStore(client, settings.replication, archive_at(exports, place_id))
    tables = Tables(store, catalogue, now)
    queue_url = settings.need_queue_url()
    queue = client if queue_url == settings.redis_url else connect_queue(queue_url)
    health_client, queue_health_client = connect_for_health(settings.need_redis_url()), connect_for_health(queue_url)
    jobs, parked = Jobs(queue, TASKS), ParkedJobs(queue)
    probed, probed_parked = Jobs(queue_health_client, TASKS), ParkedJobs(queue_health_client)
    state = partial(store_state, health_client, for_health(health_client, settings.replication))
    memory = StoreMemory(health_client, settings.limits.store_reserve)
    issuer = Issuer(SigningKeys(client), settings.signing_key, secrets.token_bytes, now)
    handler = Handler(tables, secrets.token_bytes, issuer.key, before_start=settings.limits.events_before_start)
    tokens = SeatTokens(settings.secret or secret_when_needed(client, secrets.token_bytes(SECRET_BYTES)))
    parts = WorkerParts(client=client, handler=handler, jobs=jobs, parked=parked, limits=settings.limits)
    return WebParts(
        settings=settings,
        games=catalogue,
        editions=page_of(catalogue),
        handler=handler,
        lobby=ReadModel(client, store, now),
        exposition=Exposition(
            looks(
                Sources(
                    client=health_client,
                    jobs=probed,
                    parked=probed_parked,
                    lobby=ReadModel(health_client, store, now),
                    games=tuple(catalogue),
                    store_state=state,
                    memory=memory,
                    now=now,
                )
            )
        ),
        beat=Beat(health_client, "web", parts.counts),
        tokens=tokens,
        commitments=Commitments(CommitmentKeys(client, secrets.token_bytes, now).all, secrets.token_bytes, now),
        links=SeatLinks(client),
        keys=ApiKeys(client),
        issuer=issuer,
        rate_limit=RateLimit(settings.limits.requests),
        creations=RateLimit(settings.limits.tables_created),
        sittings=RateLimit(settings.limits.seats_taken),
        waiting=WaitingJobs(settings.limits.client_jobs, partial(_is_waiting, jobs), time.monotonic),
        trials=Trials(settings.limits.tests, settings.limits.client_tests),
        hub=Hub(tables, capacity(settings.limits, settings.web_processes).streams, settings.limits.client_streams, secrets.token_hex(4)),
        stopping=Stopping(),
        entropy=secrets.token_bytes,
        replicas=Replicas(pool_of(client), settings.replication),
        store_state=state,
        durability=partial(durability, health_client),
        memory=memory,
        jobs=jobs,
        health=partial(health, health_client, probed, probed_parked),
        exported=Exported(client),
        open_file_store=cache(partial(FileStore, exports, place_id)),
        parts=dispatcher_parts(parts, Outgoing(settings.outgoing_allow, limits=settings.limits), tokens, random.random),
        places=BotPlaces(client, now, settings.limits.unstarted_counted),
    )


def _is_waiting(jobs: Jobs, job: str) -> bool:
    state = jobs.find(job)
    return state is not None and state.status in {"queued", "running"}


def web_parts() -> WebParts:
    """The parts of the application that serves the current request."""
    return this_request().parts
