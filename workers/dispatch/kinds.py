"""The closed lists of the calls that are made, and of those who say from the feed which are to be made; and for whom each is made."""

from collections.abc import Mapping, Sequence
from typing import Final

from workers.bots import probe, turn
from workers.dispatch.desk import Desk, Listener, Make
from workers.dispatch.shares import Party, Places
from workers.outgoing.target import host_of
from workers.webhooks import backlog, lane, retry

KINDS: Final[Mapping[str, Make]] = {
    "turn": turn.make,
    "look": turn.look,
    "probe": probe.make,
    "lane": lane.make,
    "retry": retry.make,
    "backlog": backlog.make,
}

LISTENERS: Final[Sequence[Listener]] = (turn.called, lane.called)


TURNS: Final = frozenset({"turn", "look", "probe"})
"""Kinds that are made for bots."""


def whose(desk: Desk, kind: str, endpoint: str) -> Party:
    """For whom calls of this kind to an endpoint are made: the API key that owns it. If that is gone, or nobody's, the endpoint stands for
    itself. Raises `StoreUnavailable`.
    """
    known = desk.bots.find(endpoint) if kind in TURNS else desk.webhooks.find(endpoint)
    places: Places = "turns" if kind in TURNS else "messages"
    return Party(places, endpoint, endpoint) if known is None else Party(places, known.owner, host_of(known.url))
