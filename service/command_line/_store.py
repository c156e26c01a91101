"""The store that a command works on: that of ROLLSTREAM_REDIS_URL or else the one of a service that runs here."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import click
import structlog

from events.store.durability import durability
from events.store.event_store import StoreUnavailable
from events.store.redis_connection import UnsuitableServer, answered, connect, connect_for_health
from service.processes import embedded_store, resp
from service.settings import Settings, SettingWrong, without_password

log = structlog.get_logger("rollstream.store")

T = TypeVar("T")


def store_url(settings: Settings, data: Path) -> str:
    """Raises `SettingWrong`, and `ClickException` for a store that will not do; one that is down may come up later."""
    url = _running_on(data) if settings.redis_url is None else settings.redis_url
    _check(url)
    return url


def store_at(settings: Settings, data: Path) -> str | None:
    """As `store_url`, but None where no service runs on the data folder."""
    try:
        return store_url(settings, data)
    except SettingWrong:
        return None


@contextmanager
def at_store(data: Path, lay: Callable[[Any], T]) -> Iterator[T]:
    """What `lay` makes of the store's client, for a block. Raises what `store_url` and `while_it_answers` do."""
    with while_it_answers():
        yield lay(connect(store_url(Settings.from_environment(), data)))


@contextmanager
def while_it_answers() -> Iterator[None]:
    """Raises `ClickException` where the block raises `StoreUnavailable`."""
    try:
        yield
    except StoreUnavailable as error:
        raise click.ClickException(f"the store is not available: {error}") from error


def reach(url: str) -> None:
    """Raises `ClickException` unless the store will do and answers now."""
    _check(url)
    away = absence(url)
    if away is not None:
        raise click.ClickException(away)


def absence(url: str) -> str | None:
    """In words that the store cannot be reached now, None if it can."""
    try:
        with connect_for_health(url) as client:
            answered(client.ping)()
    except StoreUnavailable as error:
        return f"the store at {without_password(url)} cannot be reached: {error}"
    return None


def possible_loss(url: str) -> str | None:
    """In words what the store may lose of what it has acknowledged; None if that is nothing, or the store is away."""
    with suppress(StoreUnavailable), connect_for_health(url) as client:
        warnings = durability(client).warnings
        return "; ".join(warnings) + " (see docs/durability.md)" if warnings else None
    return None


def warn_of_loss(settings: Settings, data: Path) -> None:
    """Log it if the store of this command may lose what it has acknowledged. Raises what `store_url` does."""
    url = store_url(settings, data)
    loss = possible_loss(url)
    if loss is not None:
        log.warning("the store may lose acknowledged moves", store=without_password(url), why=loss)


def _running_on(data: Path) -> str:
    try:
        store = embedded_store.at(data)
    except (embedded_store.StoreFailed, OSError) as error:
        raise click.ClickException(str(error)) from error
    if not resp.answers(store.socket):
        raise SettingWrong(
            "ROLLSTREAM_REDIS_URL",
            f"is not set, and no service runs on {store.data}: set it to the address of a store, or name with --data the folder "
            "of a running `rollstream serve`",
        )
    return store.url


def _check(url: str) -> None:
    try:
        connect(url).close()
    except (UnsuitableServer, ValueError, TypeError) as error:
        raise click.ClickException(f"the store at {without_password(url)} cannot be used: {error}") from error
