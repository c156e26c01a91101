"""Counts what happens in simulated games."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.game import AnyGame
from rules.testing.simulating import Choice, SimulatedGame, card_of, cards

LENGTHS: Final = ("rounds", "turns", "moves", "events")


@dataclass(slots=True)
class Results:
    """The games of a seat or of a player: how often it won (a win that n share counts 1/n; a game can have no winner), and its points in
    each game.
    """

    won: float = 0.0
    points: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Usage:
    """How often something was chosen, and the number of decisions in which it could have been."""

    taken: int = 0
    offered: int = 0


class Tally:
    """The counts of some games. Everything is ordered by first appearance, except cards and options, which are sorted."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._kinds = {command: kind for kind, command in game.commands.items()}
        self.games = 0
        self.reasons: Counter[str] = Counter()
        self.seats: defaultdict[int, Results] = defaultdict(Results)
        self.players: defaultdict[str, Results] = defaultdict(Results)
        self.lengths: Mapping[str, list[int]] = {name: [] for name in LENGTHS}
        self.moves: Mapping[str, Usage] = {kind: Usage() for kind in game.commands}
        self.cards: defaultdict[str, Usage] = defaultdict(Usage)
        self.options: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add_choice(self, choice: Choice) -> None:
        """Count a move, and what was legal in its place."""
        known = cards(self._game, choice.state)
        self.moves[self._kinds[type(choice.command)]].taken += 1
        for kind in {self._kinds[type(command)] for command in choice.legal}:
            self.moves[kind].offered += 1
        taken = card_of(choice.command, known)
        if taken is not None:
            self.cards[taken].taken += 1
        for card in {card_of(command, known) for command in choice.legal} - {None}:
            self.cards[str(card)].offered += 1

    def add_game(self, played: SimulatedGame, drawn: Sequence[str]) -> None:
        """Count a finished game. `drawn` are the options whose values differ from game to game."""
        self.games += 1
        self.reasons[played.outcome.reason] += 1
        for standing in played.outcome.ranking:
            won = (standing.seat in played.outcome.winners) / max(1, len(played.outcome.winners))
            for results in (self.seats[standing.seat], self.players[played.levels[standing.seat]]):
                results.won += won
                results.points.append(standing.points)
        for name, values in self.lengths.items():
            values.append(getattr(played, name))
        for option in drawn:
            self.options[option][_text(played.options[option])] += 1


def _text(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
