"""What lets players check the service: reserved dice secrets, signed receipts, the keys that sign. Checking files is in `events.proof`."""
