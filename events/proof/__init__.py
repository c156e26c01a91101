"""The proof of a finished table: a file with everything that happened, and its verifier. It needs neither the service nor a store."""
