"""What each card of each seat has brought in the end, in a game whose cards are written on."""

from collections.abc import Iterator, Sequence

from workers.exports.transcript import Transcript


def points_by_card(transcript: Transcript) -> Iterator[tuple[str, Sequence[tuple[str, int]]]]:
    """For each seat its name, and titles with points that make its final points together: its cards, and last what else there is."""
    last = transcript.steps[-1]
    for name, cards, points in zip(transcript.names, last.scene.cards, last.scores, strict=False):
        parts = [(card.title, card.written.points) for card in cards if card.written is not None]
        rest = points - sum(points for _, points in parts)
        if parts:
            yield name, [*parts, *([(transcript.texts.text("export-rest"), rest)] if rest else [])]
