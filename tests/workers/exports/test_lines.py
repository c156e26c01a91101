"""The formats for programs: events as in the API."""

import json

import msgspec

from events.proof import document
from events.tables.presenting import present_event
from workers.exports.format import formats
from workers.exports.transcript import Transcript


def test_ndjson_has_every_event_a_line_as_the_service_tells_it(any_story: Transcript) -> None:
    told = formats()["ndjson"].render(any_story)

    assert told == b"".join(
        msgspec.json.encode(present_event(any_story.loaded, step.recorded_event, None)) + b"\n" for step in any_story.steps
    )
    assert [json.loads(line)["version"] for line in told.splitlines()] == [step.version for step in any_story.steps]


def test_json_is_the_file_that_can_be_verified(any_story: Transcript) -> None:
    told = formats()["json"].render(any_story)

    assert told == document.write(document.document(step.recorded_event.recorded for step in any_story.steps))
    assert json.loads(told)["secret"] == any_story.table.secret
