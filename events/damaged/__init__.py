"""Damaged tables, whose logs cannot be read completely: detection, setting aside, bringing back (ADR 29). Nothing here repairs a log."""
