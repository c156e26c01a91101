"""Backups: copies a whole service to another place while it runs, and brings it back in an empty place. Not what a single table needs."""
