"""Imports all games, for forks: none of them needs to do it for itself."""

from rules.registry import games

games()
