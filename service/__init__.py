"""The HTTP face: routes, schemas, access, live streams, and the command line."""
