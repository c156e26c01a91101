"""Seats whose player is a program elsewhere: who they are, how they are called, what is made of their answers."""
