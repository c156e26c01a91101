"""The reactor: from the feed to jobs. It knows no rules and opens no table."""
