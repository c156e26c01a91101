"""The processes of a running service: the embedded store, what keeps programs running, and how the web server is set up.

What runs here starts and stops programs; it knows no game and reads no event.
"""
