"""Verifies the file of a finished table with only the file and the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.proof.chain import broken_link, check_versions, wrong_receipts, wrong_secret
from events.proof.document import rebuilt
from events.proof.log import ReplayContext, entries
from events.proof.playing import Played, play_again
from events.proof.reading import read
from events.proof.shape import TableFile, shaped
from events.proof.verdict import Figures, Verdict, Wrong, verdict_on
from events.tables.codec import Codec
from events.tables.envelope import canonical
from rules.dice import DiceSeed
from rules.game import AnyGame


def verify(data: bytes, games: Mapping[str, AnyGame]) -> Verdict:
    """Whether `data` is the file of a table that was played by the rules of one of `games`. Never raises, whatever the bytes are.

    Reports the first fault: the text, then the shape, then the first wrong event, then the members that are derived from the events.
    """
    try:
        value = read(data)
        file = shaped(value)
        check_versions(file)
    except Wrong as wrong:
        return verdict_on(wrong)
    found = [wrong for wrong in (broken_link(file), wrong_secret(file)) if wrong is not None]
    if any(wrong.code == "commitment-wrong" for wrong in found):
        return verdict_on(_first(found))
    figures, played, more = _played(file, games)
    found += more
    if not found:
        found += [*_wrong_members(value, file), *wrong_receipts(file, played.created)]
    return verdict_on(_first(found)) if found else Verdict("right", figures=figures)


def _played(file: TableFile, games: Mapping[str, AnyGame]) -> tuple[Figures, Played, Sequence[Wrong]]:
    """The result of replaying the table, and its faults."""
    played = Played()
    try:
        codec = Codec(_known(file, games))
    except Wrong as wrong:
        return Figures(), played, [wrong]
    log, unread = entries(codec, file)
    found = [] if unread is None else [unread]
    try:
        played = play_again(ReplayContext(codec, DiceSeed(file.table, file.secret)), log)
    except Wrong as wrong:
        found.append(wrong)
    return Figures(len(log), played.appends, sum(entry.event.data.get("draw") is not None for entry in log)), played, found


def _known(file: TableFile, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(file.game)
    if game is None:
        raise Wrong("game-unknown", f"This build does not know the game {file.game!r}.")
    if game.ruleset != file.ruleset:
        raise Wrong("game-unknown", f"This build knows ruleset {game.ruleset} of {file.game}, not {file.ruleset}.")
    return game


def _wrong_members(value: Mapping[str, Any], file: TableFile) -> Sequence[Wrong]:
    return [
        Wrong("member-wrong", f"By the events, {name} is {canonical(member).decode()[:300]}.")
        for name, member in rebuilt(file.table, value["events"]).items()
        if canonical(value[name]) != canonical(member)
    ]


def _first(found: Sequence[Wrong]) -> Wrong:
    """The fault of the first wrong event; of several faults of one event, the first in the list."""
    return min(found, key=lambda wrong: wrong.version or float("inf"))
