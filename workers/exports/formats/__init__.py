"""The formats of exported tables: each module is one, by its name, and gives its `FORMAT`."""
