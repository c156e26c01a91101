"""Webhooks: subscriptions to events, and their deliveries: signed, in order for first attempts, with retries and a log. It knows no bot."""
