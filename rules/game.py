"""The interface of a game: a record of pure functions. A game defines only its own rules; seats, start, end and dice are shared in
`rules.table`.

S is the game's state, C the union of its commands, E the union of its events.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from rules.catalogue import ALWAYS_THERE, Catalogue
from rules.dice import Dice
from rules.judging import Ranked, Reason
from rules.sheet import Sheet, WrittenCard
from rules.value_tables import ByTable

Seat: TypeAlias = int
"""The number of a seat at a table: 0, 1, 2 …, clockwise."""

LONGEST_NAME: Final = 64
"""The most characters of a name (`is_name`)."""

MOST_SEATS: Final = 32
"""The most seats of a table: requests and files have no more."""

Language: TypeAlias = Literal["en", "fr"]

Options: TypeAlias = Mapping[str, Any]
"""A table's options as JSON values, complete: options that the creator left out have their defaults."""


def is_name(text: str) -> bool:
    """Whether a game may call itself, an event, a code or a reason so, as files and addresses need it: kebab-case, from a letter on."""
    return len(text) <= LONGEST_NAME and re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", text) is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's final rank (from 1, ties share a rank) and points."""

    seat: Seat
    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: a kebab-case reason defined by the game, all winners, and every seat by rank and then by seat."""

    reason: str
    winners: tuple[Seat, ...]
    ranking: tuple[Standing, ...]


AddedMembers: TypeAlias = Mapping[tuple[str, int], Mapping[str, Any]]
"""(event type, schema) -> the members that this event's data has since this schema, each with its value in older events."""


def added_since(history: AddedMembers, type: str, schema: int, newest: int) -> dict[str, Any]:
    """The members that came after `schema`, up to the `newest` one, each with its value in older events."""
    return {name: value for number in range(schema + 1, newest + 1) for name, value in history[type, number].items()}


S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltInPlayer(Generic[S, C]):
    """A built-in player. Its functions are pure, and run for milliseconds in any state."""

    choose: Callable[[S, Seat, Dice], C]
    """The answer of a seat that owes a decision, one of `legal`. The dice are the player's own, not the table's."""
    rank: Callable[[S, Seat], Sequence[Ranked[C]]] | None = None
    """Every legal command as this player ranks it, best first. None for a player that does not evaluate moves."""
    rank_thoroughly: Callable[[S, Seat], Sequence[Ranked[C]]] | None = None
    """As `rank`, for advice and reviews, with more time than a choice has. None: as `rank`."""
    explain: Callable[[S, Seat, Ranked[C], Sequence[Ranked[C]]], Reason] | None = None
    """(state, seat, one of the ranked commands, all of them) -> why it has its rank. None: `rules.advice.by_numbers` says it."""
    margin: float = 0.0
    """The most points by which a chosen command may be worth less than the best one. Who knows the code can compute the choice of a player
    without a margin: where answers are hidden, players choose by their dice among commands that are nearly equal.
    """
    by_table: ByTable[S, C] | None = None
    """How the player plays by a table of values. As long as there is no table, it plays as `choose` and `rank` say."""

    def informed(self, state: S) -> "tuple[BuiltInPlayer[S, C], str | None]":
        """The player with its table of values for this state, and the table's checksum; this player and None if it has no table."""
        known = None if self.by_table is None else self.by_table.library(self.by_table.name(state))
        return (self, None) if self.by_table is None or known is None else (self.by_table.player(known.data), known.checksum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E]):
    """One game. Every function is pure: the same arguments give the same result, without side effects."""

    name: str
    ruleset: int
    """Increases when the rules change; recorded in `table.created`."""
    since: int = 1
    """The lowest schema of `table.created` at tables of this game: the newest one when the game was introduced. Games are listed by it."""
    seats: range
    """Allowed numbers of seats."""
    turn_seconds: int | None = None
    """The clock that the rules require (seconds per turn), None for a game without one."""

    state: type[S]
    """A NamedTuple or frozen dataclass of plain values that can be written as JSON and read back."""
    commands: Mapping[str, type[C]]
    """Move type on the wire -> frozen dataclass. Field types are `int`, `str`, `Literal[...]`, `frozenset[int]`, `tuple[int, ...]`, a
    frozen dataclass of such fields, or `int` or such a dataclass. `metadata` of a field may give the `minimum` and `maximum` of its
    numbers, and what they name in the picture (`names`): "die" for positions of dice, "card" for ids of cards.
    """
    events: tuple[type[E], ...]
    """Frozen dataclasses with the class variables `type` (`game.kebab-case`, the stored name) and `schema` (from 1). The first class is the
    event with which a game begins. A field `seat: Seat | None` is the seat that the event concerns; a field `draw: Draw | None` contains
    its random draw. A field `points` is what the event brings its seat; if it is a tuple, the new points of every seat. If any
    event has it, every event that changes points has it, so that every client can draw a score sheet.
    """
    added_members: AddedMembers = field(default_factory=dict)
    """The history of the events whose schema is above 1."""
    rejections: Collection[str]
    """Every code with which `decide` and `options` may refuse. Its text is `refusal-CODE`."""

    options: Callable[[Mapping[str, Any], int, bool], Options]
    """(chosen, number of seats, whether turns have a clock) -> complete options. Complete options return unchanged. Refuses with `Rejected`
    codes `option-unknown`, `option-invalid`.
    """
    setup: Callable[[Options, int, Dice], Sequence[E]]
    """(options, number of seats, dice) -> the first events, up to the first pending decision."""
    setup_of: Callable[[E], Callable[[Options, int, Dice], Sequence[E]]] | None = None
    """(the event with which a table's game began) -> `setup` with the deployment's data that this event keeps, by which the table is
    checked: what it began with decides, whatever the deployment has now. Raises ValueError for data that no deployment can have. None for
    a game whose `setup` has no such data, or whose first event does not keep all of it.
    """
    decide: Callable[[S, Seat, C, Dice], Sequence[E]]
    """The events that a seat's command causes. Refuses with `Rejected`. Randomness comes only from the dice."""
    evolve: Callable[[S | None, E], S]
    """The state after one event (None: before the first). Total: it never refuses, draws or computes a rule."""
    resign: Callable[[S, Seat, Dice], Sequence[E]]
    """The events that the rules derive from a seat's resignation. The first of them must record the resignation in the state."""
    to_move: Callable[[S], tuple[Seat, ...]]
    """The seats that owe a decision now, ascending; empty when the game is over."""
    legal: Callable[[S, Seat], Sequence[C]]
    """The legal commands of this seat; empty if it owes no decision. Of several accepted commands that lead to the same state, one is
    listed.
    """
    default: Callable[[S, Seat], C]
    """The answer for a seat whose time runs out; always one of `legal`."""
    hides_default: bool = False
    """Whether others do not see what a seat answers by default (`visible`) until all have answered. Then nothing may tell them that it was
    answered by default: all whose time is over answer in one step, and for a bot that fails a built-in player answers (ADR 59).
    """
    clock: Callable[[S, Seat], int]
    """The number of the span that this seat's clock measures (such as the turn). When it changes, the clock restarts."""
    first_turn: int = 1
    """The number of the span that is the first turn. The game is set up in the spans before it."""
    round: Callable[[S], int]
    """The current round, from 1."""
    view: Callable[[S, Seat | None], Mapping[str, Any]]
    """The part of the state that this seat (None: a spectator) may see, as JSON values."""
    visible: Callable[[E, Seat | None], tuple[str, ...]]
    """The names of the event's fields that this seat (None: a spectator) may see while the game is in progress. A new event or field is
    hidden until it is named here.
    """
    outcome: Callable[[S], Outcome | None]
    """The result, once the game is over."""
    scores: Callable[[S], tuple[int, ...]]
    """The points of every seat now."""
    players: Mapping[str, BuiltInPlayer[S, C]]
    """Built-in players by level. Every game has `random` and `greedy`. Levels are never removed: stored tables use them."""
    command_of: Callable[[Sequence[E]], C]
    """The command that caused these events, from the first on; events of later moves may follow. Total for events that `decide` has made,
    ValueError for others.
    """
    texts: str
    """The package whose `texts/LANGUAGE.ftl` have the game's texts, in every language (docs/texts.md)."""
    words: Mapping[Language, str] = field(default_factory=dict)
    """More messages, in Fluent, which the game makes of its data: the names and texts of cards that a deployment may replace."""
    arguments: Callable[[S, E], Mapping[str, int | str | tuple[int, ...]]] = lambda _state, _event: {}
    """(state after the event, event) -> what the event's sentence needs besides the event's own fields. If the game hides something, a
    spectator's program does not know the state: then it is None.
    """
    phrase: Callable[[S, C], Mapping[str, Any]] = lambda _state, _command: {}
    """(state before the command, command) -> what the phrase about the command (`command-TYPE`) needs besides the command's own fields."""
    picture: Callable[[S, Seat | None], Mapping[str, Any]]
    """`{dice: [face or null, …], seats: [{points, cards: [CARD]}], shared: [{pile, cards: [CARD or null]}], turn: seat or null}`: the
    state for drawing, as this seat (None: a spectator) may see it, where a CARD is `{id, title, active, tint}`; a `title` of null is the
    text `card-ID`. `shared` contains the cards that belong to no seat, null where a card is gone; the text `pile-PILE` is a pile's title.
    Dice (null before they are rolled) and piles are the same throughout the game. A `tint` is one of six colours (0 to 5), each with
    its own mark, or null. Except for `turn`, it shows nothing that `view` does not show: for a hidden card use an id and a title that
    every hidden card has.
    """
    written: Callable[[S], Sequence[Sequence[WrittenCard]]] = lambda _state: ()
    """For each seat what is written on its cards in the `picture`, in the same order, as everybody knows it; empty for a game without
    sheets, or before there is anything to know.
    """
    sheets: Callable[[S], Mapping[str, Sheet]] = lambda _state: {}
    """The cards with which this table is played and which are not those of the catalogue, by id, each with its sheet. Everybody knows
    them: they follow from the event with which the game began (`setup_of`).
    """
    catalogue: Catalogue
    """What a creator can choose from."""

    @property
    def added_options(self) -> Options:
        """The options that are newer than the game, each with its value at tables that are older than the option (`Option.before`)."""
        return {name: option.before for name, option in self.catalogue.options.items() if option.before is not ALWAYS_THERE}


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game with unknown types, as code outside the game's own folder uses it."""
