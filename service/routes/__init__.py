"""The HTTP routes. Each parses a request, executes it and renders the response; what several share is in the folders beside."""
