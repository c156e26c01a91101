"""The store and the queue that a command uses: those that the settings name, or else those of a service that runs on the data folder."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from events.store.addresses import is_cluster, without_password
from events.store.durability import durability
from events.store.event_store import StoreUnavailable
from events.store.pools import pool_of
from events.store.redis_connection import UnsuitableServer, connect, connect_for_health, reach
from events.store.replication import Replicas
from service.logs import members
from service.processes import embedded_store, resp
from service.processes.data_folder import FolderTaken
from service.settings import QUEUE_MISSING, Settings, SettingWrong
from workers.jobs.queue_server import connect_queue

log = logging.getLogger("rollstream.store")

T = TypeVar("T")


def store_url(settings: Settings, data: Path) -> str:
    """The store's URL. Raises `SettingWrong` if there is none, and `ClickException` if the store is unsuitable.

    A store that is down is accepted, because it may become available later.
    """
    url = _server_on(data, _no_service(data)) if settings.redis_url is None else settings.redis_url
    _check(url)
    return url


def queue_url(settings: Settings, data: Path) -> str:
    """The queue's URL. With a cluster as the store and no ROLLSTREAM_QUEUE_URL, it is that of a service that runs on the data folder.

    Raises as `store_url` does. A queue that is down is accepted.
    """
    if settings.queue_url is not None:
        url = settings.queue_url
    elif settings.redis_url is not None and is_cluster(settings.redis_url):
        url = _server_on(embedded_store.queue_folder(data), SettingWrong("ROLLSTREAM_QUEUE_URL", QUEUE_MISSING))
    else:
        return store_url(settings, data)
    _check(url, "queue", connect_queue)
    return url


def store_at(settings: Settings, data: Path) -> str | None:
    """As `store_url`, but None if no service runs on the data folder."""
    try:
        return store_url(settings, data)
    except SettingWrong:
        return None


@contextmanager
def started_store(settings: Settings, data: Path, *, new: bool = False) -> Iterator[str]:
    """The store's URL, for the block. If no service runs on the data folder, its store is started meanwhile; with `new`, also in a folder
    that has none.

    Raises what `store_url` raises.
    """
    url = store_at(settings, data)
    if url is not None:
        yield url
        return
    if not new and not embedded_store.exists(data):
        raise _no_store(f"{data.absolute()} has no store", "`rollstream serve`, running or stopped")
    with ExitStack() as stack:
        try:
            url = stack.enter_context(embedded_store.running(data.absolute(), settings.fsync or embedded_store.FSYNC))
        except (FolderTaken, embedded_store.StoreFailed, embedded_store.StoreStuck, OSError) as error:
            raise click.ClickException(str(error)) from error
        yield url


@contextmanager
def at_store(data: Path, build: Callable[[Any], T], *, writes: bool = False) -> Iterator[T]:
    """The result of `build` with a client of the store, for the block. With `writes`, the block ends when enough replicas have its writes.

    Raises what `store_url` and `while_it_answers` raise.
    """
    settings = Settings.from_environment()
    with while_it_answers():
        client = connect(store_url(settings, data))
        yield build(client)
        if writes:
            Replicas(pool_of(client), settings.replication).confirm()


@contextmanager
def while_it_answers() -> Iterator[None]:
    """Turns `StoreUnavailable` in the block into `ClickException`."""
    try:
        yield
    except StoreUnavailable as error:
        raise click.ClickException(f"{error.part} is not available: {error}") from error


def reach_store(url: str) -> None:
    """Raises `ClickException` unless the store is suitable and answers now."""
    _check(url)
    _reach(url, "store")


def reach_queue(url: str) -> None:
    """Raises `ClickException` unless the queue is suitable and answers now."""
    _check(url, "queue", connect_queue)
    _reach(url, "queue")


def _reach(url: str, part: str) -> None:
    message = absence(url, part)
    if message is not None:
        raise click.ClickException(message)


def absence(url: str, part: str = "store") -> str | None:
    """A message if the store, or the queue, cannot be reached now, else None."""
    try:
        with connect_for_health(url) as client:
            reach(client)
    except StoreUnavailable as error:
        return f"the {part} at {without_password(url)} cannot be reached: {error}"
    return None


def possible_loss(url: str) -> str | None:
    """A message about acknowledged writes that the store could lose. None if it loses none or cannot be reached."""
    with suppress(StoreUnavailable), connect_for_health(url) as client:
        warnings = durability(client).warnings
        return "; ".join(warnings) + " (see docs/durability.md)" if warnings else None
    return None


def warn_of_loss(settings: Settings, data: Path) -> None:
    """Log a warning if this command's store could lose acknowledged writes. Raises what `store_url` raises."""
    url = store_url(settings, data)
    loss = possible_loss(url)
    if loss is not None:
        log.warning("the store may lose acknowledged moves", extra=members(store=without_password(url), why=loss))


def _server_on(folder: Path, missing: SettingWrong) -> str:
    """The URL of the embedded server that runs on a folder. Raises `missing` if none does."""
    try:
        server = embedded_store.at(folder)
    except (embedded_store.StoreFailed, OSError) as error:
        raise click.ClickException(str(error)) from error
    if not resp.answers(server.socket):
        raise missing
    return server.url


def _no_service(data: Path) -> SettingWrong:
    return _no_store(f"no service runs on {data.absolute()}", "a running `rollstream serve`")


def _no_store(why: str, of: str) -> SettingWrong:
    return SettingWrong(
        "ROLLSTREAM_REDIS_URL", f"is not set, and {why}: set it to the address of a store, or name with --data the folder of {of}"
    )


def _check(url: str, part: str = "store", connect: Callable[[str], Any] = connect) -> None:
    try:
        connect(url).close()
    except (UnsuitableServer, ValueError, TypeError) as error:
        raise click.ClickException(f"the {part} at {without_password(url)} cannot be used: {error}") from error
