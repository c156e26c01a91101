"""The closed lists of the calls that are made, and of those who say from the feed which are to be made; and for whom each is made."""

from collections.abc import Mapping, Sequence
from typing import Final

from workers.bots import probe, turn
from workers.dispatch.desk import Desk, Listener, Make
from workers.webhooks import lane, retry

KINDS: Final[Mapping[str, Make]] = {
    "turn": turn.make,
    "look": turn.look,
    "probe": probe.make,
    "lane": lane.make,
    "retry": retry.make,
}

LISTENERS: Final[Sequence[Listener]] = (turn.called, lane.called)


def whose(desk: Desk, kind: str, endpoint: str) -> str:
    """The id of the API key that owns what is called; if that is gone, what was to be called. Raises `StoreUnavailable`."""
    known = desk.bots.find(endpoint) if kind in {"turn", "probe"} else desk.webhooks.find(endpoint)
    return endpoint if known is None else known.owner
