"""Removes tables with all their data: on request of an operator, or when their time is over. Nothing else removes a table."""
