"""What waits for the reader of a stream. A `queue.Queue` would do, but has 2 KB of locks, and thousands of streams wait at once."""

import threading
from queue import Empty
from typing import Generic, TypeVar

Message = TypeVar("Message")


class Mailbox(Generic[Message]):
    """Messages for one reader, at most `most` of them. Safe for threads."""

    __slots__ = ("_arrived", "_messages", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._messages: list[Message] = []
        self._arrived = threading.Event()

    def put(self, message: Message) -> bool:
        """Add a message. False if there are as many as may be; then it is not added."""
        if len(self._messages) >= self._most:
            return False
        self._messages.append(message)
        self._arrived.set()
        return True

    def put_alone(self, message: Message) -> None:
        """Let this message be the only one, instead of those that wait."""
        self._messages[:] = [message]
        self._arrived.set()

    def get(self, timeout: float) -> Message:
        """The message that has waited longest. Raises `queue.Empty` if there is none within so many seconds."""
        if not self._arrived.wait(timeout):
            raise Empty
        message = self._messages.pop(0)
        self._arrived.clear()
        if self._messages:  # others waited, or one came just now
            self._arrived.set()
        return message

    def is_empty(self) -> bool:
        return not self._messages
