"""The feed of all appends: its entries, the consumer groups that share it, and each consumer's checkpoint and lag. It knows
no event type.
"""
