"""A game of random players in the terminal. A client like any other: it knows the public HTTP API and nothing behind it."""
