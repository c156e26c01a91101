"""Background work after the append: jobs, and the reactor and dispatcher that follow the feed. It knows no web server."""
