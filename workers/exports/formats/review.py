"""The review format: every decision with what the strongest built-in player would have done, and what the difference has cost."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.tables.presenting import present_move
from rules.advice import advice
from rules.game import AnyGame, Seat
from rules.judging import Ranked
from rules.texts.advising import advised, phrase
from rules.value_tables import supplied
from workers.exports.decided import Decision, decisions
from workers.exports.format import Format
from workers.exports.judged import Judged, judged, rounded, strongest
from workers.exports.transcript import Transcript

MOST_COSTLY: Final = 3
"""The moves that a summary names at most."""

OWN: Final = frozenset({"human", "bot", "ai"})
"""Choosers of moves that count in the summary of a seat: its holders."""

PROGRESS_EVERY: Final = 10
"""Decisions between two calls of `Progress`."""

FOLDED_PROGRESS: Final = 0.1
"""Judging takes most of the time."""


class _Reviewed(NamedTuple):
    """A judged decision, by which table of values, and what the file says about it."""

    judged: Judged
    values: str | None
    told: Mapping[str, Any]


def render(transcript: Transcript) -> bytes:
    """One JSON document, in the language of its sentences."""
    game = supplied(transcript.loaded.game, transcript.library)
    level = strongest(game)
    found = [] if level is None else list(_found(transcript, game, level))
    return msgspec.json.encode(
        {
            "format": "rollstream-review-1",
            "table": transcript.loaded.id,
            "game": game.name,
            "language": transcript.texts.language,
            "level": level,
            "values": found[0].values if found else None,
            "unit": "points" if not found or found[0].judged.best.chance is None else "chance",
            "seats": [_seat(name, seat, [one.judged for one in found]) for seat, name in enumerate(transcript.names)],
            "decisions": [one.told for one in found],
        }
    )


def _found(transcript: Transcript, game: AnyGame, level: str) -> Iterator[_Reviewed]:
    every = list(decisions(game, [step.recorded_event for step in transcript.steps]))
    for number, decided in enumerate(every):
        given = advice(game, level, decided.state, decided.seat)
        one = judged(game, decided, given)
        if one is not None:
            why = advised(game, transcript.texts, decided.state, one.best.command, given.reason(one.best))
            yield _Reviewed(one, given.values, {**_decision(transcript, game, one), "reason": why})
        if number % PROGRESS_EVERY == 0:
            transcript.progress(number / len(every))


def _seat(name: str, seat: Seat, found: Sequence[Judged]) -> Mapping[str, Any]:
    """How well a seat decided: only what its holder chose counts."""
    own = [one for one in found if one.decided.seat == seat and one.decided.by in OWN]
    costly = sorted([one for one in own if one.cost], key=lambda one: (-one.cost, one.decided.version))
    return {
        "seat": seat,
        "name": name,
        "decisions": len(own),
        "as_best": sum(not one.cost for one in own),
        "cost": rounded(sum(one.cost for one in own)),
        "costly": [one.decided.version for one in costly[:MOST_COSTLY]],
    }


def _decision(transcript: Transcript, game: AnyGame, one: Judged) -> Mapping[str, Any]:
    decided = one.decided
    return {
        "version": decided.version,
        "seat": decided.seat,
        "round": game.round(decided.state),
        "by": decided.by,
        "made": _move(transcript, game, decided, one.made),
        "best": _move(transcript, game, decided, one.best),
        "cost": one.cost,
    }


def _move(transcript: Transcript, game: AnyGame, decided: Decision, ranked: Ranked[Any]) -> Mapping[str, Any]:
    return {
        "move": present_move(game, ranked.command, decided.decision),
        "words": phrase(game, transcript.texts, decided.state, ranked.command),
        "points": rounded(ranked.points),
        "chance": None if ranked.chance is None else rounded(ranked.chance),
    }


FORMAT = Format("application/json", "json", render, folded=FOLDED_PROGRESS)
