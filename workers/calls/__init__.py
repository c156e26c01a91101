"""Outgoing calls: when each is due, who holds its lease, which may run at once. Knows neither bots nor webhooks."""
