"""Checks shared by the options of every game: missing options get defaults, and wrong ones are refused by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.rejected import Rejected


def complete(chosen: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Every option, sorted by name. Refuses with `option-unknown`. Does not check values."""
    for name in chosen:
        if name not in defaults:
            raise Rejected("option-unknown", f"The options are {', '.join(defaults)}.", field=f"options.{name}")
    return {name: chosen.get(name, default) for name, default in sorted(defaults.items())}


def check_one_of(name: str, value: object, known: Sequence[str]) -> None:
    """Refuses with `option-invalid` a value, of any JSON type, that is not one of the known texts."""
    if not isinstance(value, str) or value not in known:
        raise Rejected("option-invalid", f"{name} is one of {', '.join(known)}.", field=f"options.{name}")
