"""The score chart as SVG: one line for each seat over the turns of the game.

Colours are attributes, which any style sheet overrides: a page sets its own by the classes of `workers.exports.marks`.
"""

from collections.abc import Iterator, Sequence
from html import escape

from rules.game import Seat
from workers.exports.marks import colour, dash, look, marker
from workers.exports.plot import LEGEND_COLUMNS, LEGEND_ROW, Plot, plot_of, tick
from workers.exports.text import cells, fitted, printable
from workers.exports.transcript import Transcript

LEAST_MARKER_DISTANCE = 24
"""Pixels between two markers of a line, at least."""

_NUMBER_WIDTH = 48
"""Pixels for a number on the scale of turns."""

_NARROW, _BROAD = frozenset("fijlrt.,:;!|'()[] "), frozenset("mwMW@%&")

_INK, _FAINT, _AXIS = "#3b4554", "#dde2e8", "#8a94a3"
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
_DARK = (
    "<style>@media(prefers-color-scheme:dark){.paper{fill:#14181f}.grid{stroke:#39424f}text{fill:#d8dee8}"
    ".seat-0{color:#56a8e0}.seat-1{color:#f08a3c}.seat-2{color:#2fc096}.seat-3{color:#e08fbd}"
    ".seat-4{color:#d9b23a}.seat-5{color:#8cc8ee}.seat-6{color:#a99bf0}.seat-7{color:#b0b0b0}}</style>"
)


def draw(transcript: Transcript, *, width: int, height: int) -> str:
    """An `svg` element. Its `data-` attributes contain the plotted area in pixels and the ranges of turns and points."""
    return "\n".join(_parts(transcript, width, height))


def standalone(transcript: Transcript, *, width: int, height: int) -> str:
    """The same as an SVG document, which follows the reader's preference for light or dark."""
    opening, *rest = _parts(transcript, width, height)
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', opening, _DARK, *rest, ""])


def _parts(transcript: Transcript, width: int, height: int) -> Iterator[str]:
    lines = _lines(transcript)
    plot = plot_of(lines, width, height)
    labels, font = 'role="img" aria-labelledby="chart-title chart-about"', f'font-family="{_FONT}" font-size="13"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {labels} {font} {_places(plot)}>'
    yield f'<title id="chart-title">{_text(_title(transcript))}</title>'
    yield f'<desc id="chart-about">{_text(_about(transcript, plot))}</desc>'
    yield f'<rect class="paper" width="{width}" height="{height}" fill="#fff"/>'
    if not transcript.began:
        yield _label(width / 2, height / 2, "middle", transcript.texts.text("export-never-started"))
        yield "</svg>"
        return
    yield from _scale_of_points(plot, transcript.texts.text("export-chart-points"))
    yield from _scale_of_turns(plot, transcript.texts.text("export-chart-turn"))
    for seat, line in enumerate(lines):
        yield from _line(plot, seat, line)
    for seat, line in enumerate(lines):
        yield from _legend(plot, seat, transcript.names[seat], transcript.texts.text("export-chart-end", points=line[-1]))
    yield "</svg>"


def _lines(transcript: Transcript) -> Sequence[Sequence[int]]:
    """Every seat's points after each turn, beginning with those before the first turn."""
    no_points = (0,) * len(transcript.seats)
    return list(zip(*[step.scores or no_points for step in transcript.by_turn()], strict=True))


def _scale_of_points(plot: Plot, unit: str) -> Iterator[str]:
    for points in range(plot.least, plot.most + 1, plot.unit):
        y, stroke = _n(plot.y(points)), _FAINT if points else _AXIS
        yield f'<path class="grid" d="M{_n(plot.left)},{y}H{_n(plot.right)}" stroke="{stroke}"/>'
        yield _label(plot.left - 8, plot.y(points), "end", str(points))
    yield _label(plot.left, 12, "middle", unit)


def _scale_of_turns(plot: Plot, unit: str) -> Iterator[str]:
    for turn in range(0, plot.turns + 1, tick(plot.turns, int((plot.right - plot.left) / _NUMBER_WIDTH))):
        yield f'<path class="grid" d="M{_n(plot.x(turn))},{_n(plot.bottom)}v5" stroke="{_AXIS}"/>'
        yield _label(plot.x(turn), plot.bottom + 15, "middle", str(turn))
    yield _label((plot.left + plot.right) / 2, plot.bottom + 34, "middle", unit)


def _label(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" dy=".35em" text-anchor="{anchor}" fill="{_INK}">{text}</text>'


def _line(plot: Plot, seat: Seat, line: Sequence[int]) -> Iterator[str]:
    path = "L".join(f"{_n(plot.x(turn))},{_n(plot.y(line[turn]))}" for turn in _corners(line))
    yield f'<g class="{look(seat)}" color="{colour(seat)}">'
    yield f'<path d="M{path}" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round"{dash(seat)}/>'
    yield f'<path d="{"".join(_markers(plot, seat, line))}" fill="currentColor"/></g>'


def _corners(line: Sequence[int]) -> Iterator[int]:
    """The turns at which the line changes its slope, and both ends."""
    ends = {0, len(line) - 1}
    return (turn for turn in range(len(line)) if turn in ends or line[turn] - line[turn - 1] != line[turn + 1] - line[turn])


def _markers(plot: Plot, seat: Seat, line: Sequence[int]) -> Iterator[str]:
    """A marker at each change of points, unless the previous marker is too near; all in one path."""
    before = plot.left - LEAST_MARKER_DISTANCE
    for turn in range(1, len(line)):
        x = plot.x(turn)
        if line[turn] != line[turn - 1] and x - before >= LEAST_MARKER_DISTANCE:
            before = x
            yield f"M{_n(x)},{_n(plot.y(line[turn]))}{marker(seat)}"


def _legend(plot: Plot, seat: Seat, name: str, ending: str) -> Iterator[str]:
    column = (plot.right - plot.left) / LEGEND_COLUMNS
    row, column_number = divmod(seat, LEGEND_COLUMNS)
    x, y = plot.left + column_number * column, plot.bottom + 62 + row * LEGEND_ROW
    shown = escape(_fitted(printable(name), column - 44 - _pixels(ending)))
    yield f'<g class="{look(seat)}" color="{colour(seat)}">'
    yield f'<path d="M{_n(x)},{_n(y)}h28" fill="none" stroke="currentColor" stroke-width="2.5"{dash(seat)}/>'
    yield f'<path d="M{_n(x + 14)},{_n(y)}{marker(seat)}" fill="currentColor"/>'
    yield f'<text x="{_n(x + 36)}" y="{_n(y)}" dy=".35em" fill="#1b222c"><tspan unicode-bidi="isolate">{shown}</tspan>{ending}</text></g>'


def _fitted(name: str, room: float) -> str:
    """The name, or as much of its beginning as fits into so many pixels."""
    most = cells(name)
    while most > 1 and _pixels(fitted(name, most)) > room:
        most -= 1
    return fitted(name, most)


def _pixels(text: str) -> float:
    """The width of the text in a wide font: the reader's font is unknown."""
    return sum(map(_width, text))


def _width(sign: str) -> float:
    if sign in _NARROW:
        return 5.5
    if sign in _BROAD:
        return 13
    return cells(sign) * (8 if not sign.isupper() else 9 if sign.isascii() else 14)


def _places(plot: Plot) -> str:
    names = ("left", "top", "right", "bottom", "turns", "least", "most")
    return " ".join(f'data-{name}="{_n(getattr(plot, name))}"' for name in names)


def _title(transcript: Transcript) -> str:
    return transcript.texts.text("export-chart-title", game=transcript.title, table=transcript.loaded.id)


def _about(transcript: Transcript, plot: Plot) -> str:
    if not transcript.began:
        return transcript.texts.text("export-never-started")
    ends = ", ".join(f"{name} {points}" for name, points in zip(transcript.names, transcript.steps[-1].scores, strict=True))
    return transcript.texts.text("export-chart-about", turns=plot.turns, ends=ends)


def _text(text: str) -> str:
    return escape(printable(text))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
