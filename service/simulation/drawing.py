"""Draws values for the options of a simulated game that may have any."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from rules.game import AnyGame
from rules.rejected import Rejected

ANY: Final = "*"
"""As the value of an option: every game draws one of the values that the rules accept."""

MOST_ATTEMPTS: Final = 1000
"""So many values are drawn before an option is given up."""


def drawn(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The options that are drawn for every game."""
    return tuple(option for option, value in options.items() if value == ANY)


def draw_options(game: AnyGame, options: Mapping[str, Any], seats: int, seed: str) -> dict[str, Any]:
    """The options with a value in place of each `*`, each accepted value equally likely; the same for the same seed.

    Refuses with `option-unknown`, and with `option-invalid` if no accepted value is found.
    """
    chosen = {option: value for option, value in options.items() if value != ANY}
    for option in drawn(options):
        chosen[option] = _draw(game, option, chosen, seats, seed)
    return chosen


def _draw(game: AnyGame, option: str, chosen: Mapping[str, Any], seats: int, seed: str) -> Any:
    words, numbers = _values(game, option)
    for attempt in range(MOST_ATTEMPTS if words or numbers else 0):
        number = int.from_bytes(sha256(f"{seed} {option} {attempt}".encode()).digest()) % (len(words) + len(numbers))
        value = words[number] if number < len(words) else numbers[number - len(words)]
        if _is_accepted(game, {**chosen, option: value}, seats):
            return value
    raise Rejected("option-invalid", f"{option} has no value that can be drawn: choose one.")


def _values(game: AnyGame, option: str) -> tuple[Sequence[str], Sequence[int]]:
    """The texts and the numbers that the catalogue lists. Refuses with `option-unknown`."""
    known = game.catalogue.options
    if option not in known:
        raise Rejected("option-unknown", f"The options of {game.name} are {', '.join(known) or 'none'}.")
    return [*known[option].values], known[option].numbers or range(0)


def _is_accepted(game: AnyGame, options: Mapping[str, Any], seats: int) -> bool:
    try:
        game.options(options, seats, False)  # noqa: FBT003 - a table without a clock
    except Rejected:
        return False
    return True
