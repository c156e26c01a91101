"""Finished tables as files: told once as a transcript, rendered in several formats, kept by their content."""
