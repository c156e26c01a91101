"""The event store: envelope, codec, Redis Streams, the command handler, projections. It knows no HTTP and no job queue."""
