"""Recorded tables verify, and fold to the same state, in every later build."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.fairness.public_keys import PublicKey
from events.proof.issuing import not_issued, receipts_in
from events.proof.verify import verify
from events.tables.codec import Codec
from events.tables.envelope import NamedPlayer, Recorded
from rules.registry import games
from rules.table_state import fold
from tests.golden_tables.record import FOLDER, LEDGER, state_hash, stories
from tests.signing import KEY

GAMES = games()
FILES = sorted(FOLDER.glob("*/*.json"))
KNOWN = json.loads(LEDGER.read_text())

each_golden_table = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


def facts(path: Path) -> Iterator[Any]:
    """The events in a file, read like a table's log, with old schemas upcast."""
    content = json.loads(path.read_bytes())
    codec, names = Codec(GAMES[content["game"]]), {named["version"]: named for named in content.get("names", ())}
    for event in content["events"]:
        data, named = msgspec.Raw(msgspec.json.encode(event["data"])), names.get(event["version"])
        beside = None if named is None else NamedPlayer(named["name"], named["salt"])
        yield codec.event(Recorded(**{**event, "data": data}, table=content["table"], key="", named=beside))


@each_golden_table
def test_a_golden_table_verifies(path: Path) -> None:
    verdict = verify(path.read_bytes(), GAMES)

    assert verdict.ok, verdict


@each_golden_table
def test_an_option_that_is_newer_than_a_golden_table_says_what_older_tables_have(path: Path) -> None:
    game = GAMES[path.parent.name]

    newer = game.catalogue.options.keys() - json.loads(path.read_bytes())["options"].keys()

    assert newer <= game.added_options.keys(), f"Option(before=...) of {newer - game.added_options.keys()}"


@each_golden_table
def test_a_golden_table_folds_to_the_state_that_it_was_recorded_with(path: Path) -> None:
    game = GAMES[path.parent.name]

    table = fold(game, None, facts(path))

    assert table is not None
    known = KNOWN[f"{path.parent.name}/{path.stem}"]
    assert (json.loads(path.read_bytes())["head"], state_hash(game, table)) == (known["head"], known["state"])


@pytest.mark.parametrize("game", GAMES)
def test_the_receipts_of_a_golden_table_are_good_for_ever(game: str) -> None:
    receipts = receipts_in((FOLDER / game / "issued.json").read_bytes())

    assert not_issued(receipts, {KEY.id: PublicKey(kid=KEY.id, x=KEY.x)}) is None
    assert receipts.created is not None


def test_every_game_has_a_golden_table_of_every_story() -> None:
    told = {f"{game}/{story}" for game in GAMES for story in stories(game)}

    assert {f"{path.parent.name}/{path.stem}" for path in FILES} == told == set(KNOWN)
