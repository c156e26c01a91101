"""The data with which the replay page draws every version: each step contains only what has changed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from rules.sheet import WrittenCard
from rules.table_events import SeatResigned, TableFinished
from rules.table_state import SeatState
from rules.texts.catalogue import catalogue
from rules.texts.texts import Texts, messages
from workers.exports.tints import TINTS
from workers.exports.transcript import TEXTS, PicturedCard, Scene, Transcript, TranscriptStep

Faces: TypeAlias = dict[PicturedCard, int]
"""Every card that the table has had, in its active form and without marks, with its number."""

_BLANK = WrittenCard(0, ())


def frames(transcript: Transcript) -> Mapping[str, Any]:
    """The data of the page as JSON values. The code of a card is twice its number in `cards`, plus one while it is active; null is a
    missing card.
    """
    faces: Faces = {}
    steps = list(_changes(transcript, faces))
    known = catalogue(transcript.loaded.game, transcript.texts.language)["cards"]
    own = transcript.own_sheets
    texts = {card["id"]: card["text"] for card in known} | dict.fromkeys(own, transcript.texts.text("export-own-card"))
    sheets = {**{card["id"]: card["sheet"] for card in known}, **own}
    return {
        "names": transcript.names,
        "kinds": [_kind(transcript.texts, seat) for seat in transcript.seats],
        "winners": transcript.outcome.winners,
        "commitment": transcript.table.commitment,
        "secret": transcript.table.secret,
        "pips": all(face is None or 1 <= face <= 6 for step in transcript.steps for face in step.scene.dice),
        "cards": [card.title for card in faces],
        "sheets": {number: sheets[card.id] for number, card in enumerate(faces) if card.written},
        "texts": [texts.get(card.id, "") for card in faces],
        "tints": [card.tint for card in faces],
        "colours": [transcript.texts.text(f"tint-{tint.name}") for tint in TINTS],
        "piles": [pile.title for pile in transcript.steps[-1].scene.shared],
        "say": script_texts(transcript.texts),
        "steps": steps,
    }


def script_texts(texts: Texts) -> Mapping[str, str]:
    """The texts of the page's script by name; `{place}` is where the script inserts a value."""
    places = {place: f"{{{place}}}" for place in ("faces", "name", "number", "round", "turn", "words")}
    return {name: texts.text(f"script-{name}", **places) for name in messages(TEXTS, texts.language, "script-")}


def _changes(transcript: Transcript, faces: Faces) -> Iterator[Mapping[str, Any]]:
    empty = transcript.steps[0]._replace(scene=Scene(), scores=(), round=0, turn=0)
    resigned: list[int] = []
    for before, step in pairwise([empty, *transcript.steps]):
        change = {**dict(_changed_numbers(before, step)), **dict(_changed_scene(before.scene, step.scene, faces))}
        match step.recorded_event.event:
            case SeatResigned(seat=seat):
                change["gone"] = resigned = [*resigned, seat]
            case TableFinished():
                change["over"] = True
        yield change


def _changed_numbers(before: TranscriptStep, step: TranscriptStep) -> Iterator[tuple[str, Any]]:
    """The numbers that have changed."""
    if step.round != before.round:
        yield "round", step.round
    if step.turn != before.turn:
        yield "count", step.turn
    if step.scores != before.scores:
        yield "points", step.scores


def _changed_scene(old: Scene, new: Scene, faces: Faces) -> Iterator[tuple[str, Any]]:
    """The parts of the scene that have changed."""
    if new.dice != old.dice:
        yield "dice", new.dice
    if new.turn != old.turn:
        yield "turn", new.turn
    if new.shared != old.shared:
        yield "shared", _changed_piles([pile.cards for pile in old.shared], [pile.cards for pile in new.shared], faces)
    before, after = _without_marks(old.cards), _without_marks(new.cards)
    if before != after:
        yield "cards", _changed_piles(before, after, faces)
    if written := _changed_marks(old.cards, new.cards):
        yield "written", written


def _changed_piles(
    old: Sequence[Sequence[PicturedCard | None]], new: Sequence[Sequence[PicturedCard | None]], faces: Faces
) -> Mapping[int, Any]:
    """The cards of the piles or seats that have changed, by their numbers."""
    before = old or ((),) * len(new)
    return {number: _codes(cards, faces) for number, cards in enumerate(new) if cards != before[number]}


def _without_marks(seats: Sequence[Sequence[PicturedCard]]) -> Sequence[Sequence[PicturedCard]]:
    """The cards as they are before anything is written on them: a card with other marks is the same card."""
    return [[card._replace(written=card.written and _BLANK) for card in cards] for cards in seats]


def _changed_marks(old: Sequence[Sequence[PicturedCard]], new: Sequence[Sequence[PicturedCard]]) -> Mapping[int, Mapping[int, Any]]:
    """What is written on the cards that have changed, by seat and position."""
    before = old or ((),) * len(new)
    changed = {
        seat: {at: card.written for at, card in enumerate(cards) if card.written and card.written != was.get(at)}
        for seat, cards in enumerate(new)
        for was in [{at: card.written for at, card in enumerate(before[seat])}]
    }
    return {seat: marks for seat, marks in changed.items() if marks}


def _codes(cards: Sequence[PicturedCard | None], faces: Faces) -> list[int | None]:
    return [None if card is None else 2 * faces.setdefault(card._replace(active=True), len(faces)) + card.active for card in cards]


def _kind(texts: Texts, seat: SeatState) -> str:
    match seat.kind:
        case "ai":
            return texts.text("export-built-in", level=seat.level)
        case "bot":
            return texts.text("export-bot")
        case _:
            return ""
