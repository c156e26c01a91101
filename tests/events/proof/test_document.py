import json

import pytest

from events.proof.document import FORMAT, document, write
from events.proof.loading import load_file
from events.tables.envelope import canonical
from events.tables.presenting import present_event
from rules.table_commands import Create
from tests.events.proof.forging import find, parsed, shown_events
from tests.events.proof.playthrough import HUMAN, OPEN, Playthrough
from tests.events.proof.tables import GAMES, made


def test_the_file_holds_all_events_as_every_reader_is_told_them() -> None:
    playthrough = Playthrough(1)
    table = playthrough.create_table("dicy-cards", Create(options={}, seats=(HUMAN, HUMAN)))
    playthrough.play(table)
    now, tables = playthrough.loaded(table), playthrough.handler.tables
    told = [present_event(now, recorded_event, None) for recorded_event in tables.recorded_events(now.codec, table, 0, now.table.version)]

    assert shown_events(parsed(playthrough.file(table))) == json.loads(canonical(told))


def test_beside_the_events_stands_what_follows_from_them() -> None:
    file = parsed(made("a fork"))
    created, last = find(file, "table.created"), file["events"][-1]

    assert file["format"] == FORMAT
    assert (file["game"], file["ruleset"], file["options"]) == ("dicy-cards", 1, created["data"]["options"])
    assert (file["commitment"], file["forked_from"]) == (created["data"]["commitment"], created["data"]["forked_from"])
    assert (file["secret"], file["head"]) == (last["data"]["secret"], last["hash"])
    assert file["client_seeds"] == ["fork-0"]
    assert file["outcome"] == find(file, "table.finished")["data"]["outcome"]
    assert [{"seat": standing["seat"], "points": file["scores"][standing["seat"]]} for standing in file["outcome"]["ranking"]] == [
        {"seat": standing["seat"], "points": standing["points"]} for standing in file["outcome"]["ranking"]
    ]


def test_the_seats_are_told_as_they_were_in_the_end() -> None:
    assert [(seat["kind"], seat["name"]) for seat in parsed(made("resigned for two"))["seats"]] == [
        ("human", "Player 1"),
        ("human", "Guest 0"),
    ]
    assert parsed(made("never begun"))["seats"] == [{"seat": seat, "kind": "open", "name": None, "level": None} for seat in range(2)]
    assert parsed(made("a clock that skips"))["seats"][2] == {"seat": 2, "kind": "ai", "name": "Player 3", "level": "random"}


def test_a_table_that_was_never_played_has_no_scores_and_no_seeds() -> None:
    file = parsed(made("never begun"))

    assert (file["scores"], file["client_seeds"], file["outcome"]["reason"]) == ([], [], "abandoned")


def test_the_file_is_canonical_json_and_a_line_break() -> None:
    file = made("resigned for four")

    assert file == canonical(json.loads(file)) + b"\n"
    assert "Ünö 😀".encode() in file


def test_a_table_that_is_not_finished_has_no_file() -> None:
    playthrough = Playthrough(1)
    table = playthrough.create_table("dicy-cards", Create(options={}, seats=(HUMAN, OPEN)))

    with pytest.raises(ValueError, match="finished"):
        playthrough.file(table)


def test_a_file_is_read_back_as_the_table_that_it_was_written_from() -> None:
    now, recorded_event = load_file(made("a fork of a fork"), GAMES)

    assert write(document(event.recorded for event in recorded_event)) == made("a fork of a fork")
    assert (now.table.version, now.table.status, now.head) == (len(recorded_event), "finished", recorded_event[-1].recorded.hash)
