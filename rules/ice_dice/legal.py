"""The legal commands of a seat. For each number only the simplest calculation is listed."""

from collections.abc import Mapping
from itertools import chain, combinations

from rules.game import Seat
from rules.ice_dice.arithmetic import DICE, signs, ways
from rules.ice_dice.commands import Calculation, Command, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.state import State, by_id, rerolls_left, to_move
from rules.ice_dice.tokens import TOKENS

_PASS = Pass()
_SETUPS = {token: Setup(token=token) for token in TOKENS}
_REROLLS = tuple(Reroll(dice=frozenset(chosen)) for chosen in chain.from_iterable(combinations(DICE, size) for size in range(1, 4)))


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """The legal commands of the seat: tokens in the order of their board, then rerolls, then the pass."""
    if seat not in to_move(state):
        return ()
    if state.phase == "setup":
        return _setups(state)
    if state.shifted is None:
        return (*_shifts(state), *_rerolls(state), _PASS)
    return (*_takes(state, state.shifted), _PASS)


def default(state: State, seat: Seat) -> Command:
    """The command for a seat whose time runs out: the turn ends and a shifted token stays. During the set-up: the first eligible token."""
    return legal(state, seat)[0] if state.phase == "setup" else _PASS


def _setups(state: State) -> tuple[Setup, ...]:
    tokens = by_id(state)
    used = {tokens[token].line for token in state.medium}
    return tuple(_SETUPS[token] for token in state.big if tokens[token].line not in used)


def _rerolls(state: State) -> tuple[Reroll, ...]:
    return () if rerolls_left(state) == 0 else _REROLLS


def _shifts(state: State) -> list[Shift]:
    calculations, tokens = _calculations(state), by_id(state)
    return [Shift(token=token, expression=calculations[number]) for token in state.big if (number := tokens[token].number) in calculations]


def _takes(state: State, shifted: int) -> list[Take]:
    calculations, tokens = _calculations(state), by_id(state)
    shifted_number = tokens[shifted].number
    return [
        Take(token=token, expression=calculations[number])
        for token in state.medium
        if (number := tokens[token].number) in calculations and number != shifted_number
    ]


def _calculations(state: State) -> Mapping[int, Calculation]:
    return ways(state.dice or (), signs(state.variant))
