import io
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click.testing
import pytest
import requests

from events.tables.codec import Codec
from rollstream_follow import Client, News, ServiceProblem
from rules.registry import games
from rules.texts.texts import Texts, of_game
from service.command_line import main
from service.terminal.dice import matches_commitment
from service.terminal.game import Playthrough, Telling, Wishes
from service.terminal.paper import TEXTS, paper
from service.terminal.table_printer import TablePrinter
from tests.events.proof.tables import made
from tests.live import Service
from tests.service.command_line.stand_in import Scripted, stand_in
from tests.size import at_size

GAMES = games()
BEGINNING: Sequence[Mapping[str, Any]] = json.loads(made("glacial for two"))["events"][:6]
"""Two players have joined, and the first of them has to roll."""
FIVE = 'cards=["odds", "sixes", "any-two", "straight", "alike-x5"]'
DICY_CARDS = [
    ("--mode", "glacial"),
    ("--option", "mode=interactions", "--option", "first_seat=creator"),
    ("--mode", "custom", "--option", FIVE),
    ("--mode", "beginner"),
    ("--option", "mode=intermediate"),
    ("--mode", "interglacial"),
][: at_size(3, 6)]
"""The first three have every kind of event; the others have other cards."""
ICE_DICE = [
    ("--game", "ice-dice"),
    ("--game", "ice-dice", "--option", "variant=young", "--option", "ties=children"),
    ("--game", "ice-dice", "--option", "variant=experienced", "--option", "reroll_limit=1"),
]


def texts(*names: str) -> Texts:
    return of_game(GAMES["dicy-cards"], "en", names, more=[TEXTS])


def play(*arguments: str, **environment: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["play", *arguments], env=environment)


def playthrough(service: Service, client: type[Client] = Client, sleep: Callable[[float], None] = time.sleep) -> tuple[bool, str]:
    """Play with this client and this sleep. Return whether the game ended, and the output."""
    out = io.StringIO()
    wishes = Wishes(game=GAMES["dicy-cards"], language="en", seats=2, options={"mode": "beginner"}, seed=4, delay=0.0)
    return Playthrough(client(service.url, pytest.fail, sleep), paper(out, {}), wishes).play(), out.getvalue()


def events_of(service: Service, told: str) -> list[Mapping[str, Any]]:
    """All events of the table that the output names."""
    match = re.search(r"Table (p\d\d-\w+)", told)
    assert match is not None
    answer = requests.get(f"{service.url}/v1/tables/{match[1]}/events?limit=500", timeout=10).json()
    events: list[Mapping[str, Any]] = answer["events"]
    while answer["next"] is not None:
        answer = requests.get(f"{service.url}/v1/tables/{match[1]}/events?limit=500&after={answer['next']}", timeout=10).json()
        events += answer["events"]
    return events


def lines_of(told: str, words: str) -> int:
    """The number of lines of the output that have these words about a player."""
    return len(re.findall(rf"^Player \d {words}", told, re.MULTILINE))


def counted(events: Sequence[Mapping[str, Any]], name: str) -> int:
    return sum(event["type"] == name for event in events)


@pytest.mark.parametrize("arguments", DICY_CARDS, ids=" ".join)
def test_a_whole_game_of_dicy_cards_is_played_and_told(service: Service, arguments: Sequence[str]) -> None:
    seats = 2 + DICY_CARDS.index(tuple(arguments)) % 3

    result = play("--url", f"{service.url}/", "--seats", str(seats), *arguments, "--seed", "7")

    assert result.exit_code == 0, result.output
    assert re.match(rf"Dicy Cards · mode \w+( · .*)? · {seats} players · choices from seed 7\n", result.stdout)
    events = events_of(service, result.stdout)
    assert events[-1]["type"] == "table.seed-revealed"
    for name, words in {"card-scored": "scores ", "dice-rolled": "rolls ", "dice-rerolled": "rerolls "}.items():
        assert lines_of(result.stdout, words) == counted(events, f"dicy-cards.{name}") > 0, name
    if seats == 2:
        assert_every_round_has_a_heading_with_all_points(result.stdout)
        assert_the_end_has_reason_ranking_and_a_check_of_the_dice(result.stdout)


@pytest.mark.parametrize("arguments", ICE_DICE, ids=" ".join)
def test_a_whole_game_of_ice_dice_is_played_and_told(service: Service, arguments: Sequence[str]) -> None:
    seats = 2 + 2 * ICE_DICE.index(tuple(arguments))

    result = play("--url", service.url, "--seats", str(seats), *arguments, "--seed", "7")

    assert result.exit_code == 0, result.output
    assert re.match(rf"Ice Dice( · .*)? · {seats} players · choices from seed 7\n", result.stdout)
    events = events_of(service, result.stdout)
    assert events[-1]["type"] == "table.seed-revealed"
    for name, words in {"dice-rolled": "rolls ", "token-set-up": "places the"}.items():
        assert lines_of(result.stdout, words) == counted(events, f"ice-dice.{name}") > 0, name
    assert lines_of(result.stdout, "ends the turn.") == counted(events, "ice-dice.turn-passed")
    shifted, taken = counted(events, "ice-dice.token-shifted"), counted(events, "ice-dice.token-taken")
    assert lines_of(result.stdout, "makes .* and shifts the") == shifted > 0
    assert lines_of(result.stdout, "makes .* and takes the") == taken > 0
    if seats == 2:
        assert_every_round_has_a_heading_with_all_points(result.stdout)


def assert_every_round_has_a_heading_with_all_points(told: str) -> None:
    rounds = re.findall(r"Round (\d+) · Player 1 \d+ · Player 2 \d+", told)
    last = re.search(r"The end, in round (\d+)", told)
    assert last is not None
    assert [int(number) for number in rounds] == [*range(1, int(last[1]) + 1)]
    for chapter in told.split("Round ")[2:]:
        assert re.match(r"Player \d (rolls|skips)", chapter.splitlines()[1])


def assert_the_end_has_reason_ranking_and_a_check_of_the_dice(told: str) -> None:
    assert "\nThe round is complete and a player has at least 100 points: the game is over.\n" in told
    last = told[told.index("The end, in round ") :]
    assert re.search(r"^  1\. Player \d, \d+ points - wins\n  2\. Player \d, ", last, re.MULTILINE)
    assert "✓ dice secret matches the commitment" in last
    for address in re.findall(r"curl '?([^'\s]+)", last):
        assert requests.get(address, timeout=10).status_code == 200


def test_a_move_that_somebody_else_has_made_meanwhile_is_told_and_the_game_goes_on(service: Service) -> None:
    class Overtaken(Client):
        done = False

        def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
            if path.endswith("/moves") and not self.done:
                self.done = True
                super().post(path, {"type": "skip", "decision": body["decision"]}, token)
            return super().post(path, body, token, key)

    ended, told = playthrough(service, Overtaken)

    assert ended
    assert re.search(r"^Player \d skips\.$", told, re.MULTILINE)
    assert told.count(" skips.\n") == counted(events_of(service, told), "dicy-cards.turn-skipped")


def test_a_refusal_of_any_other_kind_ends_the_game(service: Service) -> None:
    class Confused(Client):
        def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
            return super().post(path, {**body, "dice": "all"} if path.endswith("/moves") else body, token, key)

    with pytest.raises(ServiceProblem) as refused:
        playthrough(service, Confused)

    assert refused.value.code == "body-invalid"


def test_ctrl_c_says_how_to_go_on_watching(service: Service) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    ended, told = playthrough(service, sleep=interrupted)

    assert not ended
    assert "nothing is lost" in told
    match = re.search(r"curl (http\S+)", told)
    assert match is not None
    assert requests.get(match[1], timeout=10).json()["status"] == "playing"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "0"), "--seats"),
        (("--game", "chess"), "'chess' is not one of dicy-cards, ice-dice, dice-cards"),
        (("--option", "young"), "'young' is not NAME=VALUE"),
        (("--option", "=young"), "'=young' is not NAME=VALUE"),
        (("--seed", "-1"), "--seed"),
        (("--delay", "-1"), "--delay"),
        (("--delay", "nan"), "--delay"),
        (("--url", "localhost:8000"), "--url"),
        (("--url", "ftp://127.0.0.1"), "--url"),
        (("--url", "http://"), "--url"),
        (("--url", "http://127.0.0.1:99999"), "--url"),
        (("--url", "http://[::1"), "--url"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(arguments: tuple[str, ...], says: str) -> None:
    result = play(*arguments)

    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "5"), "--seats: dicy-cards is played by 2 to 4 seats, not 5."),
        (("--game", "ice-dice", "--seats", "7"), "--seats: ice-dice is played by 2 to 6 seats, not 7."),
        (("--mode", "tropical"), "--option: mode is one of glacial, "),
        (("--game", "ice-dice", "--mode", "glacial"), "--option: The options are variant, ties, reroll_limit."),
        (("--game", "ice-dice", "--option", "reroll_limit=21"), "--option: reroll_limit is a whole number from 0 to 20, or null."),
    ],
)
def test_what_the_game_does_not_have_is_answered_with_what_it_has(service: Service, arguments: tuple[str, ...], says: str) -> None:
    result = play("--url", service.url, *arguments)

    assert result.exit_code == 2
    assert says in result.stderr


def test_an_address_where_nobody_is_gets_an_error_that_helps() -> None:
    with stand_in(Scripted(200, {})) as nobody:
        pass

    result = play("--url", nobody.url)

    assert result.exit_code == 1
    assert f"no rollstream service answers at {nobody.url}" in result.stderr
    assert "make run" in result.stderr


def test_what_the_service_refuses_is_passed_on(service: Service) -> None:
    result = play("--url", f"{service.url}/nothing/here")

    assert result.exit_code == 1
    assert "route-unknown" in result.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "environment", "coloured"),
    [
        (Terminal(), {"TERM": "xterm-256color"}, True),
        (Terminal(), {"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        (io.StringIO(), {"TERM": "xterm-256color"}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(out: io.StringIO, environment: dict[str, str], coloured: bool) -> None:
    printer = TablePrinter(paper(out, environment), Codec(GAMES["dicy-cards"]), texts("Ada", "Ben"))

    printer.print_events([*BEGINNING, event("dicy-cards.turn-skipped", 1)])

    assert ("\x1b[" in out.getvalue()) is coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).endswith("\nBen skips.\n")


def event(name: str, seat: int | None, **data: Any) -> Mapping[str, Any]:
    return {"version": 1, "type": name, "schema": 1, "seat": seat, "data": data}


def told(*events: Mapping[str, Any]) -> list[str]:
    """The output for these events, which follow `BEGINNING`."""
    out = io.StringIO()
    printer = TablePrinter(paper(out, {}), Codec(GAMES["dicy-cards"]), texts("A\x1bda", "Ben"))
    printer.print_events(BEGINNING)
    began = len(out.getvalue())
    printer.print_events(events)
    return out.getvalue()[began:].splitlines()


def test_what_happens_to_the_table_is_told_as_well() -> None:
    assert told(event("table.seat-resigned", 1), event("table.decision-expired", 0, policy="skip", expiries=1)) == [
        "Ben resigns.",
        "A\N{REPLACEMENT CHARACTER}da runs out of time.",
    ]


def test_a_move_that_the_service_makes_for_a_late_player_is_marked_as_automatic() -> None:
    late = event("table.decision-expired", 0, policy="skip", expiries=1)

    assert told(late, event("dicy-cards.turn-skipped", 0), event("dicy-cards.turn-skipped", 1))[1:] == [
        "A\N{REPLACEMENT CHARACTER}da’s turn is skipped automatically.",
        "Ben skips.",
    ]


@pytest.mark.parametrize(
    ("name", "data"), [("dicy-cards.moon-rose", {}), ("dicy-cards.card-reset", {"card": "moon", "cause": "skip", "forced": False})]
)
def test_events_of_later_versions_are_told_by_their_name_alone(name: str, data: Mapping[str, Any]) -> None:
    assert told(event(name, 0, **data), event("dicy-cards.turn-skipped", 1)) == [name, "Ben skips."]


@pytest.mark.parametrize(("secret", "kept"), [("00" * 32, True), ("11" * 32, False), ("not hex", False), (None, False), ("00" * 31, False)])
def test_a_secret_is_held_against_its_commitment(secret: str | None, kept: bool) -> None:
    commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"

    assert matches_commitment({"secret": secret, "commitment": commitment}) is kept


def test_a_table_whose_newest_moves_the_service_has_lost_is_told_from_its_beginning() -> None:
    out = io.StringIO()
    telling = Telling(paper(out, {}), GAMES["dicy-cards"], texts("Player 1", "Player 2"))

    for news in (News(True, {}, ()), News(False, None, BEGINNING), News(True, {}, ()), News(False, None, BEGINNING[:3])):
        telling.add(news)

    before, _, after = out.getvalue().partition("The service has lost the newest moves.")
    assert "Player 2" in before
    assert "Player 2" in after
    assert telling.version == 3
