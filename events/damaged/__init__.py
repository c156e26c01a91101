"""Damaged tables, whose logs cannot be read completely: detection, setting aside, bringing back. All other tables continue (ADR 29)."""
