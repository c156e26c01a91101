"""Who makes the calls that leave the service: a schedule in the store, and dispatchers that share it."""
