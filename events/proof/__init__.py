"""The proof of a finished table: a file that holds everything that happened, and how to check it without the service."""
