"""Numbers as people and the contract write them: whole ones without a fraction."""


def plain(value: float) -> float:
    """The number, as an integer if it is whole."""
    return int(value) if float(value).is_integer() else value


def short(value: float, digits: int) -> float:
    """The number to so many decimal places, `plain`."""
    return plain(round(float(value), digits))
