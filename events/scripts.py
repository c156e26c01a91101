"""Lua scripts, and the shortest way to a reply."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from redis import Redis
from redis.exceptions import NoScriptError

Ask: TypeAlias = Callable[..., Any]


class Script:
    """A Lua file, called by its hash, and sent whole where the server does not know it: new, restarted or flushed."""

    def __init__(self, file: Path) -> None:
        self._text = file.read_text("utf-8")
        self._hash = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, ask: Ask, names: Sequence[str], *values: str | int | bytes) -> Any:
        try:
            return ask("EVALSHA", self._hash, len(names), *names, *values)
        except NoScriptError:
            return ask("EVAL", self._text, len(names), *names, *values)


def lean(client: Redis) -> Ask:
    """Commands on the client's connections, with its retries and its errors, and replies as they come.

    The client's own way from command to reply costs more than twice as much of the caller's time, for telemetry and for replies
    made into other types.
    """
    pool = client.connection_pool

    def ask(*command: str | int | bytes) -> Any:
        connection: Any = pool.get_connection()
        try:
            return connection.retry.call_with_retry(partial(answer, connection, command), lambda _: connection.disconnect())
        finally:
            pool.release(connection)

    def answer(connection: Any, command: tuple[str | int | bytes, ...]) -> Any:
        connection.send_command(*command)
        return connection.read_response()

    return ask
