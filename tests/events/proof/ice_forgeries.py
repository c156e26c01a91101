"""All forgeries of files of Ice Dice."""

from tests.events.proof.bot_forgeries import bots_at
from tests.events.proof.forgeries import with_dice
from tests.events.proof.ice_board_forgeries import BOARD_FORGERIES
from tests.events.proof.ice_number_forgeries import NUMBER_FORGERIES
from tests.events.proof.ice_turn_forgeries import TURN_FORGERIES
from tests.events.proof.table_forgeries import Kinds, at_tables

CLOCK = "ice with a clock that skips"
TABLES = Kinds(
    clock=CLOCK,
    standing_in="ice with a clock that substitutes",
    left_alone="ice left alone",
    never_begun="ice never begun",
    fork="a fork of a fork of ice",
)

ICE_FORGERIES = (
    *with_dice("ice for two", "experienced ice for six"),
    *at_tables(TABLES),
    *bots_at("ice with bots that are stood in for", "ice with bots that resign", "ice with bots that skip", CLOCK),
    *NUMBER_FORGERIES,
    *BOARD_FORGERIES,
    *TURN_FORGERIES,
)
