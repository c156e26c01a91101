"""The score chart: each seat differs in three ways, for readers with and without a screen reader."""

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tests.workers.exports.tables import left, long_story, played
from workers import drawing
from workers.exports.chart import draw
from workers.exports.format import formats
from workers.exports.marks import COLOURS, look
from workers.exports.plot import Plot, plot_of, tick
from workers.exports.transcript import Transcript

SVG = "{http://www.w3.org/2000/svg}"


def chart_of(transcript: Transcript) -> ET.Element:
    return ET.fromstring(formats()["svg"].render(transcript))  # noqa: S314 - a file of our own


def texts(chart: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in chart.iter(f"{SVG}text")]


def seats(chart: ET.Element) -> list[ET.Element]:
    """The groups with the lines."""
    return chart.findall(f"{SVG}g")[: len(chart.findall(f"{SVG}g")) // 2]


def test_each_line_goes_through_the_points_that_the_seat_has_after_each_turn(any_story: Transcript) -> None:
    chart = chart_of(any_story)
    left_edge, top, right, bottom, turns, least, most = (float(chart.attrib[f"data-{name}"]) for name in Plot._fields[:7])

    for group, *line in zip(seats(chart), *(step.scores for step in any_story.by_turn()), strict=True):
        corners = [tuple(map(float, corner.split(","))) for corner in group[0].attrib["d"].removeprefix("M").split("L")]
        assert (corners[0][0], corners[-1][0]) == (left_edge, right)
        for turn, points in enumerate(line):
            y = height(corners, round(left_edge + (right - left_edge) * turn / turns, 1))
            assert y == pytest.approx(bottom - (bottom - top) * (points - least) / (most - least), abs=0.2)
    assert (left_edge, turns) == (46, any_story.steps[-1].turn)


def height(corners: Sequence[tuple[float, ...]], x: float) -> float:
    """The height of the line through the corners at x."""
    (x0, y0), (x1, y1) = next(ends for ends in pairwise(corners) if ends[0][0] - 0.1 <= x <= ends[1][0] + 0.1)
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def test_points_that_were_lost_go_down_and_are_marked(ice: Transcript) -> None:
    scores = [step.scores for step in ice.by_turn()]
    [seat, *_] = (seat for before, after in pairwise(scores) for seat in range(6) if after[seat] < before[seat])
    changes = sum(after[seat] != before[seat] for before, after in pairwise(scores))

    line, markers = (path.attrib["d"] for path in seats(chart_of(ice))[seat])

    heights = [float(corner.partition(",")[2]) for corner in line.removeprefix("M").split("L")]
    assert any(after > before for before, after in pairwise(heights))
    assert markers.count("M") == changes


def test_seats_differ_by_colour_dash_and_marker(ice: Transcript) -> None:
    looks = [
        (group.attrib["color"], group[0].get("stroke-dasharray"), group[1].attrib["d"].partition("m")[2][:8])
        for group in seats(chart_of(ice))
    ]

    for different in zip(*looks, strict=True):
        assert len(set(different)) == 6


def test_seats_beyond_the_colours_look_like_the_first_ones_again() -> None:
    styled = set(re.findall(r"\.(seat-\d+) ", drawing.text("css/palette.css")))

    assert {look(seat) for seat in range(2 * len(COLOURS))} == styled
    assert look(len(COLOURS)) == look(0)


def test_it_has_scales_a_legend_and_a_description(transcript: Transcript) -> None:
    chart = chart_of(transcript)

    assert {"0", "20", "40", "60", "80", "100", "120", "turn", "points"} <= set(texts(chart))
    assert texts(chart)[-4:] == [f"{name}: {points}" for name, points in zip(transcript.names, transcript.steps[-1].scores, strict=True)]
    assert chart.attrib["role"] == "img"
    assert chart.attrib["aria-labelledby"].split() == [chart[1].attrib["id"], chart[2].attrib["id"]]
    assert chart[1].text == f"Points by turn, Dicy Cards, table {transcript.loaded.id}"
    assert "Ada 75, Grace 111" in (chart[2].text or "")


def test_names_stand_in_it_as_text_whatever_they_are() -> None:
    names = ("</text><script>", '"&]]>', "a\ufffeb\u202e", "A name so long that it needs shortening")
    chart = chart_of(played(*names, seed=3))

    assert [text.partition(": ")[0] for text in texts(chart)[-4:]] == [names[0], names[1], "a\ufffdb\ufffd", names[3]]
    assert not list(chart.iter(f"{SVG}script"))


def test_in_a_small_chart_the_broadest_name_leaves_room_for_the_next() -> None:
    broad, slender = "W" * 40, "i" * 40
    small = ET.fromstring(draw(played(broad, slender, seed=3), width=400, height=270))  # noqa: S314 - a file of our own

    first, second = (text.partition("…")[0] for text in texts(small)[-2:])
    assert 3 <= len(first) < len(second) < 40


def test_a_long_game_has_a_chart_of_ordinary_size() -> None:
    assert len(formats()["svg"].render(long_story(3000))) < 10_000


def test_the_chart_of_a_table_that_was_never_played_says_so_and_lists_nobody() -> None:
    chart = chart_of(left("Ada", "Grace"))

    assert texts(chart) == ["The game never started."]
    assert chart[2].text == "The game never started."


@pytest.mark.parametrize(("span", "most", "step"), [(0, 6, 1), (6, 6, 1), (7, 6, 2), (119, 6, 20), (1000, 6, 200), (12345, 6, 5000)])
def test_scales_count_in_ones_twos_and_fives(span: int, most: int, step: int) -> None:
    assert tick(span, most) == step


def test_a_game_in_which_nobody_has_points_has_a_scale_all_the_same() -> None:
    plot = plot_of([[0, 0], [0, 0]], 960, 560)

    assert (plot.least, plot.most, plot.unit) == (0, 10, 2)


def test_points_below_nothing_are_drawn_below_the_line() -> None:
    plot = plot_of([[0, -12, 30], [0, 5, 7]], 960, 560)

    assert (plot.least, plot.most) == (-20, 30)
    assert plot.top == plot.y(30) < plot.y(0) < plot.y(-12) < plot.y(-20) == plot.bottom
