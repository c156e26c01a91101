"""Given, when, then for any game: states folded from events, moves with given dice, refusals."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Generic, NamedTuple, TypeVar

from rules.dice import Dice
from rules.game import Game, Seat
from rules.rejected import Rejected
from rules.testing.fixed_dice import NO_DICE
from rules.texts.telling import sentence
from rules.texts.texts import of_game

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class MadeMove(NamedTuple, Generic[S, E]):
    """The events of a move and the state after it."""

    events: tuple[E, ...]
    state: S


class Story(Generic[S, C, E]):
    """What a test says about one game."""

    def __init__(self, game: Game[S, C, E]) -> None:
        self.game = game

    def fold(self, events: Iterable[E], state: S | None = None) -> S:
        """The state after the events, of which there is at least one if there is no state."""
        after = reduce(self.game.evolve, events, state)
        assert after is not None
        return after

    def started(self, chosen: Mapping[str, Any], seats: int, dice: Dice = NO_DICE, *, timed: bool = False) -> S:
        """Given: the state before the first move of a table with these options. The dice are those of its set-up."""
        return self.fold(self.game.setup(self.game.options(chosen, seats, timed), seats, dice))

    def play(self, state: S, seat: Seat, command: C, dice: Dice = NO_DICE) -> MadeMove[S, E]:
        """When: a seat moves."""
        events = tuple(self.game.decide(state, seat, command, dice))
        return MadeMove(events, self.fold(events, state))

    def leave(self, state: S, seat: Seat, dice: Dice = NO_DICE) -> MadeMove[S, E]:
        """When: a seat resigns."""
        events = tuple(self.game.resign(state, seat, dice))
        return MadeMove(events, self.fold(events, state))

    def refusal(self, state: S, seat: Seat, command: C) -> Rejected:
        """Then: the refusal of an illegal move. Fails if the move is legal."""
        try:
            events = self.game.decide(state, seat, command, NO_DICE)
        except Rejected as refused:
            return refused
        raise AssertionError(f"{command} of seat {seat} is accepted: {events}")

    def sentences(self, moved: MadeMove[S, E], names: Sequence[str]) -> list[str]:
        """Then: what is said about the events of a move, with the empty sentences."""
        texts = of_game(self.game, "en", names)
        return [sentence(self.game, texts, moved.state, event) for event in moved.events]
