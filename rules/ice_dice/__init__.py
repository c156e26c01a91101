"""Ice Dice, designed by Martin Nedergaard Andersen (Lifestyle Boardgames, 2017).

The rulings I1–I9 in the code are this project's own.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.game import Game
from rules.ice_dice import boards
from rules.ice_dice.arguments import arguments, phrase
from rules.ice_dice.catalogue import catalogue
from rules.ice_dice.command_of import command_of
from rules.ice_dice.commands import COMMANDS, Command
from rules.ice_dice.decide import decide, resign
from rules.ice_dice.events import EVENTS, Event
from rules.ice_dice.evolve import evolve
from rules.ice_dice.guards import REJECTIONS
from rules.ice_dice.legal import default, legal
from rules.ice_dice.outcome import outcome, scores
from rules.ice_dice.picture import picture
from rules.ice_dice.players import PLAYERS
from rules.ice_dice.setup import options, setup
from rules.ice_dice.state import SETUP_TOKENS, State, clock_span, to_move
from rules.ice_dice.views import view, visible
from rules.rounds import current_round


def game(board: Mapping[str, Any] | None = None) -> Game[State, Command, Event]:
    """The game. `board` replaces the stand-in board by a deployment's own (I2): `{lines: [[{number, colour, back: {number, colour}}]]}`.

    The fronts and the backs must each have every number and six tokens of each colour. At least three lines must have tokens of the variant
    `young`. Raises ValueError otherwise.
    """
    lines = boards.board(board)
    return Game(
        name="ice-dice",
        ruleset=1,
        since=3,
        seats=range(2, 7),
        turn_seconds=60,
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        rejections=REJECTIONS,
        options=options,
        setup=partial(setup, lines),
        decide=decide,
        evolve=evolve,
        resign=resign,
        to_move=to_move,
        legal=legal,
        default=default,
        clock=clock_span,
        first_turn=SETUP_TOKENS,
        round=current_round,
        view=view,
        visible=visible,
        outcome=outcome,
        scores=scores,
        players=PLAYERS,
        command_of=command_of,
        texts=__name__,
        arguments=arguments,
        phrase=phrase,
        picture=picture,
        catalogue=catalogue(lines),
    )
