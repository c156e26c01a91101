"""The lists in Redis, as their writers see them. All keys share one hash tag, so that one script writes a whole batch.

A generation is a complete set of lists with its own checkpoints. Readers read the current one; a rebuild fills another and then
becomes current. A generation is written only through its fence: the key that says that it is current, or being built.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from events.projections.summaries import AnyList, Change, StoredSummary, counted, listings, read_kept, write_summary
from events.store.keys import PARTITIONS
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.envelope import canonical

LEASE_MS: Final = 60_000
"""A rebuild that has not written for so long is given up; another may begin."""

CURRENT: Final = "rs:{lobby}:current"
BUILDING: Final = "rs:{lobby}:building"
_COUNTER: Final = "rs:{lobby}:counter"
_ALL: Final = "rs:{lobby}:generations"

NOBODY: Final[Mapping[str, str]] = {}

PROJECT = Script(Path(__file__).with_name("project.lua"))


class Moved(Exception):
    """Somebody else has written meanwhile: read the position again and go on from there."""


class RebuildRunning(Exception):
    """A rebuild is under way already."""


class GenerationPosition(NamedTuple):
    """A generation, the key that lets it be written, and the newest feed entry of each partition that is in it."""

    generation: str
    fence: str
    checkpoints: Mapping[str, str]


class KnownTable(NamedTuple):
    """What a generation holds of a table: the newest version that the feed has told, and its summary."""

    version: int
    summary: StoredSummary | None


class Batch(NamedTuple):
    """What a part of a partition's feed, up to the entry `reached`, changes.

    `waiting`: tables that wait for a newer build, and why; `settled`: tables that wait no more; `removed`: tables that are gone.
    """

    partition: str
    reached: str
    versions: Mapping[str, int]
    changes: Collection[Change]
    waiting: Mapping[str, str] = NOBODY
    settled: Collection[str] = ()
    removed: Collection[str] = ()


class Generations:
    """Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def current(self) -> GenerationPosition | None:
        """The generation that readers read; None before the first was built."""
        return self._position(CURRENT)

    @answered
    def building(self) -> GenerationPosition | None:
        """The generation that is being built, if one is."""
        return self._position(BUILDING)

    def _position(self, fence: str) -> GenerationPosition | None:
        generation = self._ask("GET", fence)
        if generation is None:
            return None
        kept = self._ask("HGETALL", part(generation.decode(), "checkpoints"))
        checkpoints = {partition.decode(): place.decode() for partition, place in kept.items()}
        return GenerationPosition(generation.decode(), fence, dict.fromkeys(PARTITIONS, "0-0") | checkpoints)

    @answered
    def known(self, position: GenerationPosition, tables: Collection[str]) -> Mapping[str, KnownTable]:
        """What the generation holds of these tables. Raises `Moved` if it is no longer what its fence says."""
        if not tables:
            return {}
        with self._client.pipeline(transaction=False) as pipe:
            pipe.hmget(part(position.generation, "versions"), [*tables])
            pipe.hmget(part(position.generation, "summaries"), [*tables])
            pipe.get(position.fence)
            versions, summaries, generation = pipe.execute()
        if generation != position.generation.encode():
            raise Moved
        return {
            table: KnownTable(int(version or 0), told and read_kept(told))
            for table, version, told in zip(tables, versions, summaries, strict=True)
        }

    @answered
    def write(self, position: GenerationPosition, batch: Batch) -> GenerationPosition:
        """Write the batch, all of it; the position after it. Raises `Moved`, with nothing written."""
        moves = _moves(batch.changes)
        generation, partition = position.generation, batch.partition
        keys = [part(generation, what) for what in ("checkpoints", "versions", "summaries", "waiting")]
        lists = [part(generation, f"list:{listing.key}") for listing in moves]
        content = {
            "versions": [(table, str(version)) for table, version in batch.versions.items()],
            "kept": [(change.table, write_summary(change.summary).decode()) for change in batch.changes if change.summary],
            "forgotten": [change.table for change in batch.changes if not change.summary],
            "waiting": [*batch.waiting.items()],
            "settled": [*batch.settled],
            "removed": [*batch.removed],
            "lists": [*moves.values()],
        }
        if not PROJECT(
            self._ask,
            [position.fence, *keys, *lists],
            generation,
            partition,
            position.checkpoints[partition],
            batch.reached,
            canonical(content),
        ):
            raise Moved
        return position._replace(checkpoints={**position.checkpoints, partition: batch.reached})

    @answered
    def waiting(self, position: GenerationPosition, limit: int) -> Mapping[str, str]:
        """At most `limit` tables that wait for a build that can read them, any of them, and why."""
        kept = self._ask("HRANDFIELD", part(position.generation, "waiting"), limit, "WITHVALUES")
        return {table.decode(): why.decode() for table, why in zip(kept[::2], kept[1::2], strict=True)}

    @answered
    def begin(self) -> GenerationPosition:
        """A new, empty generation to fill. Raises `RebuildRunning`."""
        generation = str(self._client.incr(_COUNTER))
        taken = self._client.set(BUILDING, generation, nx=True, px=LEASE_MS)
        if not taken and self._ask("GET", BUILDING) != generation.encode():  # a lost reply has it sent again: then it is ours
            raise RebuildRunning
        self._client.sadd(_ALL, generation)
        return GenerationPosition(generation, BUILDING, {})

    @answered
    def start_from(self, position: GenerationPosition, checkpoints: Mapping[str, str]) -> GenerationPosition:
        """Set where along the feeds the generation begins: older feed entries are not asked for again."""
        self._client.hset(part(position.generation, "checkpoints"), mapping=dict[Any, Any](checkpoints))
        return position._replace(checkpoints=checkpoints)

    @answered
    def rewind(self, position: GenerationPosition, partitions: Collection[str]) -> GenerationPosition:
        """Have these partitions projected again from where their feeds begin; what is in the lists already is replaced."""
        start = dict.fromkeys(partitions, "0-0")
        if start:
            self._client.hset(part(position.generation, "checkpoints"), mapping=dict[Any, Any](start))
        return position._replace(checkpoints={**position.checkpoints, **start})

    @answered
    def hold(self) -> None:
        """Go on building: without this the generation is given up after `LEASE_MS`."""
        self._client.pexpire(BUILDING, LEASE_MS)

    @answered
    def publish(self, position: GenerationPosition) -> None:
        """Let readers read this generation. Raises `Moved` if it was given up."""
        if self._client.get(BUILDING) != position.generation.encode():
            raise Moved
        self._client.set(CURRENT, position.generation)

    @answered
    def clear(self, position: GenerationPosition) -> None:
        """Forget every generation that is not current, and let others build. Does nothing if this one was given up."""
        if self._client.get(BUILDING) != position.generation.encode():
            return
        current = self._client.get(CURRENT)
        for generation in self._ask("SMEMBERS", _ALL):
            if generation != current:
                self._drop(generation.decode())
        self._client.delete(BUILDING)

    def _drop(self, generation: str) -> None:
        for _, told in self._client.hscan_iter(part(generation, "summaries"), count=1000):
            lists = listings(kept := read_kept(told)) | counted(kept)
            self._client.unlink(*(part(generation, f"list:{listing.key}") for listing in lists))
        self._client.unlink(*(part(generation, what) for what in ("checkpoints", "versions", "summaries", "waiting")))
        self._client.srem(_ALL, generation)


def part(generation: str, what: str) -> str:
    """The key of a part of a generation."""
    return f"rs:{{lobby}}:{generation}:{what}"


def _moves(changes: Iterable[Change]) -> Mapping[AnyList, tuple[list[str], list[str]]]:
    """For each list the places that enter it and those that leave it."""
    moves: dict[AnyList, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for change in changes:
        for listing in change.enters:
            moves[listing][0].append(change.place)
        for listing in change.leaves:
            moves[listing][1].append(change.place)
    return moves
