"""The durability settings of the server: what it keeps of acknowledged writes. See `docs/durability.md` for operators."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from redis import Redis
from redis.exceptions import ResponseError

from events.store.answering import ask_those_that_answer
from events.store.redis_connection import answered, servers_of

Policy: TypeAlias = Literal["always", "everysec", "system", "snapshots", "none", "unknown"]
"""When an append is on disk.

`always`: before its answer. `everysec`: within about a second. `system`: when the operating system writes it. `snapshots`: with the next
snapshot of all data. `none`: never. `unknown`: the server does not say.
"""

Eviction: TypeAlias = Literal["never", "possible", "unknown"]
"""Whether the server drops data when its memory is full."""

_POLICIES: Final[Mapping[str, Policy]] = {"always": "always", "everysec": "everysec", "no": "system"}

_WORST_LAST: Final[Sequence[Policy]] = ("always", "everysec", "system", "unknown", "snapshots", "none")
_EVICTIONS_WORST_LAST: Final[Sequence[Eviction]] = ("never", "unknown", "possible")

_LOST: Final[Mapping[Policy, str]] = {
    "system": "it may lose half a minute of acknowledged moves with its machine: set appendfsync everysec or always",
    "snapshots": "it loses every acknowledged move since its last snapshot when it ends: set appendonly yes",
    "none": "it keeps nothing and loses every table when it ends: set appendonly yes",
    "unknown": "it does not say what it keeps: make sure that it has appendonly yes, and appendfsync everysec or always",
}


class Durability(NamedTuple):
    """The server's durability and eviction, and in words what an operator should change, if anything."""

    policy: Policy = "unknown"
    eviction: Eviction = "unknown"
    warnings: Sequence[str] = ()


@answered
def durability(client: Redis) -> Durability:
    """The durability that the server reports. Raises `StoreUnavailable`.

    Managed services refuse CONFIG. Then INFO says whether there is an append-only file, but not when it is written. Of a cluster, the
    master that may lose most counts, and every warning that any of them has.
    """
    with servers_of(client) as servers:
        found = [durability for _, durability in ask_those_that_answer(servers, _of_server)]
    warnings = dict.fromkeys(warning for durability in found for warning in durability.warnings)
    policy = max((durability.policy for durability in found), key=_WORST_LAST.index)
    eviction = max((durability.eviction for durability in found), key=_EVICTIONS_WORST_LAST.index)
    return Durability(policy, eviction, [*warnings])


def _of_server(server: Redis) -> Durability:
    facts = server.info("persistence") | server.info("memory")
    config = _config(server)
    policy, eviction = _policy(config), _eviction(str(facts.get("maxmemory_policy", "")))
    return Durability(policy, eviction, [*_warnings(policy, facts)])


def _config(client: Redis) -> Mapping[Any, Any]:
    """The server's settings for persistence; empty if it does not let us see them."""
    try:
        return client.config_get("appendonly", "appendfsync", "save")
    except ResponseError:  # not allowed, renamed or not known
        return {}


def _policy(config: Mapping[str, str]) -> Policy:
    match config.get("appendonly"):
        case "yes":
            return _POLICIES.get(config.get("appendfsync", ""), "unknown")
        case "no":
            return "snapshots" if config.get("save") else "none"
        case _:
            return "unknown"


def _eviction(policy: str) -> Eviction:
    if not policy:
        return "unknown"
    return "never" if policy == "noeviction" else "possible"


def _warnings(policy: Policy, facts: Mapping[str, Any]) -> Iterator[str]:
    if policy == "unknown" and facts.get("aof_enabled") == 0:
        yield "it has no append-only file and may lose every acknowledged move since its last snapshot when it ends: set appendonly yes"
    elif policy in _LOST:
        yield _LOST[policy]
    eviction = str(facts.get("maxmemory_policy", ""))
    if eviction.startswith("allkeys-"):
        yield f"it drops tables when its memory is full: set maxmemory-policy noeviction, not {eviction}"
    elif _eviction(eviction) == "possible":
        yield f"it drops links to seats and what is known of jobs when its memory is full: set maxmemory-policy noeviction, not {eviction}"
