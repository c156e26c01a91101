"""The score sheet in plain text."""

import pytest

from tests.workers.exports.tables import abandoned, forked, left, played, resigned
from workers.exports.format import formats
from workers.exports.formats.txt import PAGE_WIDTH
from workers.exports.sheet import Cell, rows
from workers.exports.text import cells, fitted, printable, wrapped
from workers.exports.transcript import Transcript


def lines_of(transcript: Transcript) -> list[str]:
    return formats()["txt"].render(transcript).decode().split("\n")


def unwrapped(lines: list[str]) -> list[str]:
    """The lines, each joined with its indented continuation lines."""
    whole: list[str] = []
    for line in lines:
        if line.startswith("       ") and whole:
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


def sheet(lines: list[str]) -> list[str]:
    """The rows of the score sheet, from its header to its totals."""
    begin = next(place for place, line in enumerate(lines) if line.startswith("Round "))
    end = next(place for place, line in enumerate(lines) if line.startswith("Total "))
    return lines[begin : end + 1]


def test_the_sheet_has_a_row_for_every_round_with_what_was_won_and_what_that_makes(any_story: Transcript) -> None:
    header, _, *rounds, _, total = sheet(lines_of(any_story))

    assert header.split() == ["Round", "Ada", "Grace", "Linus", "Zoë"]
    for row, line in zip(rows(any_story), rounds, strict=True):
        assert line.split() == [str(row.round), *(text for cell in row.cells for text in figures(cell))]
    assert total.split() == ["Total", *map(str, any_story.steps[-1].scores)]


def figures(cell: Cell) -> list[str]:
    others = [f"{cell.others:+}"] if cell.others else []
    return [f"{cell.own:+}" if cell.own else ".", *others, str(cell.points)]


def test_a_sheet_on_which_others_changed_something_says_where_that_stands(ice: Transcript, transcript: Transcript) -> None:
    note = ice.texts.text("export-others")

    assert note in lines_of(ice)
    assert note not in lines_of(transcript)


def test_what_happened_stands_below_in_words_round_by_round(any_story: Transcript) -> None:
    rest = iter(unwrapped(lines_of(any_story)))

    for step in any_story.steps:
        if step.words:
            assert f"  {step.version:3}  {step.words}" in rest
    assert [line for line in lines_of(any_story) if line.startswith("Round ")][1:] == [f"Round {row.round}" for row in rows(any_story)]


def test_result_and_proof_are_told(transcript: Transcript) -> None:
    text = "\n".join(lines_of(transcript))

    assert "Grace wins with 111 points." in text
    for told in (
        transcript.loaded.id,
        transcript.table.commitment,
        transcript.table.secret,
        transcript.loaded.head,
        "lucky",
        "rollstream verify FILE",
    ):
        assert told is not None
        assert told in text


def test_a_fork_says_where_it_comes_from_and_whose_dice_it_goes_on_with() -> None:
    told = forked("Ada", "Grace")
    origin = told.origin
    assert origin is not None
    [source] = origin.sources

    lines = lines_of(told)

    at = lines.index("Forked from:")
    assert lines[at + 1 : at + 3] == [f"    version {origin.version} of table {origin.table}, event", f"    {origin.hash}"]
    at = lines.index(f"Draws 0 to {source.draws - 1}:")
    told_of_source = " ".join(map(str.strip, lines[at + 1 : at + 4]))
    assert told_of_source == f"of table {source.table}, secret {source.secret}, seeds lucky"
    assert lines[at + 4] == "Commitment (SHA-256 of the secret), published before its own first roll:"
    assert any(line.endswith(f"It continues another table from event {origin.version}.") for line in unwrapped(lines))
    assert lines[lines.index("Client seeds, fixed before its own first roll:") + 1] == "    again"


def test_the_log_of_a_fork_says_where_the_part_ends_that_it_has_taken_over() -> None:
    told = forked("Ada", "Grace")
    assert told.origin is not None
    lines = unwrapped(lines_of(told))
    [at] = [place for place, line in enumerate(lines) if f"-- Taken over from table {told.origin.table} up to here. --" in line]

    inherited = [step for step in told.steps if step.version <= told.taken_over]
    spoken = [step for step in inherited if step.words][-1]
    assert inherited[-1].recorded_event.event == told.steps[told.taken_over - 1].recorded_event.event
    assert f"  {spoken.version:3}  {spoken.words}" in lines[at]


def test_it_takes_no_more_than_eighty_columns() -> None:
    names = ("A name of forty signs is a long long name", "Zoë with a name", "日本太郎 日本太郎", "Linus the fourth of them")
    six = played(*names, "The fifth of all of them", "日本", game="ice-dice")
    for told in (played(*names, seed=3), forked(*names), resigned(*names), left(*names[:2]), six):
        assert [line for line in lines_of(told) if cells(line) > PAGE_WIDTH] == []


def test_seats_that_resigned_are_marked_where_they_are_ranked() -> None:
    told = resigned("Ada", "Grace", "Linus")
    lines = lines_of(told)

    assert "Linus wins: all other players resigned." in lines
    at = lines.index("Rank  Points             Name")
    for standing, line in zip(told.outcome.ranking, lines[at + 1 :], strict=False):
        mark = "            " if standing.seat == 2 else " (resigned) "
        assert line == f"{standing.rank:4}  {standing.points:6}{mark} {told.names[standing.seat]}"


def test_a_round_in_which_nobody_played_has_no_row_on_the_sheet() -> None:
    told = abandoned("Ada", "Grace")

    _, _, *rounds, _, _ = sheet(lines_of(told))

    assert told.steps[-1].round == 2
    assert [row.split()[0] for row in rounds] == ["1"]


def test_columns_stay_in_line_whatever_names_are_made_of() -> None:
    rows = sheet(lines_of(played("日本太郎", "Zoe\u0301", "👩‍🚀", "A name that is longer than any column", seed=3)))

    assert {cells(row) for row in rows} == {cells(rows[0])}
    assert "(A name …" in rows[0]  # seats are shown by number, since these names are of two scripts


def test_names_can_neither_end_a_line_nor_turn_it_around() -> None:
    lines = lines_of(played("a\nRound 99", "b\u202ec", "d\u2028e", seed=3))

    assert "Round 99" not in lines
    assert not any(sign in "\n".join(lines) for sign in "\u202e\u2028\r")
    assert any("a\ufffdRound 99" in line for line in lines)


def test_a_table_that_was_never_played_has_no_sheet_but_a_proof() -> None:
    lines = lines_of(left("Ada", "Grace"))

    assert "No one wins: the table was abandoned before the start." in lines
    assert not any(line.startswith(("Round", "Rank")) for line in lines)
    assert "Were the dice fair?" in lines


@pytest.mark.parametrize(
    ("text", "width", "told"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本", 4, "日本"), ("日本語", 4, "日…"), ("", 0, "")]
)
def test_a_text_is_cut_by_the_columns_that_it_takes(text: str, width: int, told: str) -> None:
    assert fitted(text, width) == told


def test_a_text_is_broken_at_spaces_and_goes_on_indented() -> None:
    assert list(wrapped("one two three", 8, "- ", "  ")) == ["- one", "  two", "  three"]
    assert list(wrapped("日本 日本 unbreakable", 9)) == ["日本 日本", "unbreakable"]
    assert list(wrapped("", 9, "- ")) == ["- "]


def test_signs_that_steer_or_that_xml_forbids_are_replaced_and_no_others() -> None:
    assert printable("a\x00\x1b\u009f\u2029\u2066\ufffe\ufdd0\U0001ffffz") == "a" + 8 * "\ufffd" + "z"
    assert printable("Zoë 日本 👩‍🚀 \u200fעברית") == "Zoë 日本 👩‍🚀 \u200fעברית"
