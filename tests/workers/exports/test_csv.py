"""The spreadsheet: RFC 4180, readable everywhere, and no program evaluates a player's name as a formula."""

import csv
import io

import pytest

from tests.workers.exports.tables import left, played
from workers.exports.format import formats
from workers.exports.formats.csv import harmless
from workers.exports.transcript import Transcript


def rows_of(transcript: Transcript) -> list[list[str]]:
    """The rows as a spreadsheet reads them."""
    return list(csv.reader(io.StringIO(formats()["csv"].render(transcript).decode("utf-8-sig"), newline=""), strict=True))


def test_there_is_one_row_for_every_event_with_what_happened_and_the_points_after_it(any_story: Transcript) -> None:
    header, *rows = rows_of(any_story)

    assert header[:8] == ["version", "at", "round", "turn", "seat", "name", "type", "words"]
    assert header[8:] == [f"points of seat {seat}, {name}" for seat, name in enumerate(["Ada", "Grace", "Linus", "Zoë"])]
    assert [row[0] for row in rows] == [str(step.version) for step in any_story.steps]
    assert [row[7] for row in rows] == [step.words for step in any_story.steps]
    assert [row[8:] for row in rows] == [[str(points) for points in step.scores] or [""] * 4 for step in any_story.steps]
    assert {len(row) for row in rows} == {12}


def test_it_says_that_it_is_utf_8_and_ends_its_lines_as_the_standard_has_it(transcript: Transcript) -> None:
    data = formats()["csv"].render(transcript)

    assert data.startswith(b"\xef\xbb\xbfversion,at,")
    assert data.count(b"\r\n") == data.count(b"\n") == len(transcript.steps) + 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("=1+1", "'=1+1"),
        ("+49 171", "'+49 171"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("\nx", "'\nx"),
        ("  =1", "  '=1"),
        ("＝1", "'＝1"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠x", "'＠x"),
        ("a;=1+1", "a;'=1+1"),
        ("a\t@x", "a\t'@x"),
        ("a\r\n=1", "a\r\n'=1"),
        ('a;"=1+1;', "a;\"'=1+1;"),
        ('a; " "=1', 'a; " "\'=1'),
        ("\u200b=1", "\u200b'=1"),
        ("a;\ufeff=1", "a;\ufeff'=1"),
        ("\u00ad+1", "\u00ad'+1"),
        ("a=1", "a=1"),
        ("a, -1 and b", "a, -1 and b"),
        ('"=1"', '"=1"'),
        ("Zoë", "Zoë"),
    ],
)
def test_what_a_spreadsheet_would_calculate_is_marked_as_text(name: str, told: str) -> None:
    assert harmless(name) == told


def test_names_that_are_formulas_calculate_nowhere_neither_in_a_cell_nor_in_the_header() -> None:
    evil = ('=HYPERLINK("http://x")', "-1+1", "@a;=2", "＝cmd")
    header, *rows = rows_of(played(*evil, seed=3))

    cells = [*header, *(cell for row in rows for cell in (*row[5:8],))]
    assert {row[5] for row in rows} == {"", *("'" + name.replace(";=", ";'=") for name in evil)}
    for cell in cells:
        for part in cell.split(";"):
            assert not part.strip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_spreadsheet_that_parts_cells_at_another_sign_finds_no_formula_either(separator: str) -> None:
    data = formats()["csv"].render(played('a;"=1+1;', ';"=2;"', "b;\u200b=3;", seed=3)).decode("utf-8-sig")

    cells = [cell for row in csv.reader(io.StringIO(data, newline=""), delimiter=separator) for cell in row]

    assert any("'=1+1" in cell for cell in cells)
    assert not [cell for cell in cells if cell.lstrip('" \u200b').startswith(("=", "+", "-", "@"))]


def test_a_table_that_was_never_played_has_rows_without_points() -> None:
    _, *rows = rows_of(left("Ada", "Grace"))

    assert {tuple(row[8:]) for row in rows} == {("", "", "")}
    assert {row[2] for row in rows} == {""}
