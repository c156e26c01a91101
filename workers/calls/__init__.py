"""The schedule of outgoing calls: when each is due, its lease, and how many run at once. It knows neither bots nor webhooks."""
