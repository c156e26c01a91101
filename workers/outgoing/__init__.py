"""Calls that leave the service: one client for all of them, and their signatures."""
