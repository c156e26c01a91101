"""Records that API keys own (bots and webhooks), and the ids of removed ones. Nothing is called from here."""
