"""The tables of values by which built-in players play: finds and keeps them, and has them computed. A folder computes those of a game."""
