"""The json format: the proof file, with every event and the secret, so that dice, states and result can be verified offline."""

import msgspec

from events.proof import document
from workers.exports.format import Format
from workers.exports.transcript import Transcript


def render(transcript: Transcript) -> bytes:
    """Canonical JSON, one document."""
    return document.write(
        document.document((step.recorded_event.recorded for step in transcript.steps), msgspec.to_builtins(transcript.receipts))
    )


FORMAT = Format("application/json", "json", render, worded=False)
