"""Lua scripts, called by their hash."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from redis import Redis
from redis.exceptions import NoScriptError

Ask: TypeAlias = Callable[..., Any]
"""Sends a command and its arguments, and answers with the reply."""


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

    def each(self, client: Redis, calls: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Sequence[Any]:
        """The replies to several calls, each with its own keys and values, in one round trip. The text goes with each of them."""
        with client.pipeline(transaction=False) as pipe:
            for names, values in calls:
                pipe.eval(self._text, len(names), *names, *values)
            replies: Sequence[Any] = pipe.execute()
        return replies
