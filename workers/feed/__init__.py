"""From the feed to jobs: the reactor. It knows no rules and opens no table."""
