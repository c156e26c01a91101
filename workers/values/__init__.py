"""The values by which built-in players play. A folder computes those of a game."""
