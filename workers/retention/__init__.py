"""Removing tables with everything that belongs to them, by an operator or when their time is over."""
