"""What a game is: a record of pure functions. A game states only what is particular to it; seats, turns of life and dice
live once, in `rules.table`.

S is the game's state, C the union of its commands, E the union of its events.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rules.dice import Dice

Seat: TypeAlias = int
"""A place at a table: 0, 1, 2 …, clockwise."""

Language: TypeAlias = Literal["en", "fr"]

Options: TypeAlias = Mapping[str, Any]
"""A table's options as JSON values, complete: what the creator left out has the default."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands in the end: rank from 1 (equal ranks are allowed) and points."""

    seat: Seat
    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a kebab-case reason of the game's own, all winners, every seat by rank then seat."""

    reason: str
    winners: tuple[Seat, ...]
    ranking: tuple[Standing, ...]


S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltInPlayer(Generic[S, C]):
    """A built-in player. Both functions are pure, and take milliseconds for any state."""

    choose: Callable[[S, Seat, Dice], C]
    """The answer of a seat that owes a decision, one of `legal`; the dice are the player's own, not the table's."""
    rank: Callable[[S, Seat], Sequence[tuple[C, float]]] | None = None
    """Every legal command with what this player thinks of it, in points, best first; None for a player who judges nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E]):
    """One game. Every function is pure: same arguments, same answer, and nothing else is touched."""

    name: str
    ruleset: int
    """Grows when the rules change; recorded in `table.created`."""
    seats: range
    """Allowed numbers of seats."""
    turn_seconds: int | None = None
    """The clock that the rules prescribe, None for a game without one."""

    state: type[S]
    """A NamedTuple or frozen dataclass of plain values, so that it can be written as JSON and read again."""
    commands: Mapping[str, type[C]]
    """Move type on the wire -> frozen dataclass. Field types are `int`, `str`, `Literal[...]`, `frozenset[int]`, `tuple[int, ...]`,
    a frozen dataclass of such fields, or `int` or such a dataclass; `metadata` of a field may give the `minimum` and `maximum` of
    its numbers."""
    events: tuple[type[E], ...]
    """Frozen dataclasses with the class variables `type` (`game.kebab-case`, the stored name) and `schema` (from 1); the first is the one
    that a game begins with.
    A field `seat: Seat | None` says whose event it is; a field `draw: Draw | None` carries the chance in it."""
    upcasts: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """(type, schema) -> the same event's data one schema higher."""
    rejections: Mapping[str, str]
    """Every code that `decide` and `options` may refuse with -> what it means, for people."""

    options: Callable[[Mapping[str, Any], int, bool], Options]
    """(chosen, number of seats, whether turns have a clock) -> complete options, which give themselves again. Refuses with `Rejected`
    codes `option-unknown`, `option-invalid`."""
    setup: Callable[[Options, int, Dice], Sequence[E]]
    """(options, number of seats, dice) -> the first events, up to the first decision that somebody owes."""
    decide: Callable[[S, Seat, C, Dice], Sequence[E]]
    """The events that a seat's command causes. Refuses with `Rejected`; draws chance only from the dice."""
    evolve: Callable[[S | None, E], S]
    """State after one event (None: before the first). Total: never refuses, draws or computes a rule."""
    resign: Callable[[S, Seat, Dice], Sequence[E]]
    """The events that follow, by the rules, from a seat having resigned; the first of them must make the state know it."""
    to_move: Callable[[S], tuple[Seat, ...]]
    """The seats that owe a decision now, ascending; empty when the game is over."""
    legal: Callable[[S, Seat], Sequence[C]]
    """A command for everything that this seat can do now; empty if it owes nothing. Of commands that `decide` accepts and that lead to
    the same state, one is listed."""
    default: Callable[[S, Seat], C]
    """The answer given for a seat that owes a decision and lets its time run out; always one of `legal`."""
    clock: Callable[[S, Seat], int]
    """The number of the span that this seat's clock measures (such as the turn): when it changes, the clock starts anew."""
    first_turn: int = 1
    """The number of the span that is the first turn; with those before it the game is set up."""
    round: Callable[[S], int]
    """The current round, from 1."""
    view: Callable[[S, Seat | None], Mapping[str, Any]]
    """The state as JSON values, as far as this seat (None: a spectator) may see it."""
    visible: Callable[[E, Seat | None], tuple[str, ...]]
    """The names of the event's fields that this seat (None: a spectator) may see while the table is being played.
    A new event or field is hidden until it is named here."""
    outcome: Callable[[S], Outcome | None]
    """The result, once the game is over."""
    scores: Callable[[S], tuple[int, ...]]
    """The points of every seat now."""
    players: Mapping[str, BuiltInPlayer[S, C]]
    """Built-in players by level; every game has `random` and `greedy`. Levels are only added: there are tables at which they sit."""
    command_of: Callable[[Sequence[E]], C]
    """The command of the first event's seat that these events begin with; those of later moves may follow. Total for events that
    `decide` has made, ValueError for others."""
    words: Callable[[E, Sequence[str]], str]
    """(event, names by seat) -> what happened, as one English sentence; empty if it is not worth telling."""
    picture: Callable[[S], Mapping[str, Any]]
    """`{dice: [face or null, …], seats: [{points, cards: [CARD]}], shared: [{title, cards: [CARD or null]}], turn: seat or null}`: the
    state as it is drawn, a CARD being `{id, title, active, tint}`. `shared` is what lies on the table and is no seat's, the same piles
    in the whole game, null where a card is gone; a `tint` is one of six colours (0..5) with a mark of its own, or null."""
    catalogue: Callable[[Language], Mapping[str, Any]]
    """`{title, summary, options: {name: {about, default, values: {value: {title, about, stand_in}}, numbers}},
    cards: [{id, title, text, stand_in}]}` in the language asked for; `numbers` is null, or `{minimum, maximum}` for an option that takes
    a whole number."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types are not known: all that code outside a game's own folder can hold."""
