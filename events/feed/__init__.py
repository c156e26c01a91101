"""The feed of all appends: its entries, the consumer groups that share it, how far each consumer is. Knows no event type."""
