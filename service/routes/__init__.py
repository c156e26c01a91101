"""The HTTP routes. Each parses a request, executes it and renders the response."""
