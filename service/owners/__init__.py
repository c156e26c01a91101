"""What the routes of bots and webhooks share: schemas, secrets, test calls."""
