"""The events of each command, or the reason to refuse it: guards first, then the facts."""

from typing import assert_never

from rules.dice import Dice
from rules.dicy_cards.cards import CARDS, CardId, Change, fits
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.events import (
    CardFrozen,
    CardReset,
    CardScored,
    DiceRerolled,
    DiceRolled,
    Event,
    GameEnded,
    SeatWithdrawn,
    TurnSkipped,
)
from rules.dicy_cards.evolve import evolve
from rules.dicy_cards.guards import (
    DICE,
    check_active,
    check_can_play,
    check_dice,
    check_frozen,
    check_owed,
    check_rolled,
    check_turn,
)
from rules.dicy_cards.state import State, frozen, to_move
from rules.dicy_cards.turns import affected_seats, changed, others, required_choices, settled, turn_end
from rules.game import Seat
from rules.rejected import Rejected
from rules.rounds import staying


def decide(state: State, seat: Seat, command: Command, dice: Dice) -> tuple[Event, ...]:
    """The events that a seat's command causes, up to the next decision. Refuses with a code of `REJECTIONS`."""
    match command:
        case Roll():
            return _roll(state, seat, dice)
        case Reroll():
            return _reroll(state, seat, command, dice)
        case Score():
            return _score(state, seat, command)
        case Skip():
            return _skip(state, seat)
        case Freeze():
            return _choose(state, seat, command.card, "freeze")
        case Reset():
            return _choose(state, seat, command.card, "reset")
        case _:
            assert_never(command)


def resign(state: State, seat: Seat, _dice: Dice) -> tuple[Event, ...]:
    """The seat leaves the game: its turn ends, its pending choice is dropped, and if only one seat is left the game ends (D18)."""
    if state.phase == "over" or state.players[seat].withdrawn:
        return ()
    withdrawn = SeatWithdrawn(seat=seat)
    after = evolve(state, withdrawn)
    if len(staying(after)) == 1:
        return (withdrawn, GameEnded(reason="resignation"))
    return (withdrawn,) if to_move(after) else (withdrawn, *turn_end(after))


def _roll(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    check_can_play(state, seat)
    if state.phase == "play":
        raise Rejected("already-rolled", "The dice have already been rolled this turn: score, freeze a card to reroll, or skip.")
    draw = dice.roll(len(DICE))
    return (DiceRolled(seat=seat, dice=draw.values, draw=draw),)


def _reroll(state: State, seat: Seat, command: Reroll, dice: Dice) -> tuple[Event, ...]:
    check_can_play(state, seat)
    rolled = check_rolled(state)
    check_active(state, seat, command.freeze, "freeze")
    check_dice(command.dice, "D2")
    positions = tuple(sorted(command.dice))
    draw = dice.roll(len(positions))
    new = dict(zip(positions, draw.values, strict=True))
    faces = tuple(new.get(position, face) for position, face in enumerate(rolled))
    return (
        CardFrozen(seat=seat, card=command.freeze, cause="reroll", forced=False),
        DiceRerolled(seat=seat, positions=positions, dice=faces, draw=draw),
    )


def _score(state: State, seat: Seat, command: Score) -> tuple[Event, ...]:
    check_can_play(state, seat)
    rolled = check_rolled(state)
    check_active(state, seat, command.card, "card")
    check_dice(command.dice, "D10")
    card = CARDS[command.card]
    positions = tuple(sorted(command.dice))
    values = tuple(rolled[position] for position in positions)
    if not fits(card, tuple(sorted(values)), tuple(sorted(rolled))):
        shown = ", ".join(map(str, values))
        raise Rejected("dice-do-not-fit", f"{card.id} accepts {card.wants}; the selected dice show {shown}.", field="dice", rule=card.rule)
    points = card.points(values)
    scored = CardScored(
        seat=seat,
        card=command.card,
        positions=positions,
        values=values,
        points=points,
        score=state.players[seat].score + points,
    )
    if card.effect is None:
        return settled(state, (scored,))
    effect = required_choices(evolve(state, scored), affected_seats(state, card.effect), card.effect.kind)
    return settled(state, (scored, *effect))


def _skip(state: State, seat: Seat) -> tuple[Event, ...]:
    check_turn(state, seat)
    own = tuple(CardReset(seat=seat, card=card, cause="skip", forced=False) for card in frozen(state, seat))
    return settled(state, (TurnSkipped(seat=seat), *own, *required_choices(state, others(state), "reset")))


def _choose(state: State, seat: Seat, card: CardId, kind: Change) -> tuple[Event, ...]:
    check_owed(state, seat, kind)
    check = check_active if kind == "freeze" else check_frozen
    check(state, seat, card, "card")
    return settled(state, (changed(state, seat, card, kind),))
