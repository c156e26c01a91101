"""The event store: envelope, codec, Redis Streams, the one command handler, projections. Knows no HTTP."""
