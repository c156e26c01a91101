"""The checks before a command. Each refuses with `Rejected` or returns; none changes anything."""

from collections.abc import Collection

from rules.dice_cards.cards import Card, options, price
from rules.dice_cards.commands import Mark
from rules.dice_cards.laid import Cards
from rules.dice_cards.mechanisms.mechanism import Marks, Writing
from rules.dice_cards.numbers import Faces
from rules.dice_cards.setup import RESERVE
from rules.dice_cards.state import Player, State, to_move
from rules.game import Seat
from rules.prose import counted, separated
from rules.rejected import Rejected

REJECTIONS = (
    "option-unknown",
    "option-invalid",
    "game-over",
    "nothing-owed-by-seat",
    "choose-first",
    "already-chosen",
    "exchange-first",
    "already-exchanged",
    "exchange-not-allowed",
    "card-not-in-hand",
    "card-not-kept",
    "mark-not-allowed",
    "number-out-of-reach",
)
"""Every code with which this game refuses."""


def check_choosing(state: State, seat: Seat) -> Player:
    """The player. Refuses unless the seat is choosing its cards."""
    player = _check_owes(state, seat)
    if state.phase != "choosing":
        raise Rejected("already-chosen", "The cards have been chosen: mark a number, or strike the roll.")
    return player


def check_rolling(state: State, seat: Seat) -> tuple[Player, Faces]:
    """The player and the dice. Refuses unless the seat owes an answer to a roll."""
    player = _check_owes(state, seat)
    if state.dice is None:
        raise Rejected("choose-first", f"Seat {seat} first chooses its cards.")
    return player, Faces(*state.dice)


def check_exchange(cards: Cards, player: Player, given: Collection[int]) -> None:
    """Refuses cards that may not be exchanged: only all-or-nothing cards may, if the seat has two or more, and two at most."""
    if not player.to_exchange:
        raise Rejected("already-exchanged", "The exchange is over: keep a card.")
    exchangeable = exchangeable_cards(cards, player)
    if not set(given) <= set(exchangeable):
        listed = separated(exchangeable) or "none"
        raise Rejected("exchange-not-allowed", f"These cards may be exchanged: {listed}.", field="cards")
    if len(given) > RESERVE:
        raise Rejected("exchange-not-allowed", f"At most {RESERVE} cards may be exchanged.", field="cards")


def exchangeable_cards(cards: Cards, player: Player) -> tuple[int, ...]:
    """The cards of a hand that may be exchanged."""
    found = tuple(card for card in player.hand if cards[card].all_or_nothing)
    return found if len(found) >= RESERVE else ()


def check_in_hand(player: Player, card: int) -> None:
    """Refuses a card that the seat cannot choose, and a choice before the exchange."""
    if player.to_exchange:
        raise Rejected("exchange-first", "First say which cards are exchanged, even if there are none.")
    if card not in player.hand:
        listed = separated(player.hand)
        raise Rejected("card-not-in-hand", f"Card {card} cannot be chosen; these can: {listed}.", field="card")


def check_kept(cards: Cards, player: Player, number: int) -> tuple[Card, Marks]:
    """The card with its marks. Refuses one that the seat has not kept."""
    if number not in player.kept:
        listed = separated(player.kept)
        raise Rejected("card-not-kept", f"Card {number} is not one of this seat's cards, which are: {listed}.", field="card")
    return cards[number], player.sheets[player.kept.index(number)]


def check_mark(card: Card, marks: Marks, mark: Mark, dice: Faces, tickets: int) -> int:
    """The tickets that the mark costs. Refuses a mark that the card does not allow, and a number that costs more tickets than there are."""
    writing = Writing(mark.place, mark.number)
    allowed = options(card, marks)
    if writing not in allowed:
        if all(writing.place != mark.place for writing in allowed):
            raise Rejected("mark-not-allowed", f"Nothing may be written at place {mark.place} of card {card.number} now.", field="place")
        listed = separated(number for place, number in allowed if place == mark.place)
        wanted = f"Card {card.number} takes one of these numbers at place {mark.place} now: {listed}."
        raise Rejected("mark-not-allowed", wanted, field="number")
    cost = price(card, writing, dice)
    if cost is None or cost > tickets:
        price_of = counted(cost or 0, "ticket", "tickets")
        detail = f"{mark.number} costs {price_of} with this roll; there are {tickets}."
        raise Rejected("number-out-of-reach", detail, field="number", rule="C8")
    return cost


def _check_owes(state: State, seat: Seat) -> Player:
    if state.phase == "over":
        raise Rejected("game-over", "The game is over.")
    if seat not in to_move(state):
        raise Rejected("nothing-owed-by-seat", f"Seat {seat} has answered, or does not play.")
    return state.players[seat]
