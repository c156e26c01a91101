"""The event store: its protocol, its implementations in Redis and in memory, connections and keys. It knows lines and versions, but not the
meaning of events.
"""
