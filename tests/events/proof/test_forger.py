"""Both verifiers reject every single change of a forger, at the same event, unless the service could have written it."""

import json
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from events.proof.verdict import Verdict
from events.proof.verify import verify
from events.testing.forger import Forged, MemberChange, forged
from tests.events.proof.forging import Value, chained_anew, parsed, with_names_in_events
from tests.events.proof.legal import could_be
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made
from tests.golden_tables.record import FOLDER

TABLES = (
    *("advice announced", "dice cards with advice announced"),
    *("left alone before the start", "left alone while playing", "never begun", "a bot left by the last person", "bots left alone"),
    *("only bots, forked", "resigned for two", "rerolls for two", "bots that resign", "custom for four", "a fork", "a fork of a fork"),
    *(
        "ice left alone",
        "ice never begun",
        "ice set up by three",
        "ice that lies still",
        "ice rerolled to the limit",
        "young ice for three",
    ),
    *("young ice for five", "ice with bots that resign", "a fork of ice", "a fork of a fork of ice", "ice with a clock that resigns"),
    *("dice cards left alone", "dice cards never begun", "dice cards, given up", "dice cards, resigned after an answer"),
    *("dice cards alone", "dice cards with bots as late as people", "a fork of a fork of dice cards"),
)
"""Short tables that together contain every event with all its possible members."""

LATER: Mapping[str, Mapping[int, tuple[str, ...]]] = {
    "table.created": {
        2: ("turn_seconds", "on_expiry", "abandon_after", "forked_from"),
        3: ("bot_seconds", "on_failure"),
        4: ("reserved",),
        5: ("advice",),
    },
    "table.seat-taken": {2: ("level",), 3: ("bot",)},
}
"""The members that a later schema added."""


def older(schema: int) -> bytes:
    """The file of a table that an old build created and that never started."""
    value = with_names_in_events(parsed(made("never begun")))
    for event in value["events"]:
        later = LATER.get(event["type"], {})
        gone = {name for since, names in later.items() if since > schema for name in names}
        event["schema"] = min(event["schema"], schema)
        event["data"] = {name: inside for name, inside in event["data"].items() if name not in gone}
    value["format"] = "rollstream-table-1"
    del value["receipts"]
    return chained_anew(value)


def with_receipts(name: str) -> bytes:
    """The file of a table with receipts that match its events; their signatures are not valid."""
    value = parsed(made(name))
    value["receipts"] = {"created": receipt(value, 0), "finished": receipt(value, -1)}
    return chained_anew(value)


def receipt(value: Value, place: int) -> Value:
    """A receipt of the last event in the append that contains the event at index `place`."""
    event = value["events"][place]
    end = max(other["version"] for other in value["events"] if other["at"] == event["at"])
    last = value["events"][end - 1]
    told = {"at": last["at"], "commitment": value["commitment"], "head": last["hash"], "table": value["table"], "version": end}
    return {**told, "key": "k" * 43, "signature": "s" * 86}


@cache
def files() -> dict[str, bytes]:
    old = {f"of schema {schema}": older(schema) for schema in (1, 2, 3)}
    golden = {"as it was recorded": (FOLDER / "ice-dice" / "abandoned.json").read_bytes()}
    return {**{name: made(name) for name in TABLES}, **old, **golden, "with receipts": with_receipts("left alone while playing")}


def judged() -> list[tuple[Forged, Verdict, Verdict]]:
    """Every forgery, with the verdicts of the two verifiers."""
    every = list(forged(files()))
    first = [verify(forgery.file, GAMES) for forgery in every]
    return list(zip(every, first, second_verdicts(forgery.file for forgery in every), strict=True))


def test_the_files_are_right_before_anything_is_changed_and_contain_every_event_of_every_game() -> None:
    known = {event["type"] for file in files().values() for event in json.loads(file)["events"]}

    assert {name: verdict.detail for name, file in files().items() if not (verdict := verify(file, GAMES)).ok} == {}
    assert {event.type for game in GAMES.values() for event in game.events} <= known


def test_both_verifiers_reject_every_change_at_the_same_event_unless_the_service_could_have_written_it() -> None:
    """One test, because the judging takes long: no two processes shall do it."""
    every = judged()

    assert_all_kinds_of_events([forgery.change for forgery, *_ in every])
    other = [(forgery.change, *both) for forgery, *both in every if told(both[0]) != told(both[1])]
    assert other == [], "The verifiers name another event or code."
    accepted = [(forgery.table, forgery.version, forgery.change) for forgery, first, _ in every if first.ok]
    assert [one for one in accepted if not could_be(one[2])] == [], "The service could not have written this."
    assert len(accepted) > 50
    malformed = [(forgery, first.version) for forgery, first, _ in every if first.code == "malformed" and first.version is not None]
    elsewhere = [(forgery.change, version) for forgery, version in malformed if forgery.version and version != forgery.version]
    assert elsewhere == [], "What has not its form is to be refused where it stands."


def told(verdict: Verdict) -> tuple[str, str | None, int | None]:
    return verdict.status, verdict.code, verdict.version


def assert_all_kinds_of_events(changes: Sequence[MemberChange]) -> None:
    known = {event["type"] for file in files().values() for event in json.loads(file)["events"]}
    assert {change.type for change in changes} == {*known, ""}
    assert {(change.type, change.schema) for change in changes} >= {("table.created", 1), ("table.seat-taken", 2)}
    assert len(changes) > 4000


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.since > 1])
def test_a_table_cannot_be_older_than_its_game(name: str) -> None:
    values = [parsed(file) for file in (*map(older, range(1, GAMES[name].since)), made("never begun"))]
    for value in values:
        value["events"][0]["data"]["game"] = name
    files = [chained_anew(value) for value in values]

    for verdicts in ([verify(file, GAMES) for file in files], second_verdicts(files)):
        assert [(verdict.code, verdict.version) for verdict in verdicts[:-1]] == [("malformed", 1)] * (len(files) - 1)
        assert verdicts[-1].code != "malformed", verdicts[-1].detail
