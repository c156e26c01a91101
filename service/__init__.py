"""The HTTP API (routes, schemas, access, event streams), the game page and the command line. It never reads the store itself."""
