"""Event streams: the hub of a process that follows the feed, and the formats of a stream. Nothing here changes a table."""
