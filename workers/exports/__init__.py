"""Finished tables as files: told once as a story, rendered in several formats, kept by their content."""
