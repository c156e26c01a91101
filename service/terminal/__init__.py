"""The terminal: plays and shows games, and tests bots. `rollstream play` uses only the public HTTP API; no command is defined here."""
