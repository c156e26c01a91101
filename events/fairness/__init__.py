"""Fairness: reserved dice secrets, signed receipts and signing keys, with which players can check the service. `events.proof`
checks files.
"""
