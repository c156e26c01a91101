"""Erasing names of players: taking them out of a table, and remembering that, so that nothing brings them back."""
