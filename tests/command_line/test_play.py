import io
import re
from collections.abc import Callable, Mapping
from typing import Any

import click.testing
import pytest
import requests

from service.command_line import main
from service.terminal.client import Client, Refused
from service.terminal.ending import keeps_its_word
from service.terminal.game import Evening, Wishes
from service.terminal.paper import paper
from service.terminal.story import Story
from tests.command_line.stand_in import Scripted, stand_in
from tests.live import Service

MODES = ["glacial", "interglacial", "custom", "beginner", "intermediate", "interactions"]


def play(*arguments: str, **environment: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["play", *arguments], env=environment)


def evening(service: Service, client: type[Client] = Client, sleep: Callable[[float], None] = lambda _: None) -> tuple[bool, str]:
    """Play with this client and this sleep: whether it came to an end, and what was told."""
    out = io.StringIO()
    wishes = Wishes(seats=2, mode="glacial", seed=4, delay=0.0)
    return Evening(client(service.url, pytest.fail), paper(out, {}), wishes, sleep).play(), out.getvalue()


def events_of(service: Service, told: str) -> list[Mapping[str, Any]]:
    """All events of the table that the story names."""
    match = re.search(r"Table (p\d\d-\w+)", told)
    assert match is not None
    answer = requests.get(f"{service.url}/v1/tables/{match[1]}/events?limit=500", timeout=10).json()
    events: list[Mapping[str, Any]] = answer["events"]
    while answer["next"] is not None:
        answer = requests.get(f"{service.url}/v1/tables/{match[1]}/events?limit=500&after={answer['next']}", timeout=10).json()
        events += answer["events"]
    return events


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_is_played_and_told_in_every_mode(service: Service, mode: str) -> None:
    seats = 2 + MODES.index(mode) % 3

    result = play("--url", service.url, "--seats", str(seats), "--mode", mode, "--seed", "7")

    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"Dicy Cards · {mode} · {seats} players · choices from seed 7\n")
    events = events_of(service, result.stdout)
    assert events[-1]["type"] == "table.seed-revealed"
    for name, words in {
        "card-scored": "    scores  ",
        "dice-rolled": "    rolls ",
        "dice-rerolled": "    rerolls ",
        "turn-skipped": "skips",
    }.items():
        assert result.stdout.count(words) == sum(event["type"] == f"dicy-cards.{name}" for event in events), name


def test_the_end_has_ranking_reason_and_a_check_of_the_dice(service: Service) -> None:
    told = play("--url", f"{service.url}/", "--seed", "2").stdout

    last = told[told.index("The end") :]
    assert re.search(r"After round \d+: somebody has reached 100 points\.\n  1\. Player \d, \d+ points - wins\n  2\. Player \d, ", last)
    assert "✓ dice secret matches the commitment" in last
    for address in re.findall(r"curl '?([^'\s]+)", last):
        assert requests.get(address, timeout=10).status_code == 200


def test_every_face_line_shows_six_dice(service: Service) -> None:
    told = play("--url", service.url, "--seed", "3").stdout

    rolls = re.findall(r"^    (?:rolls|rerolls) +((?:[⚀-⚅] ?)+)", told, re.MULTILINE)
    assert rolls
    assert all(len(faces.split()) == 6 for faces in rolls)


def test_a_move_that_somebody_else_has_made_meanwhile_is_told_and_the_game_goes_on(service: Service) -> None:
    class Overtaken(Client):
        done = False

        def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
            if path.endswith("/moves") and not self.done:
                self.done = True
                super().post(path, {"type": "skip", "decision": body["decision"]}, token)
            return super().post(path, body, token, key)

    ended, told = evening(service, Overtaken)

    assert ended
    assert told.splitlines()[6].endswith("skips the turn")
    assert told.count("skips the turn") == sum(event["type"] == "dicy-cards.turn-skipped" for event in events_of(service, told))


def test_a_refusal_of_any_other_kind_ends_the_game(service: Service) -> None:
    class Confused(Client):
        def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
            return super().post(path, {**body, "dice": "all"} if path.endswith("/moves") else body, token, key)

    with pytest.raises(Refused) as refused:
        evening(service, Confused)

    assert refused.value.code == "body-invalid"


def test_ctrl_c_says_how_to_go_on_watching(service: Service) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    ended, told = evening(service, sleep=interrupted)

    assert not ended
    assert "nothing is lost" in told
    match = re.search(r"curl (http\S+)", told)
    assert match is not None
    assert requests.get(match[1], timeout=10).json()["status"] == "playing"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "1"), "--seats"),
        (("--seats", "5"), "--seats"),
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


def test_an_unknown_mode_is_answered_with_the_known_ones(service: Service) -> None:
    result = play("--url", service.url, "--mode", "tropical")

    assert result.exit_code == 2
    assert "'tropical' is no mode of dicy-cards; there are glacial, " in result.stderr


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
    story = Story(paper(out, environment), {"odds": "Odds"}, ["Ada", "Ben"])

    story.tell([event("dicy-cards.card-reset", 1, card="odds", cause="skip", forced=False)])

    assert ("\x1b[" in out.getvalue()) is coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()) == "    Ben gets back Odds\n"


def event(name: str, seat: int | None, **data: Any) -> Mapping[str, Any]:
    return {"type": name, "seat": seat, "data": data}


def told(*events: Mapping[str, Any]) -> list[str]:
    out = io.StringIO()
    Story(paper(out, {}), {"odds": "Odds", "sixes": "Si\x1bxes"}, ["Ada", "Ben"]).tell(events)
    return out.getvalue().splitlines()


def test_several_cards_with_one_fate_are_one_line() -> None:
    resets = [event("dicy-cards.card-reset", 0, card=card, cause="skip", forced=False) for card in ("odds", "sixes")]
    forced = event("dicy-cards.card-reset", 1, card="odds", cause="skip", forced=True)

    assert told(*resets, forced) == [
        "    Ada gets back Odds, Si\N{REPLACEMENT CHARACTER}xes",
        "    Ben gets back Odds (there was no other)",
    ]


def test_resignation_effects_and_events_of_later_versions_are_told() -> None:
    lines = told(
        event("table.seat-resigned", 1),
        event("dicy-cards.seat-withdrawn", 1),
        event("dicy-cards.choices-owed", None, seats=[0, 1], kind="freeze"),
        event("dicy-cards.card-frozen", 0, card="odds", cause="effect", forced=False),
        event("dicy-cards.moon-rose", None, phase="full"),
    )

    assert lines == ["    Ben has left the game", "    Ada and Ben must freeze a card", "    Ada freezes Odds", "    dicy-cards.moon-rose"]


@pytest.mark.parametrize(("encoding", "faces"), [("utf-8", "⚀ ⚁ ⚂ ⚃ ⚄ ⚅"), ("latin-1", "1 2 3 4 5 6")])
def test_dice_are_digits_where_their_signs_cannot_be_shown(encoding: str, faces: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding, write_through=True)

    Story(paper(out, {}), {}, ["Ada"]).tell([event("dicy-cards.dice-rolled", 0, dice=[1, 2, 3, 4, 5, 6])])

    assert raw.getvalue().decode(encoding) == f"    rolls   {faces}\n"


@pytest.mark.parametrize(("secret", "kept"), [("00" * 32, True), ("11" * 32, False), ("not hex", False), (None, False), ("00" * 31, False)])
def test_a_secret_is_held_against_its_commitment(secret: str | None, kept: bool) -> None:
    commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"

    assert keeps_its_word({"secret": secret, "commitment": commitment}) is kept
