"""The texts of the game in one language."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.ice_dice.events import Ties, Variant
from rules.ice_dice.tokens import Colour
from rules.naming import Named


class Words(NamedTuple):
    """All texts. `variant`, `ties` and `reroll_limit` describe these options."""

    title: str
    summary: str
    variant: str
    ties: str
    reroll_limit: str
    variants: Mapping[Variant, Named]
    each_ties: Mapping[Ties, Named]
    each: str
    """The text of a token, with the placeholders `{line}`, `{colour}`, `{back}` and `{back_colour}`."""
    colours: Mapping[Colour, str]
