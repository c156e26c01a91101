"""Automatic consequences: cards and answers are revealed, the next roll falls, the game ends."""

from rules.dice import Dice
from rules.dice_cards.cards import points
from rules.dice_cards.events import AnswersRevealed, CardsRevealed, DiceRolled, Event, GameEnded, Reason
from rules.dice_cards.evolve import evolve
from rules.dice_cards.laid import Cards, cards_of
from rules.dice_cards.state import ROLLS, Player, State, to_move
from rules.rounds import staying

TICKETS_FOR_A_POINT = 2


def settled(state: State, dice: Dice) -> tuple[Event, ...]:
    """What follows a seat's event by itself: nothing while another seat owes a decision, unless nobody is left to play on."""
    last = len(staying(state)) <= (1 if len(state.players) > 1 else 0)
    answered = any(player.answer is not None for player in state.players)
    if last and (to_move(state) or not answered):
        return (_end(state, _given_up(state)),)
    if to_move(state):
        return ()
    revealed = _cards_revealed(state) if state.phase == "choosing" else _answers_revealed(state)
    after = evolve(state, revealed)
    if last:
        return (revealed, _end(after, _given_up(after)))
    return (revealed, _end(after, "all-rolls") if after.roll == ROLLS else _rolled(after, dice))


def _given_up(state: State) -> Reason:
    return "resignation" if len(state.players) > 1 else "given-up"


def _cards_revealed(state: State) -> CardsRevealed:
    deck = cards_of(state)
    cards = tuple(() if player.withdrawn else player.kept for player in state.players)
    return CardsRevealed(cards=cards, sizes=tuple(tuple(deck[card].mechanism.cells for card in kept) for kept in cards))


def _rolled(state: State, dice: Dice) -> DiceRolled:
    draw = dice.roll(2)
    black, red = draw.values
    return DiceRolled(roll=state.roll + 1, dice=(black, red), draw=draw)


def _answers_revealed(state: State) -> AnswersRevealed:
    """The answers with what follows from them, for seats that have given one."""
    revealed = AnswersRevealed(
        roll=state.roll,
        answers=tuple(player.answer for player in state.players),
        tickets=tuple(_tickets(player) for player in state.players),
        points=tuple(player.points for player in state.players),
    )
    marked, cards = evolve(state, revealed).players, cards_of(state)
    return AnswersRevealed(
        roll=revealed.roll, answers=revealed.answers, tickets=revealed.tickets, points=tuple(_points(cards, player) for player in marked)
    )


def _tickets(player: Player) -> int:
    return player.tickets if player.answer is None else player.tickets - player.answer.spent + player.answer.earned


def _points(cards: Cards, player: Player) -> int:
    return sum(points(cards[card], marks) for card, marks in zip(player.kept, player.sheets, strict=True))


def _end(state: State, reason: Reason) -> GameEnded:
    return GameEnded(reason=reason, points=tuple(player.points + player.tickets // TICKETS_FOR_A_POINT for player in state.players))
