"""Event streams: one hub for each process, and how events are written to a stream."""
