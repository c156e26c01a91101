"""The routes: each parses, executes, renders."""
