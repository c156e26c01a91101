"""Exports: a finished table as a transcript, rendered in several formats, and stored under the hash of its content. It knows no queue."""
