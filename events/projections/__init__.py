"""Projections of the logs: the lobby and the players' histories, updated behind a checkpoint, and rebuilt at any time. Nothing is stored
only here.
"""
