"""Copies facts into the state. It never refuses, draws or applies a rule, so old games always read the same."""

from typing import assert_never

from rules.dice_cards.events import (
    AnswersRevealed,
    CardKept,
    CardsExchanged,
    CardsRevealed,
    DeckShuffled,
    DiceRolled,
    Event,
    GameEnded,
    HandDealt,
    RollAnswer,
    RollAnswered,
    SeatWithdrawn,
)
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.state import Player, State
from rules.game import Seat
from rules.tuples import put

_NOTHING = State()


def evolve(before: State | None, event: Event) -> State:
    """The state after one event; `before` is None before the first."""
    state = _NOTHING if before is None else before
    match event:
        case RollAnswered():
            return _put(state, event.seat, state.players[event.seat]._replace(answer=event.answer))
        case AnswersRevealed():
            return _answers_revealed(state, event)
        case DiceRolled():
            return state._replace(roll=event.roll, dice=event.dice, phase="rolling")
        case CardKept():
            player = state.players[event.seat]
            kept = tuple(sorted((*player.kept, event.card)))
            return _put(state, event.seat, player._replace(kept=kept, hand=_without(player.hand, event.card)))
        case CardsExchanged():
            return _exchanged(state, event)
        case CardsRevealed():
            return _revealed(state, event)
        case DeckShuffled():
            return state._replace(deal=event.deal, deck=event.cards, players=(Player(),) * event.seats)
        case HandDealt():
            dealt = Player(hand=event.cards, reserve=event.reserve, to_exchange=event.exchange)
            return _put(state, event.seat, dealt)
        case SeatWithdrawn():
            return _put(state, event.seat, state.players[event.seat]._replace(withdrawn=True))
        case GameEnded():
            players = tuple(player._replace(points=points) for player, points in zip(state.players, event.points, strict=True))
            return state._replace(phase="over", reason=event.reason, players=players)
        case _:
            assert_never(event)


def _answers_revealed(state: State, event: AnswersRevealed) -> State:
    players = [
        _marked(player, answer)._replace(answer=None, tickets=tickets, points=points)
        for player, answer, tickets, points in zip(state.players, event.answers, event.tickets, event.points, strict=True)
    ]
    return state._replace(players=tuple(players), dice=None)


def _marked(player: Player, answer: RollAnswer | None) -> Player:
    if answer is None or answer.card is None:
        return player
    at = player.kept.index(answer.card)
    return player._replace(sheets=put(player.sheets, at, _with(player.sheets[at], answer)))


def _with(marks: Marks, answer: RollAnswer) -> Marks:
    new = dict(answer.cells)
    return tuple(new.get(cell, number) for cell, number in enumerate(marks))


def _exchanged(state: State, event: CardsExchanged) -> State:
    player = state.players[event.seat]
    hand = tuple(sorted((*_without(player.hand, *event.given), *event.taken)))
    return _put(state, event.seat, player._replace(hand=hand, reserve=_without(player.reserve, *event.taken), to_exchange=False))


def _revealed(state: State, event: CardsRevealed) -> State:
    players = [
        player._replace(hand=(), reserve=(), kept=cards, sheets=tuple((0,) * size for size in sizes))
        for player, cards, sizes in zip(state.players, event.cards, event.sizes, strict=True)
    ]
    kept = sorted({card for cards in event.cards for card in cards})
    return state._replace(players=tuple(players), deck=tuple(state.deck[card - 1] for card in kept), phase="rolling")


def _without(cards: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    return tuple(card for card in cards if card not in gone)


def _put(state: State, seat: Seat, player: Player) -> State:
    return state._replace(players=put(state.players, seat, player))
