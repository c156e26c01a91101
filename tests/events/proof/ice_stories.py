"""Tables of Ice Dice with situations that other games do not have."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.ice_dice.commands import Pass, Reroll, Shift
from rules.ice_dice.state import State
from rules.ice_dice.tokens import COLOURS
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough

GAME = "ice-dice"

_NUMBERS = [12 * line % 36 + 3 * column + line // 3 + 1 for line in range(9) for column in range(4)]
_SIDES = [{"number": number, "colour": COLOURS[place % 6]} for place, number in enumerate(_NUMBERS)]
_TOKENS = [{**front, "back": back} for front, back in zip(_SIDES, reversed(_SIDES), strict=True)]
BOARD = {"lines": [_TOKENS[4 * line : 4 * line + 4] for line in range(9)]}
"""A deployment's own board: nine lines of four tokens, almost all in other positions than on the stand-in board."""


def state(playthrough: Playthrough, table: str) -> State:
    """The game state of a table that has started."""
    now = playthrough.loaded(table).table.play
    assert isinstance(now, State)
    return now


def first_of(*kinds: type[Any]) -> Callable[[Sequence[Any]], Any]:
    """A choice by type of move: the first of these types that is legal, otherwise the first legal move."""
    return lambda moves: next((move for kind in kinds for move in moves if isinstance(move, kind)), moves[0])


def still(seed: int) -> bytes:
    """A token is shifted in one round, and none in the next three."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN, HUMAN)))
    while not state(playthrough, table).moved:
        playthrough.move(table, first_of(Shift, Pass))
    while playthrough.loaded(table).table.status == "playing":
        playthrough.move(table, first_of(Pass))
    return playthrough.file(table)


def rerolled_to_the_limit(seed: int) -> bytes:
    """Every turn uses all its rerolls and then ends, until the game is over."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={"reroll_limit": 2}, seats=(HUMAN, HUMAN)))
    while playthrough.loaded(table).table.status == "playing":
        playthrough.move(table, lambda moves: playthrough.chance.choice([move for move in moves if isinstance(move, Reroll)] or moves[-1:]))
    return playthrough.file(table)


def rerolled_as_often_as_can_be(seed: int) -> bytes:
    """With a clock and no limit: the first turn uses all possible rerolls, then no seat shifts a token any more."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN, HUMAN), turn_seconds=60))
    while state(playthrough, table).turns <= 1:
        playthrough.move(table, first_of(Reroll, Pass))
    while playthrough.loaded(table).table.status == "playing":
        playthrough.move(table, first_of(Pass))
    return playthrough.file(table)


def expired_after_the_shift(seed: int) -> bytes:
    """In every turn a token is shifted, and the time runs out before one is taken."""
    playthrough = Playthrough(seed)
    policy = OnExpiry(policy="skip")
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN, HUMAN), turn_seconds=60, on_expiry=policy))
    while playthrough.loaded(table).table.status == "playing":
        if state(playthrough, table).phase == "take":
            playthrough.expire(table, playthrough.loaded(table).table.owing[0])
        else:
            playthrough.move(table, first_of(Shift, Reroll))
    return playthrough.file(table)


def set_up_by_three(seed: int) -> bytes:
    """The seat that places tokens resigns, twice; the third one continues, and another seat resigns between shift and take."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN,) * 4))
    for _ in range(2):
        playthrough.move(table, playthrough.chance.choice)
        playthrough.leave(table, playthrough.loaded(table).table.owing[0])
    while state(playthrough, table).phase != "take":
        playthrough.move(table, first_of(Shift, Reroll))
    playthrough.leave(table, playthrough.loaded(table).table.owing[0])
    return playthrough.file(table)


def the_first_seat_resigned(seed: int) -> bytes:
    """The first seat resigns during the game; from then on each round begins at the next seat."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={"ties": "children"}, seats=(HUMAN,) * 3))
    playthrough.play(table, lambda _: state(playthrough, table).turns > 4)
    playthrough.leave(table, state(playthrough, table).first)
    playthrough.play(table)
    return playthrough.file(table)


def levels(seed: int) -> bytes:
    """One built-in player of every level, and one more."""
    playthrough = Playthrough(seed)
    seats = tuple(SeatRequest(kind="ai", level=level) for level in (*GAMES[GAME].players, "random"))
    table = playthrough.create_table(GAME, Create(options={}, seats=seats))
    playthrough.play(table)
    return playthrough.file(table)
