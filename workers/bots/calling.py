"""One signed call of a bot."""

from datetime import datetime
from typing import Final

from workers.bots.registry import Bot
from workers.outgoing import signing
from workers.outgoing.client import Answered, Outgoing

SECONDS: Final = 10.0
"""How long a call may take, from the lookup of the name to the last byte of the answer."""


def post(outgoing: Outgoing, bot: Bot, message: str, body: bytes, now: datetime, *, attempt: int = 1, seconds: float = SECONDS) -> Answered:
    """The bot's answer to a message. The same message may be sent again; `attempt` says how often it has been asked.

    Raises `NotAnswered`.
    """
    signed = signing.headers(bot.secrets, message, now, body)
    return outgoing.post(bot.url, body, {**signed, "rollstream-attempt": str(attempt)}, seconds, asker=f"key:{bot.owner}")
