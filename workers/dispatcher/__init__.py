"""The process that makes the calls of bots and webhooks: it puts `workers.calls`, `workers.bots` and `workers.webhooks` together."""
