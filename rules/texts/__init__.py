"""Texts for people: the sentences, catalogues and refusals of games, read from their `texts/*.ftl` (Project Fluent, docs/texts.md)."""
