"""The page about the proof, the published schema and the second verifier match the code."""

import json
import re
import subprocess
from dataclasses import fields
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from events.proof.reading import DEEPEST_NESTING, MOST_FILE_BYTES
from events.proof.shape import TableFile
from events.proof.table_shapes import TABLE_SHAPES
from events.proof.verdict import CODES
from events.proof.verify import verify
from rules.catalogue import ALWAYS_THERE
from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.setup import GLACIAL, STAND_INS
from rules.game import AnyGame
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.setup import UNTIMED_LIMIT
from rules.ice_dice.tokens import COLOURS
from rules.table_events import TABLE_EVENTS
from rules.testing.laws.numbers import set_by_options
from rules.texts.catalogue import catalogue
from tests.docs.links import ROOT
from tests.docs.table_schema import PUBLISHED, made, written
from tests.events.proof.forging import find, parsed
from tests.events.proof.tables import GAMES, MAKERS
from tests.events.proof.tables import made as file_of
from tests.examples.programs import NODE
from tests.golden_tables.record import FOLDER

PAGE = (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")
VERIFIER = ROOT / "docs" / "verify.mjs"


def rows(heading: str) -> list[list[str]]:
    """The first table after a heading, cell by cell."""
    table = re.search(r"(?:^\|.*\n)+", PAGE[PAGE.index(f"# {heading}\n") :], re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in table[0].splitlines()[2:]]


def test_the_page_lists_every_code_with_what_it_means() -> None:
    assert {code.strip("`"): meaning for code, meaning in rows("What is reported")} == CODES


def test_the_page_lists_every_member() -> None:
    assert {name for names, _ in rows("The members") for name in re.findall(r"`(\w+)`", names)} == set(TableFile.__struct_fields__)


def section(heading: str) -> str:
    """The text below a heading of the page, with its lines joined."""
    _, _, rest = PAGE.partition(f"\n## {heading}\n")
    return " ".join(rest.partition("\n## ")[0].split())


@pytest.mark.parametrize("event", TABLE_EVENTS, ids=lambda event: event.type)
def test_the_page_tells_when_every_event_of_a_table_happens(event: type) -> None:
    assert f"`{event.type}`" in PAGE  # type: ignore[attr-defined]  # every event has one


def test_the_page_lists_the_members_of_every_event_of_a_table_in_every_schema() -> None:
    listed = {
        (kind.strip("`"), int(schema)): set(re.findall(r"`(\w+)`(?=:|;| or|$)", data))
        for kind, schema, _, data in rows("The table's events")
    }

    for (kind, schema), shape in TABLE_SHAPES.items():
        before = set(TABLE_SHAPES[kind, schema - 1].__struct_fields__) if schema > 1 else set()
        new = set(shape.__struct_fields__) - before
        assert new <= listed.pop((kind, schema)), f"docs/proof.md: what is new in {kind} with schema {schema}"
    assert not listed


@pytest.mark.parametrize(
    ("game", "event"),
    [(game, event) for game in GAMES.values() for event in game.events],
    ids=lambda value: getattr(value, "type", ""),
)
def test_the_page_tells_when_every_event_of_a_game_happens_and_what_is_in_it(game: AnyGame, event: type) -> None:
    name = event.type  # type: ignore[attr-defined]  # every event has one
    told = section(f"{catalogue(game, 'en')['title']}, ruleset {game.ruleset}")

    members = re.findall(r"\w+", " ".join(re.findall(rf"`(?:{game.name}\.)?{name.split('.')[1]}`[^{{]{{0,60}}\{{([^}}]*)\}}", told)))

    assert f"`{name}`" in told or f"`{name.split('.')[1]}`" in told
    for field in fields(event):
        assert field.name == "seat" or field.name in members, f"docs/proof.md: {field.name} of {name}"


def test_the_page_lists_the_cards_in_the_order_of_the_code() -> None:
    assert [name.strip("`") for name, *_ in rows("Dicy Cards, ruleset 1")] == list(CARDS)


def test_the_page_lists_the_sets_of_cards() -> None:
    for mode, cards in {"glacial": GLACIAL, **STAND_INS}.items():
        assert f"| `{mode}` | {', '.join(f'`{card}`' for card in cards)} |" in PAGE


def test_the_page_tells_the_stand_in_board_of_ice_dice() -> None:
    told = section("Ice Dice, ruleset 1")
    tokens = [token for line in STAND_IN for token in line]
    fronts = {token.front: token.front.number for token in tokens}

    for line, column in product(range(6), repeat=2):
        assert STAND_IN[line][column].front == (6 * line + column + 1, COLOURS[(line + column) % 6])
    assert ", ".join(f"`{colour}`" for colour in COLOURS) in told
    assert ", ".join(str(fronts[token.back]) for token in tokens) in told


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_page_tells_the_options_of_every_game_with_their_values(game: AnyGame) -> None:
    told = section(f"{catalogue(game, 'en')['title']}, ruleset {game.ruleset}")

    for name, option in game.catalogue.options.items():
        assert f"`{name}` " in told, f"docs/proof.md: the option {name} of {game.name}"
        assert [value for value in option.values if f"`{value}`" not in told] == [], name
        numbers = "" if option.numbers is None else f"`{name}` is {option.numbers[0]} to {option.numbers[-1]}"
        assert numbers in told, name
        assert option.before is ALWAYS_THERE or re.search(rf"older .*`?{option.before}`?", told), f"{name} at older tables"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_page_says_a_number_that_an_option_sets_only_where_it_tells_of_the_option(game: AnyGame) -> None:
    told = section(f"{catalogue(game, 'en')['title']}, ruleset {game.ruleset}")

    for option, number in set_by_options(game):
        assert [
            sentence for sentence in re.split(r"(?<=[.;]) ", told) if re.search(rf"\b{number}\b", sentence) and option not in sentence
        ] == []


def test_the_page_tells_how_many_rerolls_a_table_of_ice_dice_without_a_clock_has() -> None:
    assert f"have {UNTIMED_LIMIT} in the place of null" in section("Ice Dice, ruleset 1")


def test_the_page_shows_a_real_fork_of_a_fork_and_counts_its_draws_rightly() -> None:
    [shown] = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    file = json.loads((FOLDER / "dicy-cards" / "forked-twice.json").read_bytes())
    fork = file["forked_from"]

    assert re.sub(r"…", "", shown) == re.sub(r"\b([0-9a-f]{8})[0-9a-f]{56}\b", r"\1", laid_out(fork))
    start = 1 + [event["type"] for event in file["events"]].index("table.started")
    inherited = file["events"][start : start + fork["events"]]
    assert sum("draw" in event["data"] and event["data"]["draw"] is not None for event in inherited) == fork["sources"][-1]["draws"] == 27


def laid_out(fork: dict[str, Any]) -> str:
    """The JSON as on the page: one line for every member and every source."""
    sources = ",\n".join(f"    {json.dumps(source)}" for source in fork["sources"])
    members = [f'  "{name}": ' + (f"[\n{sources}\n  ]" if name == "sources" else json.dumps(fork[name])) for name in fork]
    return "{\n" + ",\n".join(members) + "\n}\n"


def test_what_the_page_says_of_white_space_and_size_is_so() -> None:
    file = file_of("never begun")

    for space in (b" ", b"\t", b"\r", b"\n"):
        assert verify(file.replace(b",", space + b"," + space), GAMES).ok
    assert not verify(file.replace(b",", b"\x0c,"), GAMES).ok
    assert f"more than {MOST_FILE_BYTES // 1024**2} MiB, and objects and lists nested {DEEPEST_NESTING} or more deep" in " ".join(
        PAGE.split()
    )


def test_the_published_schema_is_that_of_the_code() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == written(made()), "run `python -m tests.docs.table_schema`"


@cache
def published() -> jsonschema_rs.Draft202012Validator:
    """A validator of files by the published schema."""
    schema = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


@pytest.mark.parametrize("name", MAKERS)
def test_every_table_fits_the_published_schema(name: str) -> None:
    published().validate(parsed(file_of(name)))


@pytest.mark.parametrize(
    ("table", "kind", "member", "value"),
    [
        ("glacial for two", "dicy-cards.dice-rolled", "dice", "sixes"),
        ("glacial for two", "table.created", "seats", None),
        ("glacial for two", "table.finished", "by", "me"),
        ("glacial for two", "table.started", "draw", 1),
        ("ice for two", "ice-dice.token-shifted", "expression", 7),
        ("ice for two", "ice-dice.token-taken", "expression", {"op": "+", "left": {"op": "^", "left": 0, "right": 1}, "right": 2}),
        ("ice for two", "ice-dice.board-laid", "tokens", [{"token": 1, "line": 0, "number": 1, "colour": "beige"}]),
    ],
)
def test_the_published_schema_refuses_what_no_event_has(table: str, kind: str, member: str, value: object) -> None:
    file = parsed(file_of(table))
    find(file, kind)["data"][member] = value

    assert not published().is_valid(file)


def test_the_second_verifier_says_on_the_command_line_what_it_has_found(tmp_path: Path) -> None:
    right, wrong, none = tmp_path / "right.json", tmp_path / "wrong.json", tmp_path / "none.json"
    right.write_bytes(file_of("glacial for two"))
    wrong.write_bytes(file_of("glacial for two").replace(b'"points":9', b'"points":8'))
    none.write_bytes(b"{")

    def run(*files: Path | str) -> tuple[int, str]:
        asked = subprocess.run([NODE, VERIFIER, *files], input=right.read_bytes(), capture_output=True, check=False)
        return asked.returncode, asked.stdout.decode()

    found = "valid: 245 events in 103 moves and other actions, 30 draws.\n"
    assert run(right) == (0, f"{right}: {found}")
    code, said = run("-", wrong)
    assert (code, said.partition("\n")[0] + "\n") == (1, f"-: {found}")
    assert "invalid at event 34: " in said
    assert run(none, right)[0] == 2


def test_the_second_verifier_says_once_that_a_file_is_not_there_and_checks_the_others(tmp_path: Path) -> None:
    right, missing = tmp_path / "right.json", tmp_path / "missing.json"
    right.write_bytes(file_of("never begun"))

    asked = subprocess.run([NODE, VERIFIER, missing, right], capture_output=True, check=False)

    assert asked.returncode == 2
    first, second = asked.stdout.decode().splitlines()
    assert first.startswith(f"{missing}: cannot be read: ENOENT")
    assert second.startswith(f"{right}: valid: ")
