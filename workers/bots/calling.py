"""Makes one signed call of a bot."""

from datetime import datetime
from typing import Final

from workers.bots.registry import Bot
from workers.outgoing import signing
from workers.outgoing.client import Answered, Outgoing

CALL_TIMEOUT: Final = 10.0
"""Seconds that a call may take, from the lookup of the name to the last byte of the answer."""


def post(
    outgoing: Outgoing, bot: Bot, message: str, body: bytes, now: datetime, *, attempt: int = 1, seconds: float = CALL_TIMEOUT
) -> Answered:
    """Send a message to the bot and return its answer. The same message may be sent again; `attempt` counts the calls of this message, from
    1.

    Raises `NotAnswered`.
    """
    signed = signing.headers(bot.secrets, message, now, body)
    return outgoing.post(bot.url, body, {**signed, "rollstream-attempt": str(attempt)}, seconds, asker=f"key:{bot.owner}")
