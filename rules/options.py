"""Completes and checks the options of every game: missing options get defaults, and wrong ones are refused by name."""

from collections.abc import Mapping
from typing import Any

from rules.catalogue import Option
from rules.rejected import Rejected


def complete(chosen: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    """Every option, sorted by name. Refuses with `option-unknown`, or `option-invalid` for an invalid value of any JSON type.

    What an option with `picks` contains is for the game to check.
    """
    for name in chosen:
        if name not in options:
            raise Rejected("option-unknown", f"The options are {', '.join(options)}.", field=f"options.{name}")
    whole = {name: chosen.get(name, option.default) for name, option in sorted(options.items())}
    for name, option in options.items():
        if option.picks is None and not (whole[name] is None and option.default is None):
            _check(name, option, whole[name])
    return whole


def _check(name: str, option: Option, value: object) -> None:
    if option.numbers is None:
        taken, wanted = isinstance(value, str) and value in option.values, f"one of {', '.join(option.values)}"
    else:
        taken = type(value) is int and value in option.numbers
        wanted = f"a whole number from {option.numbers[0]} to {option.numbers[-1]}"
    if not taken:
        null = ", or null" if option.default is None else ""
        raise Rejected("option-invalid", f"{name} is {wanted}{null}.", field=f"options.{name}", rule=option.rule)
