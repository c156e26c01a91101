"""The page about bots: its code plays, and its tables and numbers are those of the code."""

import hmac
import json
import os
import re
import runpy
import socket
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.limits import Limits
from events.tables.move_reader import read_move
from rules.dice_cards.cards import price
from rules.dice_cards.deck import stand_in
from rules.dice_cards.mechanisms.mechanism import Writing
from rules.dice_cards.numbers import Faces
from rules.registry import games
from rules.table_bots import BOT_SECONDS, FAILURES
from rules.table_clock import RESIGN_AFTER
from rules.texts.files import COMMON
from rules.texts.texts import Texts
from service.command_line import main
from tests.contract.checker import document, faults
from tests.docs.links import ROOT
from tests.live import Api, api, service
from tests.operation.processes import free_port, until
from tests.service.bookkeeping import value
from tests.service.endpoint import an_endpoint
from tests.service.owning import Owner, owner
from tests.size import ALL
from workers.bots import answer, calling, failure_policy, health, probe
from workers.calls import shares
from workers.outgoing import signing

__all__ = ["api", "owner", "service"]

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
CALLED, PULLING = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MESSAGE, OF_ICE_DICE, OF_DICE_CARDS = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LIMITS = Limits()
DEALS = ("nine-keep-six", "choose-any", "young")
SHORTEST: Mapping[str, Mapping[str, str]] = {"ice-dice": {"variant": "young"}, "dice-cards": {"deal": "young"}}
"""Options with which a game has fewer or simpler moves."""
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(folder: Path, port: int, secret: str) -> Iterator[str]:
    """The address of the page's bot, which runs as the page describes."""
    (folder / "bot.py").write_text(CALLED, encoding="utf-8")
    command = [sys.executable, "-m", "flask", "--app", "bot", "run", "--port", str(port)]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, cwd=folder, env={**os.environ, "BOT_SECRET": secret}, stdout=log, stderr=log) as bot,
    ):
        try:
            until(lambda: listens(port), 30)
            yield f"http://127.0.0.1:{port}/bot"
        finally:
            bot.terminate()


@pytest.fixture(scope="module")
def flask_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("bot"), free_port(), SECRET) as url:
        yield url


@pytest.mark.parametrize("game", games())
def test_the_pages_bot_plays_a_whole_game_without_a_fault(flask_bot: str, game: str) -> None:
    tried = CliRunner().invoke(main, ["bot", "try", flask_bot, "--secret", SECRET, "--game", game])

    assert tried.exit_code == 0, tried.output
    assert "The end: " in tried.stdout


@pytest.mark.parametrize("deal", DEALS[-1:] if not ALL else DEALS)
def test_the_pages_bot_plays_all_eight_seats_of_a_table_and_its_owner_is_told(api: Api, owner: Owner, tmp_path: Path, deal: str) -> None:
    port = free_port()
    registered = owner.register(f"http://127.0.0.1:{port}/bot", games=[*games()]).json
    bot, table = registered["bot"]["id"], ""
    with running(tmp_path, port, registered["secret"]), an_endpoint() as endpoint:
        hook = owner.add_webhook(endpoint.url, "table.finished", "table.bot-failed", "table.seat-substituted").json

        table = api.create_table(0, bots=[bot] * 8, game="dice-cards", options={"deal": deal}).table
        [told] = [sent for sent in endpoint.wait_for(1) if sent.is_signed_with(hook["secret"])]

    view = api.view(table)
    assert (told.json["type"], told.json["data"]["table"]) == ("table.finished", table)
    assert (view["status"], view["state"]["roll"], view["outcome"]["reason"]) == ("finished", 50, "all-rolls")
    assert all(sheet["marks"] != [0] * len(sheet["marks"]) for player in view["state"]["players"] for sheet in player["cards"][:1])


@pytest.mark.parametrize("game", games())
def test_the_pages_pulling_bot_plays_its_seat_to_the_end(api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    created_table = api.create_table(1, ai=["greedy"], game=game, options=SHORTEST.get(game, {}))
    (tmp_path / "pull.py").write_text(PULLING, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["pull.py", api.url, created_table.table, created_table.seated[0].token])

    runpy.run_path(str(tmp_path / "pull.py"), run_name="__main__")

    assert api.get(f"/v1/tables/{created_table.table}").json["status"] == "finished"


def test_the_pages_message_is_one_that_the_contract_promises_and_its_moves_are_legal() -> None:
    message = json.loads(MESSAGE)

    promised = document()["webhooks"]["bot.turn"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert faults(promised, message) == []
    assert {move["type"] for move in message["data"]["moves"]} >= {"score", "reroll"}
    assert message["data"]["view"]["state"]["dice"] is not None
    for move in message["data"]["moves"]:
        read_move(games()["dicy-cards"], move)


def test_the_pages_question_of_ice_dice_is_one_that_the_contract_promises_and_its_sums_are_right() -> None:
    question, game = json.loads(OF_ICE_DICE), games()["ice-dice"]
    state = question["state"]
    numbers = {token["token"]: token["number"] for line in state["lines"] for token in line if token is not None}

    assert faults({"$ref": "#/components/schemas/IceDiceState"}, state) == []
    assert {move["type"] for move in question["moves"]} == {"shift", "reroll", "pass"}
    for move in question["moves"]:
        assert faults({"$ref": "#/components/schemas/IceDiceMove"}, move) == []
        read_move(game, move)
        if move["type"] == "shift":
            assert value(move["expression"], state["dice"]) == numbers[move["token"]]


def test_the_pages_moves_of_dice_cards_are_such_that_the_contract_and_the_cards_allow() -> None:
    moves = json.loads(OF_DICE_CARDS)["moves"]

    for move in moves:
        assert faults({"$ref": "#/components/schemas/DiceCardsMove"}, move) == []
        read_move(games()["dice-cards"], move)
    deck, written = stand_in(), [move for move in moves if move["type"] == "mark"]
    prices = [price(deck[move["card"]], Writing(move["place"], move["number"]), Faces(2, 5)) for move in written]
    assert prices == [0] * len(written)


@pytest.mark.parametrize("page", ["bots", "webhooks"])
def test_a_signature_is_what_both_pages_say_it_is_by_hand(page: str, api: Api) -> None:
    told = api.get(f"/docs/{page}.md")
    body, now = b'{"type": "bot.ping"}', datetime.now(UTC)

    sent = signing.headers([signing.Secret(SECRET)], "ping_1", now, body)

    assert told.headers["content-type"] == "text/markdown; charset=utf-8"
    assert 'HMAC-SHA256(key, `webhook-id` + "." + `webhook-timestamp` + "." + body)' in " ".join(told.text.split())
    key, signed = b64decode(SECRET.removeprefix("whsec_")), f"{sent['webhook-id']}.{sent['webhook-timestamp']}.".encode() + body
    assert sent["webhook-signature"].split(" ") == ["v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()]


def test_the_pages_reasons_are_the_closed_list_of_the_rules() -> None:
    told: Mapping[str, str] = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", PAGE.partition("| reason |")[2], re.MULTILINE))

    texts = Texts("en", [COMMON], ["Deep"])
    assert told == {reason: texts.text("table-bot-failed", seat=0, reason=reason, attempts=1) for reason in FAILURES}


def test_the_pages_numbers_are_those_of_the_code() -> None:
    first, second, third = (f"{pause:.0f}" for pause in failure_policy.RETRY_PAUSES)
    numbers = [
        f"after {first}, {second} and {third} seconds, each up to {failure_policy.RETRY_JITTER:.0%}".replace("%", " %"),
        f"given up after the {failure_policy.MOST_CALLS_PER_DECISION}th call",
        f"within {calling.CALL_TIMEOUT:.0f} seconds",
        f"{calling.CALL_TIMEOUT:.0f} seconds without a whole answer",
        f"After {health.MOST_FAILURES} failed calls in a row",
        f"A `bot.ping` is sent {probe.FIRST_PROBE_INTERVAL} seconds later",
        f"up to {probe.LONGEST_PROBE_INTERVAL // 60} minutes",
        f"{health.FAILURES_AFTER_A_PAUSE} more failed call pauses it again",
        f"At most {LIMITS.endpoint_calls} calls are made to one bot at the same time, {LIMITS.owner_calls} to all bots of one API key",
        f"and {LIMITS.host_calls} to one host",
        f"longer than {shares.QUICK_CALL_SECONDS:.0f} second the last time",
        f"gets {LIMITS.host_calls // 2} calls at the same time, all such hosts of one API key {LIMITS.owner_calls // 2}",
        f"half of the {LIMITS.turn_calls} calls",
        f"longer than {answer.LONGEST_ECHOED_MOVE:,} bytes",
        f"For {signing.SECRET_OVERLAP.total_seconds() / 3600:.0f} hours",
        f"`bot_seconds` ({BOT_SECONDS};",
        f"({RESIGN_AFTER}, or `after`)",
    ]

    text = " ".join(PAGE.split())
    assert [number for number in numbers if number not in text] == []
