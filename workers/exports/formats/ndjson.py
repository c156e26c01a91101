"""The ndjson format: only the events, one JSON document a line, exactly as the API sends them."""

import msgspec

from events.tables.presenting import present_event
from workers.exports.format import Format
from workers.exports.transcript import Transcript


def render(transcript: Transcript) -> bytes:
    """Lines of JSON; each ends with a newline."""
    encode = msgspec.json.Encoder().encode_lines
    return encode(present_event(transcript.loaded, step.recorded_event, None) for step in transcript.steps)


FORMAT = Format("application/x-ndjson", "ndjson", render, worded=False)
