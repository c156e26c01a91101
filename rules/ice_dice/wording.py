"""What the texts of one language consist of."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.ice_dice.events import Ties, Variant
from rules.ice_dice.tokens import Colour
from rules.naming import Named


class Words(NamedTuple):
    """Everything in one language; `variant`, `ties` and `reroll_limit` say what these options are about."""

    title: str
    summary: str
    variant: str
    ties: str
    reroll_limit: str
    variants: Mapping[Variant, Named]
    each_ties: Mapping[Ties, Named]
    each: str
    """What is said of a token, with `{line}`, `{colour}`, `{back}` and `{back_colour}` in it."""
    colours: Mapping[Colour, str]
