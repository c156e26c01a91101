"""Bots: seats whose player is a program elsewhere. Their registration, calls, answers, places at tables and health. It knows no webhook."""
