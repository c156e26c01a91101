"""Pure games: a file is shared, a folder is a game. No clock, no chance, no input or output."""
