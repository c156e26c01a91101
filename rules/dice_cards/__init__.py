"""Dice Cards, designed by Tucker Smedes (CardLords, 2023).

The rulings C1–C9 in the code are this project's own, and so are the cards: the printed ones are not public.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rules.dice import Dice
from rules.dice_cards import deck as decks
from rules.dice_cards.arguments import arguments, phrase
from rules.dice_cards.catalogue import catalogue, own_sheets
from rules.dice_cards.command_of import command_of
from rules.dice_cards.commands import COMMANDS, Command
from rules.dice_cards.decide import decide, resign
from rules.dice_cards.events import EVENTS, DeckShuffled, Event
from rules.dice_cards.evolve import evolve
from rules.dice_cards.guards import REJECTIONS
from rules.dice_cards.laid import whole_deck
from rules.dice_cards.legal import default, legal
from rules.dice_cards.outcome import outcome, scores
from rules.dice_cards.picture import picture, written
from rules.dice_cards.players import PLAYERS
from rules.dice_cards.setup import options, setup
from rules.dice_cards.state import State, clock_span, current_round, to_move
from rules.dice_cards.views import view, visible
from rules.dice_cards.words import words
from rules.game import Game, Options


def game(deck: Mapping[str, Any] | None = None) -> Game[State, Command, Event]:
    """The game. `deck` replaces the fifty cards by a deployment's own: `{cards: [CARD, …]}`, as in `deck.toml`.

    Raises ValueError, with card and field, for a deck that cannot be played.
    """
    cards = decks.stand_in() if deck is None else decks.deck(deck)
    return Game(
        name="dice-cards",
        ruleset=1,
        since=4,
        seats=range(1, 9),
        state=State,
        commands=COMMANDS,
        events=EVENTS,
        rejections=REJECTIONS,
        options=options,
        setup=partial(setup, cards),
        setup_of=_setup_of,
        decide=decide,
        evolve=evolve,
        resign=resign,
        to_move=to_move,
        legal=legal,
        default=default,
        hides_default=True,
        clock=clock_span,
        round=current_round,
        view=view,
        visible=visible,
        outcome=outcome,
        scores=scores,
        players=PLAYERS,
        command_of=command_of,
        texts=__name__,
        words={language: words(cards, language) for language in ("en", "fr")},
        arguments=arguments,
        phrase=phrase,
        picture=picture,
        written=written,
        sheets=partial(own_sheets, cards),
        catalogue=catalogue(cards),
    )


def _setup_of(first: Event) -> Callable[[Options, int, Dice], Sequence[Event]]:
    return partial(setup, whole_deck(first.cards if isinstance(first, DeckShuffled) else ()))
