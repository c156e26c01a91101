"""The events alone, one JSON document a line, exactly as the service tells them while the table is there."""

import msgspec

from events.tables.presenting import present_event
from workers.exports.format import Format
from workers.exports.transcript import Transcript


def render(transcript: Transcript) -> bytes:
    """Lines of JSON, each ended by a newline."""
    encode = msgspec.json.Encoder().encode_lines
    return encode(present_event(transcript.opened, step.happened, None) for step in transcript.steps)


FORMAT = Format("application/x-ndjson", "ndjson", render)
