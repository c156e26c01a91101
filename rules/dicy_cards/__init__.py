"""Dicy Cards, designed by Eric B. Vogel (Blue Orange, 2024). The rulings D1–D18 in the code are this project's own."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from rules.dicy_cards.catalogue import catalogue
from rules.dicy_cards.command_of import command_of
from rules.dicy_cards.commands import COMMANDS, Command
from rules.dicy_cards.decide import decide, resign
from rules.dicy_cards.events import EVENTS, Event
from rules.dicy_cards.evolve import evolve
from rules.dicy_cards.guards import REJECTIONS
from rules.dicy_cards.legal import default, legal
from rules.dicy_cards.outcome import outcome, scores
from rules.dicy_cards.phrase import phrase
from rules.dicy_cards.picture import picture
from rules.dicy_cards.players import PLAYERS
from rules.dicy_cards.setup import STAND_INS, card_sets, options, setup
from rules.dicy_cards.state import State, current_turn, to_move
from rules.dicy_cards.views import view, visible
from rules.game import Game
from rules.rounds import current_round

NO_OVERRIDES: Mapping[str, Sequence[str]] = MappingProxyType({})


def game(sets: Mapping[str, Sequence[str]] = NO_OVERRIDES) -> Game[State, Command, Event]:
    """The game. `sets` replaces stand-in card sets (`beginner`, `intermediate`, `interactions`) by a deployment's own five cards each.

    Raises ValueError for a set that is not a stand-in, or does not have five different cards.
    """
    return Game(
        name="dicy-cards",
        ruleset=1,
        seats=range(2, 5),
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        rejections=REJECTIONS,
        options=options,
        setup=partial(setup, card_sets(sets)),
        decide=decide,
        evolve=evolve,
        resign=resign,
        to_move=to_move,
        legal=legal,
        default=default,
        clock=current_turn,
        round=current_round,
        view=view,
        visible=visible,
        outcome=outcome,
        scores=scores,
        players=PLAYERS,
        command_of=command_of,
        texts=__name__,
        phrase=phrase,
        picture=picture,
        catalogue=catalogue(STAND_INS.keys() - sets.keys()),
    )
