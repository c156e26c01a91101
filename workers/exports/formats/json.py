"""The file that proves itself: every event with the secret, so that dice, states and result can be checked without the service."""

import msgspec

from events.proof import document
from workers.exports.format import Format
from workers.exports.story import Story


def render(story: Story) -> bytes:
    """Canonical JSON, one document."""
    return document.write(document.document((step.happened.recorded for step in story.steps), msgspec.to_builtins(story.receipts)))


FORMAT = Format("application/json", "json", render)
