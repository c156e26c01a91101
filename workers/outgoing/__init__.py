"""Outgoing HTTP calls: the one client for all of them, address checks, and signatures. It knows neither bots nor webhooks nor tables."""
