"""Makes the connections of the hot path for a client."""

from functools import partial

from redis import Redis

from events.store.closing import close_with
from events.store.cluster.client import ClusterClient
from events.store.connection_pool import MOST_CONNECTIONS, ConnectionPool, Pool


def pool_of(client: Redis) -> Pool:
    """Connections with the settings of a client, separate from the client's own and closed with it."""
    pool = client.new_pool() if isinstance(client, ClusterClient) else pool_of_server(client)
    close_with(client, pool.close)
    return pool


def pool_of_server(client: Redis, most: int = MOST_CONNECTIONS) -> ConnectionPool:
    """At most `most` connections to the one server of a client."""
    options = client.connection_pool
    return ConnectionPool(partial(options.connection_class, **options.connection_kwargs), most)
