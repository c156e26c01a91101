"""Score sheets add up: in every column of every file, the sum of the figures is the final score of the seat."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.proof.loading import load_file
from rules.ice_dice.events import TokenTaken
from tests.golden_tables.record import FOLDER
from tests.workers.exports.tables import GAMES, abandoned, left, played
from workers.exports.format import formats
from workers.exports.sheet import rows
from workers.exports.transcript import Transcript, transcribe

GOLDEN: Final = sorted(FOLDER.glob("*/*.json"))

NAMES: Final = ("Ada", "Grace", "Linus", "Zoë", "Mei", "Noor")


def golden(path: Path) -> Transcript:
    return transcribe(*load_file(path.read_bytes(), GAMES))


def points_of(transcript: Transcript) -> list[int]:
    """The final score of every seat."""
    return list(transcript.steps[-1].scores) or [0] * len(transcript.seats)


def sums_of_txt(transcript: Transcript) -> list[int]:
    """The sum of the signed figures in each column of the sheet. The line below the header marks the columns."""
    lines = formats()["txt"].render(transcript).decode().split("\n")
    ruled = [place for place, line in enumerate(lines) if line.startswith("-----  -")]
    columns = [match.span() for match in re.finditer("-+", lines[ruled[0]])][1:] if ruled else [(0, 0)] * len(transcript.seats)
    sheet = lines[ruled[0] + 1 : ruled[1]] if ruled else []
    return [sum(int(figure) for line in sheet for figure in re.findall(r"[+-]\d+", line[begin:end])) for begin, end in columns]


def sums_of_csv(transcript: Transcript) -> list[int]:
    """The sum of the changes from row to row in each column of points, as a reader would calculate it in a spreadsheet."""
    _, *lines = csv.reader(io.StringIO(formats()["csv"].render(transcript).decode("utf-8-sig"), newline=""))
    columns = zip(*([int(points or 0) for points in line[8:]] for line in lines), strict=True)
    return [sum(after - before for before, after in pairwise((0, *column))) for column in columns]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_columns_of_a_golden_table_add_up(path: Path) -> None:
    told = golden(path)

    assert sums_of_txt(told) == sums_of_csv(told) == points_of(told)


@settings(max_examples=6)
@given(st.sampled_from(sorted(GAMES)), st.integers(2, 6), st.integers(0, 999))
def test_the_columns_of_any_table_add_up(game: str, seats: int, seed: int) -> None:
    told = played(*NAMES[: min(seats, GAMES[game].seats[-1])], game=game, seed=seed)

    assert sums_of_txt(told) == sums_of_csv(told) == points_of(told)


def others(transcript: Transcript) -> Sequence[int]:
    return [cell.others for row in rows(transcript) for cell in row.cells]


def test_points_that_change_in_the_turn_of_another_stand_apart_from_those_of_the_own_turn(ice: Transcript) -> None:
    first = next(rows(ice))

    events = [step.recorded_event.event for step in ice.steps if step.round == 1]
    taken = {event.seat: event.points[event.seat] for event in events if isinstance(event, TokenTaken)}
    assert [cell.own + cell.others for cell in first.cells] == [cell.points for cell in first.cells]
    assert [cell.own for cell in first.cells] == [taken.get(seat, 0) for seat in range(6)]
    assert min(others(ice)) < 0


def test_what_a_move_gives_to_others_stands_where_it_would_stand_if_it_took_it_from_them(ice: Transcript) -> None:
    """No game yet gives points to others. In one with the opposite points every loss is a gain."""
    opposite = ice._replace(steps=[step._replace(scores=tuple(-points for points in step.scores)) for step in ice.steps])

    cells, given = ([cell for row in rows(story) for cell in row.cells] for story in (ice, opposite))

    assert max(others(opposite)) > 0
    assert given == [tuple(-figure for figure in cell) for cell in cells]


@pytest.mark.parametrize("game", ["dicy-cards", "dice-cards"])
def test_where_nobody_changes_what_others_have_all_points_are_the_own_ones(game: str) -> None:
    tables = [golden(path) for path in GOLDEN if path.parent.name == game]

    assert len(tables) > 0
    assert not any(cell for told in tables for cell in others(told))


def test_rounds_without_play_have_no_row() -> None:
    assert [row.round for row in rows(abandoned("Ada", "Grace"))] == [1]
    assert list(rows(left("Ada", "Grace"))) == []
