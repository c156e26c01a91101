"""The lists in Redis, for their writers. All keys share one hash tag, so that one script writes a whole batch.

A generation is a complete set of lists with its own checkpoints. Readers read the current generation. A rebuild fills another one, which
then becomes current. A generation is written only through its fence: the key that marks it as current, or as being built.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from events.projections.changes import Change, all_lists, moves, position
from events.projections.list_forms import ListForm, form_of, new_generation
from events.projections.summaries import AnyList, StoredSummary
from events.store.format_level import level_of
from events.store.keys import PARTITIONS
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.envelope import canonical

LEASE_MS: Final = 60_000
"""A rebuild that has not written for this time is abandoned, and another may begin."""

CURRENT: Final = "rs:{lobby}:current"
BUILDING: Final = "rs:{lobby}:building"
_COUNTER: Final = "rs:{lobby}:counter"
_ALL: Final = "rs:{lobby}:generations"

NO_TABLES: Final[Mapping[str, str]] = {}

PROJECT, PUBLISH = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("project", "publish"))


class Moved(Exception):
    """Another process has written meanwhile: read the position again and continue from there."""


class RebuildRunning(Exception):
    """Another rebuild is running."""


class GenerationPosition(NamedTuple):
    """A generation, its fence, and its checkpoints: the id of the newest projected feed entry of each partition."""

    generation: str
    fence: str
    checkpoints: Mapping[str, str]

    @property
    def form(self) -> ListForm:
        return form_of(self.generation)


class KnownTable(NamedTuple):
    """The data of a table in a generation: the newest version announced by the feed, and the summary."""

    version: int
    summary: StoredSummary | None


class Batch(NamedTuple):
    """The changes from a part of a partition's feed, up to the entry `reached`.

    `waiting`: tables that cannot be read now, and why. `settled`: tables that no longer wait. `removed`: tables that have been removed.
    """

    partition: str
    reached: str
    versions: Mapping[str, int]
    changes: Collection[Change]
    waiting: Mapping[str, str] = NO_TABLES
    settled: Collection[str] = ()
    removed: Collection[str] = ()


class Generations:
    """All generations of the lists. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._send: Callable[..., Any] = client.execute_command

    @answered
    def current(self) -> GenerationPosition | None:
        """The generation that readers read; None before the first was built."""
        return self._position(CURRENT)

    @answered
    def building(self) -> GenerationPosition | None:
        """The generation that is being built, if any."""
        return self._position(BUILDING)

    def _position(self, fence: str) -> GenerationPosition | None:
        generation = self._send("GET", fence)
        if generation is None:
            return None
        stored = self._send("HGETALL", part(generation.decode(), "checkpoints"))
        checkpoints = {partition.decode(): entry_id.decode() for partition, entry_id in stored.items()}
        return GenerationPosition(generation.decode(), fence, dict.fromkeys(PARTITIONS, "0-0") | checkpoints)

    @answered
    def known(self, position: GenerationPosition, tables: Collection[str]) -> Mapping[str, KnownTable]:
        """The data of these tables in the generation. Raises `Moved` if its fence no longer names it."""
        if not tables:
            return {}
        names: list[Any] = [position.form.table(table) for table in tables]
        with self._client.pipeline(transaction=False) as pipe:
            pipe.hmget(part(position.generation, "versions"), names)
            pipe.hmget(part(position.generation, "summaries"), names)
            pipe.get(position.fence)
            versions, summaries, generation = pipe.execute()
        if generation != position.generation.encode():
            raise Moved
        return {
            table: KnownTable(int(version or 0), stored and position.form.read_stored(stored))
            for table, version, stored in zip(tables, versions, summaries, strict=True)
        }

    @answered
    def write(self, position: GenerationPosition, batch: Batch) -> GenerationPosition:
        """Write the batch completely. Returns the position after it. Raises `Moved`, with nothing written."""
        generation, partition = position.generation, batch.partition
        changed, values, content = _content(batch, position.form)
        keys = [part(generation, name) for name in ("checkpoints", "versions", "summaries", "waiting")]
        lists = [part(generation, f"list:{listing.key}") for listing in changed]
        expected = position.checkpoints[partition]
        if not PROJECT(
            self._send, [position.fence, *keys, *lists], generation, partition, expected, batch.reached, canonical(content), *values
        ):
            raise Moved
        return position._replace(checkpoints={**position.checkpoints, partition: batch.reached})

    @answered
    def waiting(self, position: GenerationPosition, limit: int) -> Mapping[str, str]:
        """Up to `limit` tables that wait until they can be read, in any order, and why."""
        stored = self._send("HRANDFIELD", part(position.generation, "waiting"), limit, "WITHVALUES")
        return {table.decode(): why.decode() for table, why in zip(stored[::2], stored[1::2], strict=True)}

    @answered
    def begin(self) -> GenerationPosition:
        """A new, empty generation to fill. Raises `RebuildRunning`."""
        generation = new_generation(self._client.incr(_COUNTER), level_of(self._client))
        taken = self._client.set(BUILDING, generation, nx=True, px=LEASE_MS)
        if not taken and self._send("GET", BUILDING) != generation.encode():  # repeated after a lost reply
            raise RebuildRunning
        self._client.sadd(_ALL, generation)
        return GenerationPosition(generation, BUILDING, {})

    @answered
    def start_from(self, position: GenerationPosition, checkpoints: Mapping[str, str]) -> GenerationPosition:
        """Set the checkpoints at which the generation begins: it does not read older feed entries."""
        self._client.hset(part(position.generation, "checkpoints"), mapping=dict[Any, Any](checkpoints))
        return position._replace(checkpoints=checkpoints)

    @answered
    def rewind(self, position: GenerationPosition, partitions: Collection[str]) -> GenerationPosition:
        """Reset these partitions to the beginning of their feeds, so that they are projected again. Existing list entries are replaced."""
        start = dict.fromkeys(partitions, "0-0")
        if start:
            self._client.hset(part(position.generation, "checkpoints"), mapping=dict[Any, Any](start))
        return position._replace(checkpoints={**position.checkpoints, **start})

    @answered
    def end_rebuild(self) -> None:
        """End a rebuild that another process has begun: if that process is alive, its next write raises `Moved`, and nothing is written."""
        self._client.delete(BUILDING)

    @answered
    def hold(self) -> None:
        """Renew the lease of the rebuild: otherwise it is abandoned after `LEASE_MS`."""
        self._client.pexpire(BUILDING, LEASE_MS)

    @answered
    def publish(self, position: GenerationPosition) -> None:
        """Make this generation current. Raises `Moved` if the rebuild was abandoned."""
        if not PUBLISH(self._send, [BUILDING, CURRENT], position.generation):
            raise Moved

    @answered
    def clear(self, position: GenerationPosition) -> None:
        """Delete every generation that is not current, and let others build. Does nothing if this rebuild was abandoned."""
        if self._client.get(BUILDING) != position.generation.encode():
            return
        current = self._client.get(CURRENT)
        for generation in self._send("SMEMBERS", _ALL):
            if generation != current:
                self._drop(generation.decode())
        self._client.delete(BUILDING)

    def _drop(self, generation: str) -> None:
        form = form_of(generation)
        for _, stored in self._client.hscan_iter(part(generation, "summaries"), count=1000):
            lists = all_lists(form.read_stored(stored), form)
            self._client.unlink(*(part(generation, f"list:{listing.key}") for listing in lists))
        self._client.unlink(*(part(generation, name) for name in ("checkpoints", "versions", "summaries", "waiting")))
        self._client.srem(_ALL, generation)


def part(generation: str, name: str) -> str:
    """The key of a part of a generation."""
    return f"rs:{{lobby}}:{generation}:{name}"


class _NumberedValues:
    """Byte strings by number: JSON cannot hold them."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}

    def __call__(self, value: bytes) -> int:
        """The number of the value, from 1."""
        return self.numbers.setdefault(value, len(self.numbers) + 1)


def _content(batch: Batch, form: ListForm) -> tuple[Sequence[AnyList], Iterable[bytes], Mapping[str, Any]]:
    """The lists that a batch changes, and its content as `project.lua` expects it: values, and where each goes, by their numbers."""
    value = _NumberedValues()
    lists: defaultdict[AnyList, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    kept, forgotten = [], []
    for change in batch.changes:
        name, done = value(form.table(change.table)), moves(change, form)
        if done.kept:
            kept.append((name, value(form.write(change.newest))))
        else:
            forgotten.append(name)
        place = value(form.position(position(change.newest)))
        for listing in done.enters:
            lists[listing][0].append(place)
        for listing in done.leaves:
            lists[listing][1].append(place)
    content = {
        "versions": [(value(form.table(table)), str(version)) for table, version in batch.versions.items()],
        "kept": kept,
        "forgotten": forgotten,
        "waiting": [*batch.waiting.items()],
        "settled": [*batch.settled, *batch.removed],
        "removed": [value(form.table(table)) for table in batch.removed],
        "lists": [*lists.values()],
    }
    return [*lists], value.numbers, content
