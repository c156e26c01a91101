"""The closed lists of the kinds of calls and of the listeners to the feed; and the party of each call."""

from collections.abc import Mapping, Sequence
from typing import Final

from workers.bots import recovery, turn
from workers.calls.shares import Party, Places
from workers.dispatcher.parts import DispatcherParts, Listener, Make
from workers.outgoing.target import host_of
from workers.webhooks import backlog, retry, subscription

KINDS: Final[Mapping[str, Make]] = {
    "turn": turn.run,
    "look": turn.look,
    "probe": recovery.run,
    "lane": subscription.run,
    "retry": retry.run,
    "backlog": backlog.run,
}

LISTENERS: Final[Sequence[Listener]] = (turn.wanted_calls, subscription.wanted_calls)


BOT_KINDS: Final = frozenset({"turn", "look", "probe"})
"""Kinds of calls to bots."""


def party_of(parts: DispatcherParts, kind: str, endpoint: str) -> Party:
    """The party of calls of this kind to an endpoint: the API key that owns it, and its host. An unknown endpoint is its own owner and
    host.

    Raises `StoreUnavailable`.
    """
    registered = parts.bots.find(endpoint) if kind in BOT_KINDS else parts.webhooks.find(endpoint)
    places: Places = "turns" if kind in BOT_KINDS else "messages"
    return Party(places, endpoint, endpoint) if registered is None else Party(places, registered.owner, host_of(registered.url))
