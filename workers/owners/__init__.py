"""What API keys own: records of bots and webhooks, and what goes when a key goes. No call is made here."""
