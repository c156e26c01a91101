"""The closed lists of the calls that are made, and of those who say from the feed which are to be made; and for whom each is made."""

from collections.abc import Mapping, Sequence
from typing import Final

from workers.bots import probe, turn
from workers.calls.shares import Party, Places
from workers.dispatcher.parts import DispatcherParts, Listener, Make
from workers.outgoing.target import host_of
from workers.webhooks import backlog, retry, subscription

KINDS: Final[Mapping[str, Make]] = {
    "turn": turn.run,
    "look": turn.look,
    "probe": probe.run,
    "lane": subscription.run,
    "retry": retry.run,
    "backlog": backlog.run,
}

LISTENERS: Final[Sequence[Listener]] = (turn.wanted_calls, subscription.wanted_calls)


TURNS: Final = frozenset({"turn", "look", "probe"})
"""Kinds that are made for bots."""


def whose(parts: DispatcherParts, kind: str, endpoint: str) -> Party:
    """For whom calls of this kind to an endpoint are made: the API key that owns it. If that is gone, or nobody's, the endpoint stands for
    itself. Raises `StoreUnavailable`.
    """
    known = parts.bots.find(endpoint) if kind in TURNS else parts.webhooks.find(endpoint)
    places: Places = "turns" if kind in TURNS else "messages"
    return Party(places, endpoint, endpoint) if known is None else Party(places, known.owner, host_of(known.url))
