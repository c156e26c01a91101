"""One table: load, decide, append. Event envelopes, the codec, the command handler, and the JSON for each viewer. No rule of a game."""
