"""Answers that no person or bot gives: by the built-in player that holds a seat, by a substitute, or by default."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.dice import DiceSeed, SeededDice, player_dice
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_events import Cause, SeatSubstituted, ValuesUsed
from rules.table_state import Informed, Table

REJECTIONS: Mapping[str, str] = {
    "level-unknown": "The game has no built-in player of this level.",
    "nothing-owed": "The seat has no pending decision.",
    "seat-not-automatic": "The seat is not held by a built-in player.",
}


def known_level(game: AnyGame, level: str | None, field: str) -> str:
    """The level. Refuses with `level-unknown`, also if no level is given."""
    if level is None or level not in game.players:
        raise Rejected("level-unknown", f"The levels of {game.name} are {', '.join(game.players)}.", field=field)
    return level


def automatic(game: AnyGame, table: Table[Any], seat: Seat, seed: DiceSeed) -> list[Any]:
    """The answer of the built-in player that holds the seat. Refuses with `seat-not-automatic`, and as `play_on` does."""
    level = table.seats[seat].level
    if level is None:
        raise Rejected("seat-not-automatic", f"Seat {seat} is not held by a built-in player.")
    return _chosen(game, table, seat, level, seed)


def substituted(game: AnyGame, table: Table[Any], seat: Seat, level: str, cause: Cause, seed: DiceSeed) -> list[Any]:
    """The answer of a built-in player instead of the seat's holder, after an event that says so. Refuses as `known_level`, `play_on`."""
    return [SeatSubstituted(seat=seat, level=known_level(game, level, "level"), cause=cause), *_chosen(game, table, seat, level, seed)]


def on_request(game: AnyGame, table: Table[Any], seat: Seat, level: str, seed: DiceSeed) -> list[Any]:
    """The answer of a built-in player for which the seat's holder has asked. Refuses as `substituted`.

    Where others do not see an answer, nothing says who chose it: the holder could have asked for advice, and nobody would know.
    """
    if game.hides_default:
        return _chosen(game, table, seat, known_level(game, level, "level"), seed)
    return substituted(game, table, seat, level, "asked", seed)


def play_on(game: AnyGame, table: Table[Any], seat: Seat, choose: Callable[[], Any], seed: DiceSeed) -> list[Any]:
    """The events of the command that `choose` returns for the seat. Refuses with `nothing-owed`."""
    refuse_unless_owing(table, seat)
    return list(game.decide(table.play, seat, choose(), game_dice(table, seed)))


def refuse_unless_owing(table: Table[Any], seat: Seat) -> None:
    """Refuses with `nothing-owed`."""
    if seat not in table.owing:
        raise Rejected("nothing-owed", f"Seat {seat} has no pending decision.")


def game_dice(table: Table[Any], seed: DiceSeed) -> SeededDice:
    """The table's dice, from its next draw on."""
    return SeededDice(seed, table.client_seeds, table.draws)


def _chosen(game: AnyGame, table: Table[Any], seat: Seat, level: str, seed: DiceSeed) -> list[Any]:
    """The player's answer, after an event that names its table of values, unless the last such event at this seat says the same."""
    refuse_unless_owing(table, seat)
    player, values = game.players[level].informed(table.play)
    dice = player_dice(seed, seat, table.decisions[seat])
    is_said = game.players[level].by_table is None or table.seats[seat].informed == Informed(level, values)
    said = [] if is_said else [ValuesUsed(seat=seat, level=level, values=values)]
    return [*said, *play_on(game, table, seat, lambda: player.choose(table.play, seat, dice), seed)]
