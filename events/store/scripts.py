"""Lua scripts, called by their hash."""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from redis import Redis
from redis.exceptions import NoScriptError

Send: TypeAlias = Callable[..., Any]
"""Sends a command with its arguments and returns the reply."""


_INCLUDE: Final = re.compile(r"^-- include (\S+)$", re.MULTILINE)


def script_text(file: Path) -> str:
    """The text of a Lua file. Each line `-- include PATH` in it becomes the file at this path, as seen from the first one."""
    return _INCLUDE.sub(lambda found: file.parent.joinpath(found[1]).read_text("utf-8"), file.read_text("utf-8"))


class Script:
    """A Lua file, called by its hash. If the server does not know the hash (new, restarted or flushed), the whole script is sent."""

    def __init__(self, file: Path) -> None:
        self._text = script_text(file)
        self._hash = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, send: Send, keys: Sequence[str], *values: str | int | bytes) -> Any:
        try:
            return send("EVALSHA", self._hash, len(keys), *keys, *values)
        except NoScriptError:
            return send("EVAL", self._text, len(keys), *keys, *values)

    def each(self, client: Redis, calls: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Sequence[Any]:
        """The replies to several calls, each with its own keys and values, in one round trip to each server. Each call sends the whole
        script. Error replies are elements.
        """
        with client.pipeline(transaction=False) as pipe:
            for keys, values in calls:
                pipe.eval(self._text, len(keys), *keys, *values)
            replies: Sequence[Any] = pipe.execute(raise_on_error=False)
        return replies
