"""A finished table as a transcript: all data that the formats show, folded once, event by event.

Memory grows with the events only: values that an event does not change are stored once.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, repeat
from typing import Any, NamedTuple, TypeAlias, TypeVar

from events.errors import BrokenLog
from events.fairness.receipts import NO_RECEIPTS, Receipts
from events.tables.opening import LoadedTable, RecordedEvent
from rules.default_names import name_or_default
from rules.game import AnyGame, Language, Outcome, Seat
from rules.rejected import Rejected
from rules.sheet import Sheet, WrittenCard
from rules.table_events import Origin, TableEvent, TableStarted
from rules.table_state import SeatState, Table, fold
from rules.texts.telling import Teller, result
from rules.texts.texts import Texts, of_game
from rules.value_tables import Library, no_tables
from workers.exports.alike import could_be_confused, shown, with_number

T = TypeVar("T")

Progress: TypeAlias = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""

TEXTS = "workers.exports"
"""The package with the texts of exported files."""

PROGRESS_EVERY = 500
"""Events between two calls of `Progress`."""


class PicturedCard(NamedTuple):
    """A card on the table; `tint` is its index in `workers.exports.tints.TINTS`, `written` what is written on a card with a sheet."""

    id: str
    title: str
    active: bool
    tint: int | None
    written: WrittenCard | None = None


class Pile(NamedTuple):
    """Cards on the table that belong to no seat, by position: None for a missing card. An empty pile stays."""

    title: str
    cards: tuple[PicturedCard | None, ...]


class Scene(NamedTuple):
    """The dice and cards on the table; `cards` are those of each seat. `turn`: the seat whose turn it is; None if it is the turn of no seat
    or of all.
    """

    dice: tuple[int | None, ...] = ()
    shared: tuple[Pile, ...] = ()
    cards: tuple[tuple[PicturedCard, ...], ...] = ()
    turn: Seat | None = None


class TranscriptStep(NamedTuple):
    """An event and the table after it.

    `words` is empty for events without a sentence. Before the game begins, `scores` is empty, and `round` and `turn` are 0. `turn` counts
    the turns of all seats together.
    """

    recorded_event: RecordedEvent
    words: str
    scene: Scene
    scores: tuple[int, ...]
    round: int
    turn: int

    @property
    def version(self) -> int:
        return self.recorded_event.recorded.version

    @property
    def seat(self) -> Seat | None:
        return self.recorded_event.recorded.seat


class Transcript(NamedTuple):
    """A finished table. `steps` contains all its events, `receipts` what the service has signed. `texts` is the language of the file.

    A format that judges moves takes tables of values from the `library`, and calls `progress` while it does.
    """

    loaded: LoadedTable
    texts: Texts
    steps: Sequence[TranscriptStep]
    receipts: Receipts
    library: Library = no_tables
    progress: Progress = lambda _: None

    @property
    def table(self) -> Table[Any]:
        return self.loaded.table

    @property
    def title(self) -> str:
        return self.texts.text("title")

    @property
    def names(self) -> Sequence[str]:
        """The names by seat, with their numbers if two of them could be confused."""
        return self.texts.names

    @property
    def seats(self) -> Sequence[SeatState]:
        return self.table.seats

    @property
    def outcome(self) -> Outcome:
        assert self.table.outcome is not None  # noqa: S101 - `transcribe` checks it
        return self.table.outcome

    @property
    def result(self) -> str:
        """The winners, in one sentence."""
        return result(self.texts, self.outcome, [seat for seat, place in enumerate(self.seats) if place.resigned])

    @property
    def ending(self) -> str:
        """Why the game has ended, in a sentence of its own; "" if the last event of the game is a move, or if `result` says it."""
        last = next((step for step in reversed(self.steps) if not isinstance(step.recorded_event.event, TableEvent)), None)
        said = last is None or last.seat is not None or any(place.resigned for place in self.seats)
        return "" if said or last is None else last.words

    @property
    def own_sheets(self) -> Mapping[str, Sheet]:
        """The cards with which the table was played and which are not those of the catalogue: the texts of those are not theirs."""
        return {} if self.table.play is None else self.loaded.game.sheets(self.table.play)

    @property
    def began(self) -> bool:
        """Whether the game has begun."""
        return bool(self.steps[-1].scores)

    @property
    def origin(self) -> Origin | None:
        return self.table.forked_from

    @property
    def taken_over(self) -> int:
        """The last version of a fork that was played at another table; 0 if none was."""
        if self.origin is None or not self.origin.events:
            return 0
        return self.origin.events + next(step.version for step in self.steps if isinstance(step.recorded_event.event, TableStarted))

    @property
    def span(self) -> tuple[str, str]:
        """The times of the first and the last event."""
        began, ended = (self.steps[number].recorded_event.recorded.at for number in (0, -1))
        return began, ended

    def mark(self, seat: Seat) -> str:
        """The note after the points of a resigned seat, which may rank behind seats with fewer points."""
        return self.texts.text("export-resigned") if self.seats[seat].resigned else ""

    def chapters(self) -> Iterator[tuple[str, Iterator[TranscriptStep]]]:
        """The steps of each round, and those before the first, under their headings."""
        for number, steps in groupby(self.steps, lambda step: step.round):
            yield self.texts.text("export-round-number", number=number) if number else self.texts.text("export-before"), steps

    def by_turn(self) -> Iterator[TranscriptStep]:
        """The last step of every turn, and before them that in which the game began; empty if it never began."""
        return (deque(turn, maxlen=1)[0] for _, turn in groupby(self.steps, lambda step: step.turn))


def transcribe(
    loaded: LoadedTable,
    events: Iterable[RecordedEvent],
    progress: Progress = lambda _: None,
    receipts: Receipts = NO_RECEIPTS,
    language: Language = "en",
) -> Transcript:
    """The transcript of a finished table in a language; `events` are all its events. Refuses with `table-not-finished`; raises
    `BrokenLog`.
    """
    if loaded.table.status != "finished":
        raise Rejected("table-not-finished", "Only a finished table can be exported: before that, the file would reveal secrets.")
    steps: list[TranscriptStep] = []
    texts = _texts(loaded, language)
    for step in _steps(loaded.game, texts, events, numbering=could_be_confused(_names(loaded, texts))):
        steps.append(step)
        if len(steps) % PROGRESS_EVERY == 0:
            progress(len(steps) / loaded.table.version)
    if len(steps) != loaded.table.version:
        raise BrokenLog(f"{loaded.id}: {len(steps)} events where there are {loaded.table.version}")
    progress(1.0)
    return Transcript(loaded, texts, steps, receipts)


def outline(loaded: LoadedTable) -> Transcript:
    """The transcript of a finished table without its steps, which take most of the time: for its title and its result."""
    return Transcript(loaded, _texts(loaded, "en"), (), NO_RECEIPTS)


def _texts(loaded: LoadedTable, language: Language) -> Texts:
    texts = of_game(loaded.game, language, more=[TEXTS])
    texts.names = shown(texts, _names(loaded, texts))
    return texts


def _names(loaded: LoadedTable, texts: Texts) -> Sequence[str]:
    return [
        texts.text("player-erased", number=seat + 1) if place.name_erased else _name(texts, seat, place.name)
        for seat, place in enumerate(loaded.table.seats)
    ]


def _steps(game: AnyGame, texts: Texts, events: Iterable[RecordedEvent], *, numbering: bool) -> Iterator[TranscriptStep]:
    """The steps of a table. With `numbering` every name contains the number of its seat, because two final names could be confused."""
    teller = Teller(game, texts, partial(_shown, texts, numbering=numbering), afterwards=True)
    table: Table[Any] | None = None
    scene, clock, turn = Scene(), 0, 0
    scores: tuple[int, ...] = ()
    pool = _Pool()
    for recorded_event in events:
        before, table = table, fold(game, table, [recorded_event.event])
        assert table is not None  # noqa: S101 - an event has just been folded
        words = teller.tell(before, recorded_event.event, table)
        if not isinstance(recorded_event.event, TableEvent):
            scene, scores = pool.shared(_scene(texts, game, table.play, pool)), pool.shared(game.scores(table.play))
            clock, last = _clock(game, table), clock
            turn += clock != last
        yield TranscriptStep(recorded_event, words, scene, scores, 0 if table.play is None else game.round(table.play), turn)


def _shown(texts: Texts, seat: Seat, name: str, *, numbering: bool) -> str:
    """The name of a player who joins or leaves."""
    return with_number(texts, seat, _name(texts, seat, name)) if numbering else _name(texts, seat, name)


def _name(texts: Texts, seat: Seat, name: str | None) -> str:
    """The name of a seat's player. The service gives the same English name to all who have none: it is one of the texts."""
    if name is None:
        return texts.text("seat-unnamed", number=seat + 1)
    return texts.text("player-unnamed", number=seat + 1) if name == name_or_default(seat, None) else name


class _Pool:
    """Stores equal values once: most of a table does not change from step to step."""

    def __init__(self) -> None:
        self._values: dict[Any, Any] = {}

    def shared(self, value: T) -> T:
        shared: T = self._values.setdefault(value, value)
        return shared


def _scene(texts: Texts, game: AnyGame, state: Any, pool: _Pool) -> Scene:
    card, picture = partial(_card, texts), game.picture(state, None)
    written = chain(game.written(state), repeat(()))
    shared = tuple([Pile(texts.text(f"pile-{pile['pile']}"), pool.shared(tuple(map(card, pile["cards"])))) for pile in picture["shared"]])
    cards = tuple([pool.shared(_cards(texts, seat["cards"], own)) for seat, own in zip(picture["seats"], written, strict=False)])
    return Scene(pool.shared(tuple(picture["dice"])), pool.shared(shared), pool.shared(cards), picture["turn"])


def _cards(texts: Texts, cards: Sequence[Mapping[str, Any]], written: Sequence[WrittenCard]) -> tuple[PicturedCard, ...]:
    """The cards of a seat."""
    return tuple([_own(texts, card)._replace(written=on_it) for card, on_it in zip(cards, chain(written, repeat(None)), strict=False)])


def _card(texts: Texts, card: Mapping[str, Any] | None) -> PicturedCard | None:
    return None if card is None else _own(texts, card)


def _own(texts: Texts, card: Mapping[str, Any]) -> PicturedCard:
    return PicturedCard(**{**card, "title": card["title"] or texts.text(f"card-{card['id']}")})


def _clock(game: AnyGame, table: Table[Any]) -> int:
    """The number of the turn as the game counts it, from 1; 0 before the game. If seats are at different turns, the highest one."""
    return max(0, *[game.clock(table.play, seat) - game.first_turn + 1 for seat in range(len(table.seats))])
