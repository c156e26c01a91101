"""Verifies the file of a finished table with only the file and the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.proof.chain import broken_link, check_versions, creation_ends, erased_names, wrong_names, wrong_receipts, wrong_secret
from events.proof.document import rebuilt
from events.proof.log import ReplayContext, entries
from events.proof.playing import Played, as_begun, play_again
from events.proof.reading import read
from events.proof.shape import TableFile, shaped
from events.proof.unknown_game import surveyed
from events.proof.verdict import Figures, Findings, Verdict, Wrong, verdict_on
from events.tables.codec import Codec
from events.tables.envelope import canonical
from rules.dice import DiceSeed
from rules.game import AnyGame


def verify(data: bytes, games: Mapping[str, AnyGame]) -> Verdict:
    """Whether `data` is the file of a table that was played by the rules of one of `games`. Never raises, whatever the bytes are.

    Reports the first fault: the text, then the shape, then the first wrong event, then the members that are derived from the events.
    The status is `partial` if nothing is wrong, but the moves were not checked, because `games` does not have the game.
    """
    try:
        value = read(data)
        file = shaped(value)
        check_versions(file)
    except Wrong as wrong:
        return verdict_on(wrong)
    found = [wrong for wrong in (broken_link(file), wrong_secret(file), *wrong_names(file)) if wrong is not None]
    if any(wrong.code == "commitment-wrong" for wrong in found):
        return verdict_on(_first(found))
    game = _known(file, games)
    findings = surveyed(file) if isinstance(game, Wrong) else _played(file, game)
    found += findings.faults
    if not found:
        found += [*_wrong_members(value, file), *wrong_receipts(file, findings.creation_ends)]
    if found:
        return verdict_on(_first(found))
    verdict = verdict_on(game) if isinstance(game, Wrong) else Verdict("right")
    return verdict._replace(figures=findings.figures, erased=erased_names(file))


def _played(file: TableFile, game: AnyGame) -> Findings:
    """The result of replaying the table, and its faults."""
    played = Played()
    log, unread = entries(Codec(game), file)
    found = [] if unread is None else [unread]
    try:
        played = play_again(ReplayContext(Codec(as_begun(game, log)), DiceSeed(file.table, file.secret)), log)
    except Wrong as wrong:
        found.append(wrong)
    figures = Figures(len(log), played.appends, sum(entry.event.data.get("draw") is not None for entry in log))
    return Findings(figures, found, creation_ends(file, played.created))


def _known(file: TableFile, games: Mapping[str, AnyGame]) -> AnyGame | Wrong:
    """The game of the file, or why its moves cannot be checked."""
    game = games.get(file.game)
    if game is None:
        return Wrong("game-unknown", f"This build does not know the game {file.game!r}.")
    if game.ruleset != file.ruleset:
        return Wrong("game-unknown", f"This build knows ruleset {game.ruleset} of {file.game}, not {file.ruleset}.")
    return game


def _wrong_members(value: Mapping[str, Any], file: TableFile) -> Sequence[Wrong]:
    return [
        Wrong("member-wrong", f"By the events, {name} is {canonical(member).decode()[:300]}.")
        for name, member in rebuilt(file.table, value["events"], value.get("names", ())).items()
        if canonical(value[name]) != canonical(member)
    ]


def _first(found: Sequence[Wrong]) -> Wrong:
    """The fault of the first wrong event; of several faults of one event, the first in the list."""
    return min(found, key=lambda wrong: wrong.version or float("inf"))
