"""The score chart as a picture of its own."""

from workers.exports.chart import standalone
from workers.exports.format import Format
from workers.exports.story import Story


def render(story: Story) -> bytes:
    """One SVG document, for light and dark."""
    return standalone(story, width=960, height=560).encode("utf-8")


FORMAT = Format("image/svg+xml", "svg", render)
