"""Tables of Dice Cards with situations that other games do not have."""

from rules.dice_cards.commands import Exchange, Keep, Mark
from rules.dice_cards.state import State
from rules.table_commands import Create, SeatRequest
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough

GAME = "dice-cards"


def state(playthrough: Playthrough, table: str) -> State:
    """The game state of a table that has started."""
    now = playthrough.loaded(table).table.play
    assert isinstance(now, State)
    return now


def given_up(seed: int) -> bytes:
    """A player who is alone exchanges as much as possible, and resigns after some rolls."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN,)))
    playthrough.move(table, lambda moves: max((move for move in moves if isinstance(move, Exchange)), key=lambda move: len(move.cards)))
    playthrough.play(table, lambda _: state(playthrough, table).roll > 12)
    playthrough.leave(table, 0)
    return playthrough.file(table)


def resigned_while_choosing(seed: int) -> bytes:
    """Two have chosen all their cards when the third, who has kept some, resigns: the game goes on without it."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={}, seats=(HUMAN,) * 3))
    while set(owing := playthrough.loaded(table).table.owing) != {2}:
        playthrough.answer(table, owing[0])
    playthrough.move(table, lambda moves: moves[0])
    playthrough.move(table, lambda moves: next(move for move in moves if isinstance(move, Keep)))
    playthrough.leave(table, 2)
    playthrough.play(table)
    return playthrough.file(table)


def resigned_after_an_answer(seed: int) -> bytes:
    """A seat marks and resigns before the others answer: its mark counts. Then all but one resign while one answer is still hidden."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(GAME, Create(options={"deal": "young"}, seats=(HUMAN,) * 4))
    playthrough.play(table, lambda _: state(playthrough, table).roll == 5)
    playthrough.move(table, lambda moves: next((move for move in moves if isinstance(move, Mark)), moves[-1]))
    playthrough.leave(table, 0)
    playthrough.play(table, lambda _: state(playthrough, table).roll == 9)
    playthrough.move(table, lambda moves: next((move for move in moves if isinstance(move, Mark)), moves[-1]))
    playthrough.leave(table, 2)
    playthrough.leave(table, 3)
    return playthrough.file(table)


def levels(seed: int) -> bytes:
    """One built-in player of every level, and one more."""
    playthrough = Playthrough(seed)
    seats = tuple(SeatRequest(kind="ai", level=level) for level in (*GAMES[GAME].players, "random"))
    table = playthrough.create_table(GAME, Create(options={}, seats=seats))
    playthrough.play(table)
    return playthrough.file(table)
