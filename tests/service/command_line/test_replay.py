"""`rollstream replay`: a finished table step by step, by keys in a terminal, otherwise as text."""

import io
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import click.testing
import pytest
from rich.console import Console
from rich.style import Style

from events.proof.loading import load_file
from service.command_line import main
from service.terminal.cards import COLOURS
from service.terminal.frame import frame
from service.terminal.keyboard import keys
from service.terminal.stepping import Stepper
from tests.contrast import contrast
from tests.events.proof.tables import GAMES, made
from workers.exports.tints import TINTS
from workers.exports.transcript import PicturedCard, Transcript, transcribe


def replay(*arguments: str | Path, content: bytes | None = None) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["replay", *map(str, arguments)], input=content)


def test_where_no_terminal_is_the_whole_story_is_printed(file: Path) -> None:
    result = replay(file)

    assert result.exit_code == 0, result.output
    assert "Player 1 goes first." in result.output or "Player 2 goes first." in result.output
    assert "Round 1\n" in result.output
    assert "wins with" in result.output


def test_one_version_is_shown_with_dice_cards_points_and_what_happened(file: Path) -> None:
    result = replay("--at", "14", file)

    assert result.exit_code == 0, result.output
    assert "Event 14 of 245 · round 2" in result.output
    assert "⚁  ⚅  ⚂  ⚀  ⚀  ⚃" in result.output
    assert "7 points" in result.output
    assert "[Straight]" in result.output
    assert "   12  Player" in result.output


def test_before_the_game_nothing_lies_on_the_table(file: Path) -> None:
    assert "points" not in replay("--at", "1", file).output


def test_every_version_up_to_the_last_can_be_shown_and_no_other(file: Path) -> None:
    assert "Event 245 of 245" in replay("--at", "245", file).output
    assert "the table has 245 events" in replay("--at", "246", file).output
    assert replay("--at", "0", file).exit_code == 2


def test_a_file_that_is_wrong_is_not_shown(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"points":9', b'"points":8'))
    assert (replay(file).exit_code, "The file is invalid at event 34" in replay(file).output) == (1, True)
    file.write_bytes(b"")
    assert replay(file).exit_code == 2


def test_keys_lead_through_the_versions_and_not_beyond_them() -> None:
    stepper = Stepper(30)

    def press(*keys: str) -> int:
        for key in keys:
            stepper.press(key)
        return stepper.version

    assert press("\n", " ", "n", "right") == 5
    assert press("p", "left") == 3
    assert press("1", "8", "\n") == 18
    assert press("2", "9", "\x7f", "\r") == 2
    assert press("9", "9", "9", "\n") == 30
    assert press("n") == 30
    assert press("0", "\n", "p") == 1
    assert press("4", "p", "\n") == 2
    assert press("x", "") == 2
    assert press("end") == 30
    assert press("4", "home") == 1


def test_cards_and_sentences_that_are_too_long_for_a_line_go_on_in_the_next() -> None:
    story = transcribe(*load_file(made("glacial for two"), GAMES))
    console = Console(width=40, height=30)
    cards = " ".join(f"[{card.title}]" for card in story.steps[6].scene.cards[0])

    with console.capture() as shown:
        console.print(frame(story, 7, console))

    told = " ".join(shown.get().split())
    assert cards in told
    assert next(step.words for step in story.steps[:7] if step.words.startswith("All players use")) in told


def test_a_frame_fits_the_width_of_the_terminal_and_names_do_not_steer_it() -> None:
    story = transcribe(*load_file(made("resigned for two"), GAMES))
    console = Console(width=40, height=30, force_terminal=True, color_system=None)

    for version in range(1, len(story.steps) + 1):
        with console.capture() as shown:
            console.print(frame(story, version, console))
        assert all(len(line) <= 40 for line in shown.get().splitlines())
        assert not {"\x1b", "\u2028", "\x7f"} & set(shown.get())


@pytest.fixture(scope="module")
def ice() -> Transcript:
    """A game of Ice Dice for six, in which some tokens show their backs."""
    return transcribe(*load_file(made("experienced ice for six"), GAMES))


def printed(story: Transcript, version: int, console: Console) -> list[str]:
    with console.capture() as shown:
        console.print(frame(story, version, console))
    return shown.get().splitlines()


def chip(card: PicturedCard | None) -> str:
    return "·" if card is None else f"{TINTS[card.tint or 0].sign}{card.title}"


@pytest.mark.parametrize(("width", "rows"), [(80, 2), (40, 6), (30, 6), (20, 9)])
def test_what_is_nobodys_lies_at_its_places_on_boards(ice: Transcript, width: int, rows: int) -> None:
    step = next(step for step in ice.steps if step.recorded_event.recorded.type == "ice-dice.token-taken")
    big, medium = step.scene.shared

    lines = printed(ice, step.version, Console(width=width, height=40))

    begin, end = (lines.index(f"{pile.title} · {sum(card is not None for card in pile.cards)}") for pile in (big, medium))
    board = lines[begin + 1 : end]
    assert len(board) == rows
    assert [line[place : place + 4].strip() for line in board for place in range(4, len(line), 4)] == [chip(card) for card in big.cards]
    assert lines[end + 1].split() == [chip(card) for card in medium.cards][: len(lines[end + 1].split())]


def test_tokens_of_a_seat_stand_behind_its_points_and_go_on_below(ice: Transcript) -> None:
    step = ice.steps[-1]
    cards = [[chip(card) for card in cards] for cards in step.scene.cards]

    wide, narrow = (printed(ice, step.version, Console(width=width, height=40)) for width in (80, 30))

    for name, points, held in zip(ice.names, step.scores, cards, strict=True):
        assert f"  {name} · {points} points  {' '.join(held)}".rstrip() in [line.rstrip() for line in wide]
        assert f"{name} · {points} points {' '.join(held)}".rstrip() in " ".join(" ".join(narrow).split())


def test_six_seats_fit_an_ordinary_terminal_with_the_boards_and_what_was_told(ice: Transcript) -> None:
    console = Console(width=80, height=24)

    for step in ice.steps:
        lines = printed(ice, step.version, console)
        newest = [told.version for told in ice.steps[: step.version] if told.words][-1]
        assert len(lines) <= 22
        assert all(len(line) <= 80 for line in lines)
        assert any(line.startswith(f"{newest:5}  ") for line in lines)


def test_marks_are_of_ascii_where_their_signs_cannot_be_shown(ice: Transcript) -> None:
    raw = io.BytesIO()
    console = Console(file=io.TextIOWrapper(raw, "latin-1", errors="replace", write_through=True), width=80, height=24)

    console.print(frame(ice, len(ice.steps), console))

    told = raw.getvalue().decode("latin-1")
    assert not any(tint.sign in told for tint in TINTS)
    for card in (card for cards in ice.steps[-1].scene.cards for card in cards):
        assert f" {TINTS[card.tint or 0].plain}{card.title}" in told


def test_marks_differ_and_their_colours_stand_out_on_black_and_on_white() -> None:
    assert len({tint.sign for tint in TINTS}) == len({tint.plain for tint in TINTS}) == len(set(COLOURS)) == len(TINTS) == 6
    for colour in COLOURS:
        told = Style.parse(colour).color
        assert told is not None
        assert all(contrast(told.get_truecolor().hex, ground) >= 3 for ground in ("#000000", "#ffffff"))


def test_a_file_of_any_game_is_replayed(file: Path) -> None:
    file.write_bytes(made("experienced ice for six"))

    whole, one = replay(file), replay("--at", "20", file)

    assert (whole.exit_code, one.exit_code) == (0, 0)
    assert "places the" in whole.output
    assert "Big board · " in one.output


def test_a_file_is_replayed_in_french_where_that_is_wanted_or_the_locale(file: Path) -> None:
    wanted, at = replay("--language", "fr", file), replay("--language", "fr", "--at", "20", file)
    by_locale = click.testing.CliRunner().invoke(main, ["replay", str(file)], env={"LC_ALL": "fr_CA.UTF-8"})

    assert " commence." in wanted.output
    assert "Journal de la partie" in wanted.output
    assert "Événement 20 sur " in at.output
    assert by_locale.output == wanted.output


@pytest.mark.parametrize("leaving", ["q", "Ctrl-C"])
def test_in_a_terminal_keys_are_enough(file: Path, leaving: str) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "service.command_line", "replay", str(file)]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40", "NO_COLOR": ""}
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    told = bytearray()
    reader = threading.Thread(target=lambda: read_all(ours, told), daemon=True)
    reader.start()

    for typed, awaited in [
        (b"", "Event 1 of 245"),
        (b"\r", "Event 2 of 245"),
        (b"120\r", "Event 120 of 245"),
        (b"\x1b[D", "Event 119 of 245"),
        (b"\x1b[F", "Event 245 of 245"),
        (b"\x1b[H", "Event 1 of 245"),
    ]:
        os.write(ours, typed)
        while awaited not in told.decode("utf-8", "ignore"):
            assert program.poll() is None, told.decode("utf-8", "ignore")
            time.sleep(0.02)
    if leaving == "q":
        os.write(ours, b"q")
    else:
        program.send_signal(signal.SIGINT)  # as a terminal does that controls the program

    assert program.wait(60) == 0
    reader.join(60)
    assert b"\x1b[?1049l" in told
    assert b"Aborted" not in told
    os.close(ours)


def test_keys_of_several_bytes_are_told_apart_however_fast_they_come() -> None:
    ours, theirs = pty.openpty()

    with keys(theirs) as pressed:
        os.write(ours, b"\x1b[H\x1b[4~\x1bOCn\x1b[5~\x1b[D")
        assert [next(pressed) for _ in range(6)] == ["home", "end", "right", "n", "", "left"]
    os.close(ours)
    os.close(theirs)


def read_all(terminal: int, into: bytearray) -> None:
    try:
        while part := os.read(terminal, 65536):
            into.extend(part)
    except OSError:
        return
