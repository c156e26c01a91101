"""Schemas, secrets and test calls, shared by the routes of bots and webhooks. No route is here."""
