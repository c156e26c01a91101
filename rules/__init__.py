"""Pure rules of games: a file is shared, a folder is a game. No clock, no randomness, no input or output."""
