"""The processes of a running service: embedded store, supervisor, and the configuration of the web server.

These modules start and stop programs. They know no game and read no event.
"""
