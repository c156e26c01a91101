"""`rollstream bot try`, as an author of a bot runs it, with bots of all kinds."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from click.testing import CliRunner, Result
from standardwebhooks import Webhook, WebhookVerificationError

from rules.registry import games
from rules.table_bots import FAILURES
from service.command_line import main
from service.terminal.remedies import remedy
from tests.docs.links import ROOT
from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, BotServer, Message, good, later, moving, reply, resetting, saying, then
from tests.workers.bots.world import SECRET
from workers.bots.answer import Fault

ILLEGAL = moving({"type": "score", "card": "any-two", "dice": [0, 1]})


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a bot, which ends with the test."""
    with ExitStack() as servers:
        yield lambda answering: servers.enter_context(BotServer(answering))


def bot_try(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bot", "try", *arguments])


def verifying(line: Line, message: Message) -> None:
    """Plays only if the signature is valid."""
    try:
        Webhook(SECRET).verify(message.body, dict(message.headers))
    except WebhookVerificationError:
        reply(line, 401)
    else:
        good(line, message)


def playing(answer: Answering) -> Answering:
    """Answers pings well, and turns with `answer`."""
    return lambda line, message: (good if message.told["type"] == "bot.ping" else answer)(line, message)


def shifting(expression: object) -> Answering:
    """Places tokens correctly, and shifts the last token of the big board with this calculation."""

    def answer(line: Line, message: Message) -> None:
        state = message.data["view"]["state"]
        last = max(token["token"] for row in state["lines"] for token in row if token)
        (good if state["dice"] is None else moving({"type": "shift", "token": last, "expression": expression}))(line, message)

    return answer


def test_a_good_bot_plays_a_whole_game_that_is_told_call_by_call(serve: Serve) -> None:
    server = serve(verifying)

    command = [sys.executable, "-m", "service.command_line", "bot", "try", server.url, "--secret", SECRET]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    assert tried.returncode == 0, tried.stdout + tried.stderr
    ping, *calls, end, summary = tried.stdout.splitlines()
    assert ping.startswith("ping: 200 in ")
    assert len(calls) == len(server.turns)
    assert all(
        call.startswith(f"decision {turn.data['decision']}, call 1: 200 in ") for call, turn in zip(calls, server.turns, strict=True)
    )
    assert end.startswith(("The end: won", "The end: lost", "The end: drawn"))
    assert summary.startswith(f"Moves played: {len(calls)}. Faults: 0. Answered within ")


def test_a_bot_that_is_tried_with_no_secret_is_told_the_one_that_signs(serve: Serve) -> None:
    server = serve(good)

    tried = bot_try(server.url)

    assert tried.exit_code == 0, tried.stdout + tried.stderr
    secret = tried.stdout.splitlines()[0].removeprefix("signed with ")
    turn = server.turns[-1]
    Webhook(secret).verify(turn.body, dict(turn.headers))
    assert [message.told["type"] for message in server.pings] == ["bot.ping"]


def test_a_bot_that_believes_anybody_is_found(serve: Serve) -> None:
    tried = bot_try(serve(good).url, "--secret", SECRET)

    assert tried.exit_code == 1
    assert "it accepted a message with a wrong signature" in tried.stdout
    assert "The end: " in tried.stdout


@pytest.mark.parametrize(
    ("answer", "wrong", "mend"),
    [
        (ILLEGAL, "not-rolled: Roll the dice first.", "Choose one of data.moves"),
        (moving({"type": "roll", "decision": 1}), "decision-closed: The move names decision 1", "Leave decision out"),
        (moving({"type": "rol"}), "body-invalid: type: Must be one of: roll, ", "Take one of data.moves"),
        (moving({"type": "score", "card": "queen", "dice": [0]}), "body-invalid: card: Must be ", "Take one of data.moves"),
        (saying(200, {"type": "roll"}), "body-invalid: The answer must be", "into the member move"),
        (
            saying(200, {"move": 1}),
            'body-invalid: The answer must be {"move": {…}}: an object with a move and nothing else.',
            "into the member move",
        ),
        (saying(200, b"{'move': {}}"), "body-unreadable: The answer is not JSON", "in Python json.dumps(…), not str(…)"),
        (saying(200, b"{}", Content_Encoding="gzip"), "", "neither packed nor cut off"),
        (saying(204), "the status was 204", "204 has none"),
        (saying(401), "the status was 401", "--secret"),
        (saying(405), "the status was 405", "does not take POST"),
        (saying(418), "the status was 418", "Answer 200 with a move"),
        (saying(308, Location="/"), "the status was 308", "No redirect is followed"),
        (saying(500, b"ZeroDivisionError"), "the status was 500", "its own log says why"),
        (resetting, "", "Is it running"),
    ],
)
def test_a_bot_that_is_wrong_for_ever_hears_why_and_what_to_do(serve: Serve, answer: Answering, wrong: str, mend: str) -> None:
    tried = bot_try(serve(playing(answer)).url)

    assert tried.exit_code == 1
    assert f"  problem: {wrong}" in tried.stdout
    assert mend in tried.stdout
    assert tried.stdout.count("  problem: the same again") >= 3
    assert "4 calls have come to nothing: greedy answers for it" in tried.stdout
    assert "5 calls in a row failed: a service would pause the bot now." in tried.stdout


@pytest.mark.parametrize(
    ("expression", "wrong"),
    [
        ("1+2", "body-invalid: expression: Must be an object with op, left and right."),
        ({"op": "+", "left": 6, "right": 5}, "expression.left: Must be a whole number from 0 to 2, or an object with op, left and right."),
        ({"op": "+", "left": 0, "right": 0}, "die-used-twice: Use each die at most once"),
        ({"op": "-", "left": 0, "right": {"op": "+", "left": 1, "right": 2}}, "number-wrong: "),
    ],
)
def test_a_bot_that_miscalculates_is_shown_a_move_that_would_be_accepted(serve: Serve, expression: object, wrong: str) -> None:
    tried = bot_try(serve(playing(shifting(expression))).url, "--game", "ice-dice")

    assert tried.exit_code == 1
    assert wrong in tried.stdout
    assert re.search(r'One that would be accepted: {"type": "shift", "token": [0-9]+, "expression": {"op": ', tried.stdout)


def test_a_bot_that_is_wrong_once_is_asked_again_and_told_why(serve: Serve) -> None:
    server = serve(playing(then(saying(500), ILLEGAL, good)))

    tried = bot_try(server.url)

    assert tried.exit_code == 1
    assert [turn.data["attempt"] for turn in server.turns[:3]] == [1, 1, 3]
    assert server.turns[0].body == server.turns[1].body
    assert server.turns[2].data["refused"]["code"] == "not-rolled"
    assert "Faults: 2." in tried.stdout
    assert "The end: " in tried.stdout


def test_a_bot_that_would_answer_through_the_api_is_answered_for(serve: Serve) -> None:
    tried = bot_try(serve(playing(later)).url)

    assert tried.exit_code == 0
    assert "it would play this through the API of a service; here greedy answers for it" in tried.stdout
    assert "The bot played no move: answers through the API (202) are not tested here." in tried.stdout
    assert "Moves played: 0. Faults: 0." in tried.stdout


def test_a_name_that_nobody_knows_is_perhaps_misspelled() -> None:
    tried = bot_try("http://no-such-name.invalid:5000/bot")

    assert tried.exit_code == 1
    assert tried.stdout.splitlines()[-1] == "  fix:     Is the name spelled right?"


def test_the_first_message_is_shown_whole_if_that_is_wanted(serve: Serve) -> None:
    server = serve(good)

    tried = bot_try(server.url, "--show")

    shown = [line for line in tried.stdout.splitlines() if line.startswith("{")]
    assert shown == [server.turns[0].body.decode()]


def test_a_bot_that_is_not_there_is_not_asked_for_moves(serve: Serve) -> None:
    server = serve(resetting)

    tried = bot_try(server.url)

    assert tried.exit_code == 1
    assert tried.stdout.splitlines()[-1].startswith("  fix:     Is it running, on this host and port,")
    assert not server.turns


def test_a_bot_that_knows_no_pings_hears_of_that_and_plays(serve: Serve) -> None:
    tried = bot_try(serve(lambda line, message: (good if "moves" in message.data else saying(404))(line, message)).url)

    assert tried.exit_code == 1
    assert "problem: the status was 404; a ping is answered 2xx" in tried.stdout
    assert "Faults: 1." in tried.stdout


def test_what_a_bot_says_does_not_steer_the_terminal(serve: Serve) -> None:
    tried = bot_try(serve(saying(500, b"\x1b[31m\x07" + b"x" * 1000)).url)

    assert "\x1b" not in tried.stdout
    assert "x" * 100 in tried.stdout
    assert "x" * 200 not in tried.stdout


def test_a_bot_is_measured_by_deals_that_are_played_from_each_seat(serve: Serve) -> None:
    server = serve(good)

    tried = bot_try(server.url, "--pairs", "2", "--level", "random")

    assert tried.exit_code == 0, tried.stdout
    assert re.search(r"^4 games against random: score [01]\.\d{3}, standard error 0\.\d{3}\.$", tried.stdout, re.MULTILINE)
    assert "call 1: 200" not in tried.stdout
    assert {turn.data["seat"] for turn in server.turns} == {0, 1}


def test_a_bot_that_fails_while_it_is_measured_is_given_up(serve: Serve) -> None:
    tried = bot_try(serve(playing(saying(500, b""))).url, "--pairs", "2")

    assert tried.exit_code == 1
    assert "5 calls in a row failed" in tried.stdout
    assert "score" not in tried.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ftp://127.0.0.1/bot"], "must begin with https:// or http://"),
        (["http://me:word@127.0.0.1/"], "must hold no user and no password"),
        (["http://127.0.0.1:5000/", "--secret", "tea"], "a secret is whsec_ and base64"),
        (["http://127.0.0.1:5000/", "--secret", "whsec_not base64"], "a secret is whsec_ and base64"),
        (["http://127.0.0.1:5000/", "--secret", "whsec_ä"], "a secret is whsec_ and base64"),
        (["http://127.0.0.1:5000/", "--level", "genius"], "'genius' is not one of random, greedy, steady, expert"),
        (["http://127.0.0.1:5000/", "--game", "chess"], f"'chess' is not one of {', '.join(games())}"),
    ],
)
def test_what_cannot_be_tried_is_said(arguments: list[str], words: str) -> None:
    tried = bot_try(*arguments)

    assert tried.exit_code == 2
    assert words in " ".join(tried.stderr.split())


@pytest.mark.parametrize("reason", FAILURES)
def test_there_is_something_to_do_about_every_failure(reason: str) -> None:
    assert remedy(Fault(reason, "It was wrong."), None).endswith((".", "?"))  # type: ignore[arg-type]  # one of the reasons, as text
