"""The feed as the server tells it: entries, places, and how to wait for news."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.store.event_store import REMOVED, FeedEntry
from events.store.keys import is_table_id, partition_of_feed

_VERSION = re.compile(r"[1-9][0-9]{0,14}")
_LAST = 2**64 - 1
"""The highest number that an id can have in one millisecond."""


def order(place: str) -> tuple[int, int]:
    """The id of a feed entry as something that can be compared: milliseconds and a number."""
    milliseconds, _, number = place.partition("-")
    return int(milliseconds), int(number)


def just_before(place: str) -> str:
    """The id after which this one is the next."""
    milliseconds, number = order(place)
    return f"{milliseconds}-{number - 1}" if number else f"{milliseconds - 1}-{_LAST}"


def read_entries(feed: bytes, entries: Sequence[Any]) -> Iterator[FeedEntry]:
    """The entries in a reply that has not been parsed: pairs of an id and a flat list of fields and values.

    One that no append can have written is about no table and asks for nothing. Whoever misses an append there finds a gap in the versions.
    """
    partition = partition_of_feed(feed.decode())
    for place, fields in entries:
        try:
            yield FeedEntry(partition, place.decode(), *_told(partition, fields))
        except ValueError:
            yield FeedEntry(partition, place.decode(), "", 0, 0, ())


def wait_for_news(ask: Callable[..., Any], wait_ms: int, longest_ms: int) -> Iterator[FeedEntry]:
    """The entries in the first reply that has any, or none after `wait_ms`; `ask` takes what the command says of waiting.

    The server is never asked to wait for more than `longest_ms`, which must be well below the socket's own time-out: a wait as long
    as that would end in an error whenever nothing happens.
    """
    until = time.monotonic() + wait_ms / 1000
    while True:
        left = int((until - time.monotonic()) * 1000)
        block = ("BLOCK", min(left, longest_ms)) if left > 0 else ()  # BLOCK 0 would wait for ever
        news = ask(*block)
        if news or not block:
            return (entry for feed, entries in news or () for entry in read_entries(feed, entries))


def _told(partition: str, fields: Sequence[bytes]) -> tuple[str, int, int, tuple[str, ...], tuple[str, ...], str]:
    """What an entry says. Raises `ValueError` if no append can have said so."""
    table, first, last, types, *more = (value.decode() for value in fields[1::2])
    calls, previous, *_ = *more, "", ""  # entries of older builds ask for nothing, or do not name the event before
    if types == REMOVED and first == last == "0" and is_table_id(table) and table[:3] == partition:
        return table, 0, 0, (REMOVED,), (), ""
    names, versions = _parts(types), range(_version(first), _version(last) + 1)
    if not is_table_id(table) or table[:3] != partition or not versions or len(names) != len(versions):
        raise ValueError(f"no append to {partition} says this of {table!r}")
    return table, versions[0], versions[-1], names, _parts(calls), previous


def _version(text: str) -> int:
    if not _VERSION.fullmatch(text):
        raise ValueError(f"{text!r} is no version")
    return int(text)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
