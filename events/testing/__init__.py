"""The kit for tests of stored games: files of built-in players, forgeries by machine, golden games. Nothing of the service uses it."""
