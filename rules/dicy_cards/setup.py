"""The options, the sets of cards, and the set-up: which five cards are in play and who goes first."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from rules.catalogue import Option
from rules.dice import Dice, Draw
from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.events import CardsChosen, Event, FirstSeatChosen
from rules.game import Options, Seat
from rules.options import complete
from rules.rejected import Rejected

Mode: TypeAlias = Literal["glacial", "interglacial", "custom", "beginner", "intermediate", "interactions"]
FirstSeat: TypeAlias = Literal["random", "creator"]
Five: TypeAlias = tuple[CardId, ...]

MODES: tuple[Mode, ...] = get_args(Mode)
CARDS_EACH = 5
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "mode": Option(default="glacial", values=MODES),
        "cards": Option(default=None, values=CARDS.keys(), picks=CARDS_EACH, used_with={"mode": "custom"}),
        "first_seat": Option(default="random", values=get_args(FirstSeat)),
    }
)
CREATOR: Seat = 0

GLACIAL: Five = ("any-two", "straight", "two-pairs", "odds", "all-under-six")

STAND_INS: Mapping[str, Five] = {
    "beginner": ("all-under-six", "straight", "pair-doubled", "different-x4", "alike-x5"),
    "intermediate": ("two-pairs", "odds", "different-sum", "forty-minus", "sixes"),
    "interactions": ("any-two", "sixes", "three-lowest", "straight", "forty-minus"),
}
"""They replace the printed sets B, C and D, which are not public. A deployment may use its own sets instead."""


def card_sets(overrides: object) -> Mapping[str, Five]:
    """The cards of every mode with a fixed set, with `overrides` instead of stand-ins. Raises ValueError for a bad override."""
    if not isinstance(overrides, Mapping):
        raise ValueError("sets: a name and five cards for each is needed")  # noqa: TRY004 - a deployment's data is wrong, not a type
    for name, cards in overrides.items():
        if name not in STAND_INS:
            raise ValueError(f"no set {name!r} to override; known: {', '.join(STAND_INS)}")
        wrong = _wrong_with(cards)
        if wrong is not None:
            raise ValueError(f"set {name!r}: {wrong}")
    return {"glacial": GLACIAL, **STAND_INS, **{name: _five(cards) for name, cards in overrides.items()}}


def options(chosen: Mapping[str, Any], _seats: int, _timed: bool) -> Options:  # noqa: FBT001 - the signature in `Game`
    """The complete options. Refuses with `option-unknown`, or `option-invalid` for an invalid value of any JSON type."""
    whole = complete(chosen, OPTIONS)
    _check_cards(whole["mode"], whole["cards"])
    return whole


def setup(sets: Mapping[str, Five], chosen: Options, seats: int, dice: Dice) -> tuple[Event, ...]:
    """The first events for complete options: the cards of all seats, then the first seat (D17)."""
    draw = dice.shuffle(len(CARDS), take=CARDS_EACH) if chosen["mode"] == "interglacial" else None
    return (CardsChosen(cards=_cards(sets, chosen, draw), seats=seats, draw=draw), _first_seat_chosen(chosen, seats, dice))


def _cards(sets: Mapping[str, Five], chosen: Options, draw: Draw | None) -> Five:
    if draw is not None:
        return _five([tuple(CARDS)[index] for index in draw.values])
    return _five(chosen["cards"]) if chosen["mode"] == "custom" else sets[chosen["mode"]]


def _first_seat_chosen(chosen: Options, seats: int, dice: Dice) -> FirstSeatChosen:
    if chosen["first_seat"] == "creator":
        return FirstSeatChosen(first=CREATOR, draw=None)
    draw = dice.roll(1, sides=seats)
    return FirstSeatChosen(first=draw.values[0] - 1, draw=draw)


def _check_cards(mode: Mode, cards: object) -> None:
    if mode != "custom":
        if cards is not None:
            raise Rejected("option-invalid", "Only custom mode allows `cards`.", field="options.cards")
        return
    wrong = _wrong_with(cards)
    if wrong is not None:
        raise Rejected("option-invalid", f"Custom mode requires `cards`: {wrong}.", field="options.cards")


def _wrong_with(cards: object) -> str | None:
    """What is wrong with the cards; None if they are five different cards."""
    if not isinstance(cards, list | tuple):
        return "a list of five different cards"
    if any(not isinstance(card, str) or card not in CARDS for card in cards):
        return f"the cards are {', '.join(CARDS)}"
    if len(cards) != CARDS_EACH or len(set(cards)) != CARDS_EACH:
        return "five different cards"
    return None


def _five(cards: Sequence[str]) -> Five:
    return tuple(CARDS[card].id for card in cards)
