"""The cards' names and texts, as messages in Fluent: a deck brings its own words, in every language."""

from collections.abc import Iterator, Mapping

from rules.dice_cards.deck import Deck, DeckCard
from rules.dice_cards.mechanisms.mechanism import BOTH_DICE
from rules.game import Language

_AND: Mapping[Language, str] = {"en": "and", "fr": "et"}


def words(deck: Deck, language: Language) -> str:
    """A message `card-NUMBER` for each card, whose text is the card's own rule and, from the terms of the game's texts, its points.

    `number-NUMBER` is a number in a sentence: from 11 on one of both dice, whatever cards a table has. Only 11 and 12 may also be a sum:
    they are of both dice on the cards that have `two-numbers-NUMBER`.
    """
    cards = "".join(_message(card, language) for card in deck.values())
    two = "".join(f"two-numbers-{card.number} = yes\n" for card in deck.values() if card.two_numbers)
    single = "".join(f"number-{number} = {number}\n" for number in range(1, min(BOTH_DICE)))
    return cards + two + single + "".join(f"number-{both} = {both // 10} {_AND[language]} {both % 10}\n" for both in BOTH_DICE)


def _message(card: DeckCard, language: Language) -> str:
    text = " ".join((_literal(card.text[language]), *_counted(card)))
    return f"card-{card.number} = {_literal(card.name[language])}\n    .text = {text}\n"


def _counted(card: DeckCard) -> Iterator[str]:
    """What is given for it."""
    if card.all_or_nothing:
        yield f"{{ -all-or-nothing(points: {card.whole}) }}"
    elif card.steps:
        steps = ", ".join(f"{count} → {points}" for count, points in card.steps)
        yield f'{{ -steps(steps: "{steps}") }}'
    else:
        if len(set(card.each)) == 1:
            yield f"{{ -each(points: {card.each[0]}) }}"
        else:
            yield f'{{ -each-in-turn(points: "{", ".join(map(str, card.each))}") }}'
        if card.whole:
            yield f"{{ -whole(points: {card.whole}) }}"
    if card.tickets:
        yield f'{{ -tickets(counts: "{", ".join(map(str, card.tickets))}") }}'


def _literal(text: str) -> str:
    """The text without a meaning in Fluent."""
    return "".join(f'{{ "{sign}" }}' if sign in "{}" else sign for sign in text)
