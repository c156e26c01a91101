"""The proof of a finished table: a file with everything that happened, and the verifier, which does not need the service."""
