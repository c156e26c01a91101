"""The slot of a command. All keys of the store have a hash tag, and all keys of a command the same one."""

from functools import lru_cache
from typing import Final

from redis.crc import key_slot

from events.store.connection_pool import Command

_SCRIPTS: Final = frozenset({"EVAL", "EVALSHA"})
_READS: Final = frozenset({"XREAD", "XREADGROUP"})
_WITH_SUBCOMMAND: Final = frozenset({"XGROUP", "XINFO", "OBJECT", "MEMORY"})


def slot_of(command: Command) -> int:
    """The slot of the command's first key. Raises `ValueError` for a command without a key, which belongs to no node in particular."""
    key = _first_key(command)
    text = key.decode() if isinstance(key, bytes) else str(key)
    tag = text.partition("{")[2].partition("}")[0]
    if not tag:
        raise ValueError(f"{command[0]!s} with {text[:40]!r} belongs to no slot: on a cluster, ask each node, or use a key with a hash tag")
    return _slot_of_tag(tag)


def _first_key(command: Command) -> str | int | bytes:
    name = str(command[0])
    if name in _SCRIPTS:
        position = 3
    elif name in _READS:
        position = command.index("STREAMS") + 1
    else:
        position = 2 if name in _WITH_SUBCOMMAND else 1
    return command[position] if len(command) > position else ""


@lru_cache(maxsize=256)
def _slot_of_tag(tag: str) -> int:
    return key_slot(tag.encode())
