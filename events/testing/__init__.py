"""The kit for tests of files: tables of built-in players in memory, and forgeries by machine. Nothing of the service uses it."""
