"""A number of things, as messages name it."""


def counted(number: int, what: str) -> str:
    """The number with its noun, in the singular or the plural: "1 table", "2 tables"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
