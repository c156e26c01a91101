"""The svg format: the score chart as a picture."""

from workers.exports.chart import standalone
from workers.exports.format import Format
from workers.exports.transcript import Transcript


def render(transcript: Transcript) -> bytes:
    """One SVG document, for light and dark."""
    return standalone(transcript, width=960, height=560).encode("utf-8")


FORMAT = Format("image/svg+xml", "svg", render)
