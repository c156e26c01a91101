"""The files of finished tables of every kind, by name."""

from collections.abc import Callable, Mapping
from functools import cache

from rules.table_events import OnExpiry
from tests.events.proof import dice_stories, ice_stories, stories
from tests.events.proof.playthrough import GAMES
from tests.events.proof.stories import clocked, forked, left_alone, ordinary, resigned, with_bots
from tests.golden_tables.record import FOLDER

__all__ = ["DICE", "DICY", "GAMES", "ICE", "MAKERS", "made"]

CUSTOM = ("three-lowest", "different-sum", "sixes", "pair-doubled", "odds")
SKIP, STAND_IN = OnExpiry(policy="skip"), OnExpiry(policy="substitute", level="random")
DICY_CARDS, ICE_DICE, DICE_CARDS = "dicy-cards", "ice-dice", "dice-cards"

DICY: Mapping[str, Callable[[], bytes]] = {
    "glacial for two": lambda: ordinary(DICY_CARDS, 1, 2, mode="glacial"),
    "interglacial for three": lambda: ordinary(DICY_CARDS, 2, 3, mode="interglacial"),
    "custom for four": lambda: ordinary(DICY_CARDS, 3, 4, mode="custom", cards=CUSTOM, first_seat="creator"),
    "beginner for two": lambda: ordinary(DICY_CARDS, 4, 2, mode="beginner"),
    "intermediate for three": lambda: ordinary(DICY_CARDS, 5, 3, mode="intermediate"),
    "interactions for four": lambda: ordinary(DICY_CARDS, 6, 4, mode="interactions"),
    "rerolls for two": lambda: stories.aimless(DICY_CARDS, 18, 40),
    "resigned for two": lambda: resigned(DICY_CARDS, 7, 2),
    "resigned for four": lambda: resigned(DICY_CARDS, 8, 4),
    "a clock that skips": lambda: clocked(DICY_CARDS, 9, SKIP, mode="interactions"),
    "a clock that substitutes": lambda: clocked(DICY_CARDS, 10, STAND_IN, mode="interactions"),
    "a clock that resigns": lambda: clocked(DICY_CARDS, 11, OnExpiry(policy="resign", after=2), mode="interactions"),
    "bots that are stood in for": lambda: with_bots(DICY_CARDS, 19, None, {"turn_seconds": 60, "bot_seconds": 20}, mode="interactions"),
    "bots that skip": lambda: with_bots(DICY_CARDS, 20, SKIP, {"turn_seconds": 10}, mode="interactions"),
    "bots that resign": lambda: with_bots(DICY_CARDS, 21, OnExpiry(policy="resign", after=2), {}, mode="interactions"),
    "bots left alone": lambda: stories.bots_left_alone(DICY_CARDS, 22),
    "a bot left by the last person": lambda: stories.left_by_the_last_person(DICY_CARDS, 23),
    "only bots, forked": lambda: stories.only_bots(DICY_CARDS, 24),
    "left alone before the start": lambda: left_alone(DICY_CARDS, 12, started=False),
    "left alone while playing": lambda: left_alone(DICY_CARDS, 13, started=True),
    "never begun": lambda: stories.never_begun(DICY_CARDS, 14),
    "advice announced": lambda: stories.advised(DICY_CARDS, 25),
    "players by a table of values": (FOLDER / DICY_CARDS / "by-values.json").read_bytes,
    "a fork": lambda: forked(DICY_CARDS, 15, (90,), mode="interglacial"),
    "a fork of a fork": lambda: forked(DICY_CARDS, 16, (90, 170), mode="interglacial"),
    "a fork from before the start": lambda: stories.forked_before_the_start(DICY_CARDS, 17),
}

ICE: Mapping[str, Callable[[], bytes]] = {
    "ice for two": lambda: ordinary(ICE_DICE, 101, 2),
    "young ice for three": lambda: ordinary(ICE_DICE, 102, 3, variant="young", ties="children"),
    "experienced ice for four": lambda: ordinary(ICE_DICE, 103, 4, variant="experienced"),
    "young ice for five": lambda: ordinary(ICE_DICE, 104, 5, variant="young", reroll_limit=0),
    "experienced ice for six": lambda: ordinary(ICE_DICE, 127, 6, variant="experienced", ties="children", reroll_limit=20),
    "aimless ice for two": lambda: stories.aimless(ICE_DICE, 106, 80),
    "ice that lies still": lambda: ice_stories.still(107),
    "ice rerolled to the limit": lambda: ice_stories.rerolled_to_the_limit(108),
    "ice rerolled as often as can be": lambda: ice_stories.rerolled_as_often_as_can_be(126),
    "ice set up by three": lambda: ice_stories.set_up_by_three(109),
    "ice without its first seat": lambda: ice_stories.the_first_seat_resigned(110),
    "ice, resigned for five": lambda: resigned(ICE_DICE, 111, 5),
    "ice with every level": lambda: ice_stories.levels(112),
    "ice, expired after the shift": lambda: ice_stories.expired_after_the_shift(113),
    "ice with a clock that skips": lambda: clocked(ICE_DICE, 114, SKIP, variant="experienced"),
    "ice with a clock that substitutes": lambda: clocked(ICE_DICE, 115, STAND_IN),
    "ice with a clock that resigns": lambda: clocked(ICE_DICE, 116, OnExpiry(policy="resign", after=2)),
    "ice with bots that are stood in for": lambda: with_bots(ICE_DICE, 125, None, {"turn_seconds": 60, "bot_seconds": 20}),
    "ice with bots that skip": lambda: with_bots(ICE_DICE, 124, SKIP, {"turn_seconds": 10}),
    "ice with bots that resign": lambda: with_bots(ICE_DICE, 118, OnExpiry(policy="resign", after=3), {}),
    "ice left alone": lambda: left_alone(ICE_DICE, 119, started=True),
    "ice never begun": lambda: stories.never_begun(ICE_DICE, 123),
    "a fork of ice": lambda: forked(ICE_DICE, 120, (80,)),
    "a fork of a fork of ice": lambda: forked(ICE_DICE, 121, (80, 105), variant="experienced"),
    "a fork of ice from before the start": lambda: stories.forked_before_the_start(ICE_DICE, 122),
}

DICE: Mapping[str, Callable[[], bytes]] = {
    "dice cards alone": lambda: ordinary(DICE_CARDS, 201, 1),
    "dice cards for two": lambda: ordinary(DICE_CARDS, 202, 2),
    "young dice cards for three": lambda: ordinary(DICE_CARDS, 203, 3, deal="young"),
    "any dice cards for four": lambda: ordinary(DICE_CARDS, 204, 4, deal="choose-any"),
    "young dice cards for five": lambda: ordinary(DICE_CARDS, 205, 5, deal="young"),
    "any dice cards for six": lambda: ordinary(DICE_CARDS, 206, 6, deal="choose-any"),
    "dice cards for eight": lambda: ordinary(DICE_CARDS, 208, 8),
    "dice cards, given up": lambda: dice_stories.given_up(209),
    "dice cards, resigned while choosing": lambda: dice_stories.resigned_while_choosing(210),
    "dice cards, resigned after an answer": lambda: dice_stories.resigned_after_an_answer(211),
    "dice cards, resigned for seven": lambda: resigned(DICE_CARDS, 212, 7),
    "dice cards with every level": lambda: dice_stories.levels(213),
    "dice cards with a clock that skips": lambda: clocked(DICE_CARDS, 214, SKIP),
    "dice cards with a clock that substitutes": lambda: clocked(DICE_CARDS, 215, STAND_IN),
    "dice cards with a clock that resigns": lambda: clocked(DICE_CARDS, 216, OnExpiry(policy="resign", after=2)),
    "dice cards with bots that are stood in for": lambda: with_bots(DICE_CARDS, 217, None, {"turn_seconds": 60, "bot_seconds": 20}),
    "dice cards with bots as late as people": lambda: with_bots(DICE_CARDS, 218, STAND_IN, {"turn_seconds": 10, "bot_seconds": 10}),
    "dice cards left alone": lambda: left_alone(DICE_CARDS, 220, started=True),
    "dice cards never begun": lambda: stories.never_begun(DICE_CARDS, 221),
    "dice cards with advice announced": lambda: stories.advised(DICE_CARDS, 225),
    "a fork of dice cards": lambda: forked(DICE_CARDS, 222, (80,)),
    "a fork of a fork of dice cards": lambda: forked(DICE_CARDS, 223, (80, 121), deal="young"),
    "a fork of dice cards from before the start": lambda: stories.forked_before_the_start(DICE_CARDS, 224),
}

MAKERS: Mapping[str, Callable[[], bytes]] = {**DICY, **ICE, **DICE}
"""For each name, the function that plays the table."""


@cache
def made(name: str) -> bytes:
    """The file of this table, played once per process."""
    return MAKERS[name]()
