"""The dispatcher: the process that makes the calls of bots and webhooks. It puts `workers.calls`, `workers.bots` and `workers.webhooks`
together.
"""
