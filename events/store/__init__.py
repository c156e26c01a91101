"""The event store: the protocol, Redis and memory behind it, connections, keys. Knows lines and versions, never what an event means."""
