"""What is printed in a cell: the numbers that it takes, without words."""

from collections.abc import Callable, Collection, Iterator, Mapping

from rules.dice_cards.mechanisms.mechanism import BOTH_DICE

_SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda black, red: black + red,
    "±": lambda black, red: abs(black - red),
    "×": lambda black, red: black * red,
}
"""The sign before a number that both dice must make together."""

_PARITIES = {frozenset({1, 3, 5}): "135", frozenset({2, 4, 6}): "246"}


def label(accepted: Collection[int], *, two: bool) -> str:
    """The label of a cell that accepts these numbers; with `two`, numbers of both dice (`BOTH_DICE`)."""
    numbers = sorted(accepted)
    if two:
        return _pair(frozenset(numbers))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ("" if max(numbers) < 10 else " ").join(map(str, numbers)) if len(numbers) > 2 else " ".join(map(str, numbers))


def _pair(numbers: frozenset[int]) -> str:
    """`=` for any double, `33` for one, `+7` for a sum, `±1` for a difference, `×12` for a product; else the faces of each die."""
    if len(numbers) == 1:
        return str(*numbers)
    if numbers == frozenset(both for both in BOTH_DICE if both % 11 == 0):
        return "="
    return next(_made(numbers), "") or next((sign for faces, sign in _PARITIES.items() if numbers == _of(faces)), "")


def _made(numbers: frozenset[int]) -> Iterator[str]:
    for sign, make in _SIGNS.items():
        value = make(*divmod(min(numbers), 10))
        if numbers == frozenset(both for both in BOTH_DICE if make(*divmod(both, 10)) == value):
            yield f"{sign}{value}"


def _of(faces: Collection[int]) -> frozenset[int]:
    return frozenset(10 * black + red for black in faces for red in faces)
