"""The events alone, one JSON document a line, exactly as the service tells them while the table is there."""

import msgspec

from events.telling import tell_event
from workers.exports.format import Format
from workers.exports.story import Story


def render(story: Story) -> bytes:
    """Lines of JSON, each ended by a newline."""
    encode = msgspec.json.Encoder().encode_lines
    return encode(tell_event(story.opened, step.happened, None) for step in story.steps)


FORMAT = Format("application/x-ndjson", "ndjson", render)
