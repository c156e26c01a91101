"""Which errors mean that a server does not answer, and what to do if only some servers of a cluster do not."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - the client library's own
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,  # noqa: A004 - the client library's own
    TryAgainError,
)

K = TypeVar("K")
V = TypeVar("V")

_NO_ANSWER: Final = (
    ConnectionError,  # includes: loading its data, too many clients, wrong password
    TimeoutError,
    InvalidResponse,
    OutOfMemoryError,
    ReadOnlyError,
    NoPermissionError,
    ClusterDownError,  # includes: a replica that lost its master
    AskError,  # includes: moved to another node
    TryAgainError,
)
_REFUSALS: Final = frozenset({"BUSY", "CROSSSLOT", "MISCONF", "NOREPLICAS", "UNBLOCKED"})
"""First words of error replies for which the client library has no exception class, or none of the above."""


def is_no_answer(reply: Any) -> bool:
    """Whether a reply is an error that means that the server does not answer, or refuses a command that it normally accepts."""
    return isinstance(reply, _NO_ANSWER) or (isinstance(reply, RedisError) and str(reply).partition(" ")[0] in _REFUSALS)


def raised(reply: Any) -> Any:
    """The reply. Raises it if it is an error."""
    if isinstance(reply, Exception):
        raise reply
    return reply


def is_of_another_type(error: Exception) -> bool:
    """Whether the server says that a key holds another type than the command needs: our code did not write it."""
    return str(error).startswith("WRONGTYPE")


def of_those_that_answer(names: Collection[K], replies: Sequence[Any]) -> Sequence[tuple[K, Any]]:
    """The replies of a pipeline, each with its name, without those of servers that do not answer. Raises the error if none answers."""
    found = [(name, reply) for name, reply in zip(names, replies, strict=True) if not is_no_answer(reply)]
    if replies and not found:
        raise replies[0]
    return found


def ask_those_that_answer(names: Iterable[K], ask: Callable[[K], V]) -> Iterator[tuple[K, V]]:
    """The result of `ask` for each name, without those for which it raises that a server does not answer. Raises this if it always does."""
    problem: RedisError | None = None
    results = 0
    for name in names:
        try:
            yield name, ask(name)
        except RedisError as error:
            if not is_no_answer(error):
                raise
            problem = error
        else:
            results += 1
    if problem is not None and not results:
        raise problem


def readable(reply: Any) -> list[bytes]:
    """The reply; an empty one if the key has another type. Raises every other error."""
    if isinstance(reply, Exception) and not is_of_another_type(reply):
        raise reply
    return [] if isinstance(reply, Exception) else reply
