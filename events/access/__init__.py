"""Access control: API keys, seat tokens, and links that give another device access to a seat. No HTTP: `service.http` reads requests."""
