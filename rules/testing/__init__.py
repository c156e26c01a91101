"""The kit for the tests of a game: stories, whole games, the laws of every game. No game uses it, and it reads no clock and no store."""
