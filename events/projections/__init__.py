"""What follows from the logs: the lobby and the players' histories, kept up to date behind a checkpoint, rebuilt at any time."""
