"""One table: load, decide, append. Envelopes, codec, the one handler, and what may leave for a viewer."""
