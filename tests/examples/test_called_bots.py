"""The two bots that the service calls, in Python and in Node: they play whole games, and answer only signed messages of the service."""

import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
from click.testing import CliRunner
from standardwebhooks import Webhook

from rules.registry import games
from service.command_line import main
from tests.examples.programs import Listening, listening
from tests.live import Api, Service
from tests.operation.processes import until
from tests.service.owning import Owner
from workers.outgoing.signing import new_secret

BOTS = ["python_bot.py", "node_bot.mjs"]
SECRET, ANOTHER = new_secret(bytes(32)), new_secret(bytes([1] * 32))
PING = {"type": "bot.ping", "timestamp": "2026-01-01T00:00:00.000Z", "data": {"bot": "bot_x"}}
NOW = timedelta(0)
NOT_GOOD = {"table.bot-failed", "table.decision-expired", "table.seat-substituted", "table.seat-resigned"}


@pytest.fixture(scope="module", params=BOTS)
def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """A bot under development, with a secret that the test knows."""
    with listening(request.param, tmp_path_factory.mktemp("bot") / "output", {"BOT_SECRET": SECRET}) as bot:
        yield bot


def sent(bot: Listening, message: Any, *, secret: str = SECRET, late: timedelta = NOW, **headers: str) -> requests.Response:
    """The bot's response to a message that is signed with the secret and is `late` by this time; `headers` replace the valid ones."""
    body, when = msgspec.json.encode(message), datetime.now(UTC) - late
    signature = Webhook(secret).sign("msg_1", when, body.decode())
    right = {"webhook-id": "msg_1", "webhook-timestamp": str(int(when.timestamp())), "webhook-signature": signature}
    changed = {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.post(bot.url, data=body, headers={**right, **changed}, timeout=30)


def question(moves: Sequence[Mapping[str, Any]], dice: Sequence[int] | None) -> Mapping[str, Any]:
    return {**PING, "type": "bot.turn", "data": {"decision": 7, "view": {"state": {"dice": dice}}, "moves": moves}}


def is_well(bot: Listening) -> bool:
    return sent(bot, PING).status_code == 204


def test_started_again_at_the_same_addresses_they_are_the_same_bots_and_play_a_whole_game(
    owner: Owner, service: Service, api: Api, tmp_path: Path
) -> None:
    here = {"SERVICE_URL": service.url, "API_KEY": owner.key}
    with both(tmp_path, here, dict.fromkeys(BOTS)) as first:
        known = [bot.own_id() for bot in first]
    ports = {example: port_of(bot) for example, bot in zip(BOTS, first, strict=True)}

    with both(tmp_path, here, ports) as again:
        assert [bot.own_id() for bot in again] == known
        assert all(owner.ask("PATCH", f"/v1/bots/{bot}", json={"seating": "anyone"}).status == 200 for bot in known)
        table = api.create_table(0, bots=known).table
        until(lambda: api.view(table)["status"] == "finished", 60)

    assert not NOT_GOOD & {event["type"] for event in api.events(table)}
    assert {standing["seat"] for standing in api.view(table)["outcome"]["ranking"]} == {0, 1}
    for done in (owner.look(f"/v1/bots/{bot}") for bot in known):
        assert done["statistics"]["answered"] == done["statistics"]["calls"] > 5
        assert done["health"] == {"failures": 0, "paused": None, "last_failure": None}


@contextmanager
def both(folder: Path, environment: Mapping[str, str], ports: Mapping[str, int | None]) -> Iterator[Sequence[Listening]]:
    with ExitStack() as running:
        yield [running.enter_context(listening(example, folder / example, environment, port)) for example, port in ports.items()]


def port_of(bot: Listening) -> int:
    return int(bot.url.rstrip("/").rpartition(":")[2])


@pytest.mark.parametrize("game", games())
def test_a_development_kit_finds_nothing_wrong_with_it(bot: Listening, game: str) -> None:
    tried = CliRunner().invoke(main, ["bot", "try", bot.url, "--secret", SECRET, "--game", game])

    assert tried.exit_code == 0, tried.output


@pytest.mark.parametrize(
    "forged",
    [
        {"secret": ANOTHER},
        {"late": timedelta(minutes=6)},
        {"late": -timedelta(minutes=6)},
        {"webhook_id": "msg_2"},
        {"webhook_timestamp": "1"},
        {"webhook_timestamp": "soon"},
        {"webhook_timestamp": "NaN"},
        {"webhook_timestamp": ""},
        {"webhook_signature": ""},
        {"webhook_signature": "v1"},
        {"webhook_signature": "v1,"},
        {"webhook_signature": "v1,c2hvcnQ= v1,%%%"},
        {"webhook_signature": "v2,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="},
    ],
    ids=str,
)
def test_a_message_that_is_not_from_the_service_is_answered_401(bot: Listening, forged: dict[str, Any]) -> None:
    assert sent(bot, PING, **forged).status_code == 401

    assert is_well(bot)


def test_a_message_without_any_signature_is_answered_401(bot: Listening) -> None:
    assert requests.post(bot.url, json=PING, timeout=30).status_code == 401


def test_a_changed_body_is_answered_401(bot: Listening) -> None:
    signature = Webhook(SECRET).sign("msg_1", datetime.now(UTC), msgspec.json.encode({**PING, "type": "bot.pong"}).decode())

    assert sent(bot, PING, webhook_signature=signature).status_code == 401


def test_one_right_signature_of_several_is_enough(bot: Listening) -> None:
    now, body = datetime.now(UTC), msgspec.json.encode(PING).decode()
    right, wrong = (Webhook(secret).sign("msg_1", now, body) for secret in (SECRET, ANOTHER))

    taken = sent(bot, PING, webhook_timestamp=str(int(now.timestamp())), webhook_signature=f"{wrong} {right}")

    assert taken.status_code == 204


def test_of_several_scores_it_takes_the_one_that_is_worth_most(bot: Listening) -> None:
    dice = [6, 6, 1, 2, 3, 4]
    scores = [{"type": "score", "card": card, "dice": [0, 1]} for card in ("any-two", "pair-doubled", "alike-x5")]
    scores += [{"type": "score", "card": "forty-minus", "dice": [0, 1, 2, 3, 4, 5]}, {"type": "reroll", "freeze": "odds", "dice": [0]}]

    assert sent(bot, question(scores, dice)).json() == {"move": scores[1]}


def test_without_a_score_it_throws_least_away(bot: Listening) -> None:
    moves = [{"type": "reroll", "freeze": "straight", "dice": places} for places in ([0, 1, 2], [3], [4, 5])]

    assert sent(bot, question([*moves, {"type": "skip"}], [1, 1, 1, 1, 1, 1])).json() == {"move": moves[1]}


@pytest.mark.parametrize("idle", ["skip", "pass"])
def test_a_kind_of_move_that_it_has_never_heard_of_is_better_than_to_do_nothing(bot: Listening, idle: str) -> None:
    barter = {"type": "barter", "with": 3, "dice": 2}

    assert sent(bot, question([{"type": idle}, barter], None)).json() == {"move": barter}


def test_it_makes_a_number_rather_than_roll_again_and_rolls_again_with_all_dice_if_that_is_free(bot: Listening) -> None:
    expression = {"op": "+", "left": 0, "right": {"op": "*", "left": 1, "right": 2}}
    shift = {"type": "shift", "token": 20, "expression": expression}

    rerolls = [{"type": "reroll", "dice": places} for places in ([0], [0, 1, 2], [1, 2])]

    assert sent(bot, question([*rerolls, shift, {"type": "pass"}], [2, 3, 6])).json() == {"move": shift}
    assert sent(bot, question([*rerolls, {"type": "pass"}], [2, 3, 6])).json() == {"move": rerolls[1]}


def test_a_message_that_it_has_never_heard_of_is_taken(bot: Listening) -> None:
    assert sent(bot, {**PING, "type": "bot.news"}).status_code == 204


def test_callers_who_hang_up_or_never_end_do_it_no_harm(bot: Listening) -> None:
    with socket.create_connection(("127.0.0.1", port_of(bot))) as caller:
        caller.sendall(b"POST / HTTP/1.1\r\nHost: bot\r\nContent-Length: 1000\r\n\r\n{")
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    with suppress(requests.ConnectionError):
        assert requests.post(bot.url, data=b" " * (2 << 20), timeout=30).status_code == 413

    assert is_well(bot)
    assert bot.run.process.poll() is None
