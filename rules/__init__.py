"""Pure rules of games: a file is shared, a folder is a game. No clock, no randomness, no input or output.

`testing` is no game, but the kit for the tests of games.
"""
