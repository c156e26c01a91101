"""A number of things, as messages name it."""


def counted(number: int, what: str, plural: str | None = None) -> str:
    """The number with its noun, in the singular or the plural: "1 table", "2 tables". `plural`: unless it ends with an s more."""
    return f"{number} {what if number == 1 else plural or f'{what}s'}"
