"""What the options of every game have in common: what is left out has the default, and what is wrong is refused by its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.rejected import Rejected


def complete(chosen: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Every option by name, in the order of the names. Refuses with `option-unknown`; the values are not looked at."""
    for name in chosen:
        if name not in defaults:
            raise Rejected("option-unknown", f"The options are {', '.join(defaults)}.", field=f"options.{name}")
    return {name: chosen.get(name, default) for name, default in sorted(defaults.items())}


def check_one_of(name: str, value: object, known: Sequence[str]) -> None:
    """Refuses with `option-invalid` a value, of whatever JSON type, that is none of the known texts."""
    if not isinstance(value, str) or value not in known:
        raise Rejected("option-invalid", f"{name} is one of {', '.join(known)}.", field=f"options.{name}")
