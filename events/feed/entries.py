"""Parses feed entries and their ids, and waits for new entries."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.store.event_store import REMOVED_TYPE, FeedEntry
from events.store.keys import is_table_id, partition_of_feed
from events.tracing import read_traceparent

_VERSION = re.compile(r"[1-9][0-9]{0,14}")
_TRACE = "trace."
_HIGHEST_NUMBER = 2**64 - 1
"""The highest number of an id within one millisecond."""


def order(entry_id: str) -> tuple[int, int]:
    """The id of a feed entry as a sortable pair: milliseconds and a number."""
    milliseconds, _, number = entry_id.partition("-")
    return int(milliseconds), int(number)


def just_before(entry_id: str) -> str:
    """The highest id below this one."""
    milliseconds, number = order(entry_id)
    return f"{milliseconds}-{number - 1}" if number else f"{milliseconds - 1}-{_HIGHEST_NUMBER}"


def read_entries(feed: bytes, entries: Sequence[Any]) -> Iterator[FeedEntry]:
    """The entries in an unparsed reply: pairs of an id and a flat list of fields and values.

    An entry that no append can have written has no table and requests no jobs. A reader that misses an append there finds a gap in the
    versions.
    """
    partition = partition_of_feed(feed.decode())
    for entry_id, fields in entries:
        try:
            yield FeedEntry(partition, entry_id.decode(), *_parsed(partition, fields))
        except ValueError:
            yield FeedEntry(partition, entry_id.decode(), "", 0, 0, ())


def wait_for_entries(read: Callable[..., Any], wait_ms: int, longest_ms: int) -> Iterator[FeedEntry]:
    """The entries in the first reply that has any; none after `wait_ms`. `read` sends the read command with the given BLOCK arguments.

    A single read never blocks longer than `longest_ms`, which must be well below the socket's time-out. Otherwise a read would fail
    whenever no entry arrives.
    """
    until = time.monotonic() + wait_ms / 1000
    while True:
        left = int((until - time.monotonic()) * 1000)
        block = ("BLOCK", min(left, longest_ms)) if left > 0 else ()  # BLOCK 0 would block without end
        news = read(*block)
        if news or not block:
            return (entry for feed, entries in news or () for entry in read_entries(feed, entries))


def with_trace(calls: tuple[str, ...], trace: str) -> tuple[str, ...]:
    """The requests of an entry as the feed stores them: with the trace as the last one, so that older builds read the entry, too."""
    return (*calls, f"{_TRACE}{trace}") if trace else calls


def _parsed(partition: str, fields: Sequence[bytes]) -> tuple[str, int, int, tuple[str, ...], tuple[str, ...], str, str]:
    """The fields of an entry. Raises `ValueError` if no append can have written them."""
    table, first, last, types, *optional = (value.decode() for value in fields[1::2])
    calls, previous, *_ = *optional, "", ""  # entries of older builds lack the jobs or the previous hash
    if types == REMOVED_TYPE and first == last == "0" and is_table_id(table) and table[:3] == partition:
        return table, 0, 0, (REMOVED_TYPE,), (), "", ""
    names, versions = _parts(types), range(_version(first), _version(last) + 1)
    if not is_table_id(table) or table[:3] != partition or not versions or len(names) != len(versions):
        raise ValueError(f"no append to {partition} says this of {table!r}")
    requests, trace = _without_trace(_parts(calls))
    return table, versions[0], versions[-1], names, requests, previous, trace


def _without_trace(stored: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    if stored and stored[-1].startswith(_TRACE):
        return stored[:-1], read_traceparent(stored[-1].removeprefix(_TRACE))
    return stored, ""


def _version(text: str) -> int:
    if not _VERSION.fullmatch(text):
        raise ValueError(f"{text!r} is no version")
    return int(text)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
