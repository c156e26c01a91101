"""`rollstream play` reserves its dice before it names its seed, keeps the commitment, and refuses a table with other dice."""

import io
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import click.testing
import pytest
import requests

from rollstream_follow import Client, ServiceProblem
from rules.registry import games
from rules.texts.texts import common
from service.command_line import main
from service.terminal.dice import DiceChanged, Promise, print_fairness
from service.terminal.game import Playthrough, Wishes
from service.terminal.paper import TEXTS, paper
from tests.live import Service

RESERVED = {"table": "p00-" + "0" * 26, "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", "good_until": ""}
"""The commitment is that of a secret of 32 zero bytes."""


class Asking(Client):
    """Records its requests; `answered` may change the answers."""

    def __init__(
        self, url: str, answered: Callable[[str, Any], Any] = lambda _, answer: answer, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        super().__init__(url, pytest.fail, sleep)
        self.posted: list[tuple[str, Mapping[str, Any]]] = []
        self._answered = answered

    def post(self, path: str, body: Mapping[str, Any], token: str | None = None, key: str | None = None) -> Any:
        self.posted.append((path, body))
        return self._answered(path, super().post(path, body, token, key))


def playthrough(client: Client) -> tuple[bool, str]:
    out = io.StringIO()
    wishes = Wishes(game=games()["dicy-cards"], language="en", seats=2, options={"mode": "beginner"}, seed=4, delay=0.0)
    return Playthrough(client, paper(out, {}), wishes).play(), out.getvalue()


def interrupted(_seconds: float) -> None:
    raise KeyboardInterrupt


def view(status: str = "finished", **fairness: Any) -> Mapping[str, Any]:
    told = {"commitment": RESERVED["commitment"], "reserved": True, "client_seeds": ["ours"], "secret": "00" * 32, **fairness}
    return {"table": RESERVED["table"], "state": None if status == "open" else {}, "fairness": told}


def test_the_dice_are_reserved_before_the_seed_is_named_and_match_in_the_end(service: Service) -> None:
    client = Asking(service.url)

    ended, told = playthrough(client)

    (first, nothing), (second, order) = client.posted[:2]
    assert ended
    assert (first, nothing, second) == ("/v1/commitments", {}, "/v1/tables")
    assert re.fullmatch(r"[0-9a-f]{32}", order["client_seed"])
    assert f"Table {order['commitment']['table']}, dice reserved and committed to as {order['commitment']['commitment']}" in told
    assert "✓ dice secret matches the commitment, which was reserved before the client seed was named" in told
    fairness = requests.get(f"{service.url}/v1/tables/{order['commitment']['table']}", timeout=10).json()["fairness"]
    assert (fairness["reserved"], fairness["client_seeds"]) == (True, [order["client_seed"]])


def test_the_same_choices_are_played_with_other_dice_and_seeds(service: Service) -> None:
    first, second = (Asking(service.url, sleep=interrupted) for _ in range(2))
    for client in (first, second):
        playthrough(client)

    assert first.posted[1][1]["client_seed"] != second.posted[1][1]["client_seed"]


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["fairness"].update(commitment="0" * 64),
        lambda told: told["fairness"].update(reserved=False),
        lambda told: told["fairness"].pop("reserved"),
        lambda told: told["fairness"].update(client_seeds=["play-4"]),
        lambda told: told.update(table=RESERVED["table"]),
    ],
    ids=["commitment", "not reserved", "older", "seed", "table"],
)
def test_changed_dice_are_not_played(service: Service, change: Callable[[Any], object]) -> None:
    def falsified(path: str, answer: Any) -> Any:
        if path == "/v1/tables":
            change(answer["view"])
        return answer

    client = Asking(service.url, falsified)

    with pytest.raises(DiceChanged):
        playthrough(client)

    assert [path for path, _ in client.posted] == ["/v1/commitments", "/v1/tables"], "nothing is played, and nothing tried again"


def test_changed_dice_end_the_command_with_words(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(*_: Any) -> None:
        raise DiceChanged("the client seed of this program is left out")

    monkeypatch.setattr(Promise, "check", changed)

    result = click.testing.CliRunner().invoke(main, ["play", "--url", service.url])

    assert result.exit_code == 1
    assert "has changed the dice that it had promised, so nothing is played: the client seed" in result.stderr


def test_a_service_without_reservations_is_said_to_be_one_and_played_at(service: Service) -> None:
    def older(path: str, answer: Any) -> Any:
        if path == "/v1/commitments":
            raise ServiceProblem("route-unknown", "There is no such route.")
        return answer

    ended, told = playthrough(Asking(service.url, older))

    assert ended
    assert told.startswith("This service reserves no dice: its operator could choose the secret after seeing the client seed.\n")
    assert "✓ dice secret matches the commitment\n" in told


def test_a_reservation_that_is_refused_creates_no_table(service: Service) -> None:
    def refused(path: str, answer: Any) -> Any:
        raise ServiceProblem("internal-error", "Broken.")

    client = Asking(service.url, refused)

    with pytest.raises(ServiceProblem):
        playthrough(client)

    assert [path for path, _ in client.posted] == ["/v1/commitments"]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (view(), "✓ dice secret matches the commitment, which was reserved before the client seed was named"),
        (view(secret="11" * 32), "✗ dice secret DOES NOT match the commitment"),
        (view(secret="\x1b[31m"), "✗ dice secret DOES NOT match the commitment"),
        (view(commitment="0" * 64, secret="11" * 32), "✗ THE DICE WERE CHANGED: table p00-"),
        (view(reserved=False), "✗ THE DICE WERE CHANGED: the table says that it was not reserved"),
        (view(client_seeds=["theirs"]), "✗ THE DICE WERE CHANGED: the client seed of this program is left out"),
        (view("open", client_seeds=[]), "✓ dice secret matches the commitment"),
    ],
)
def test_the_end_is_held_against_what_was_kept(told: Mapping[str, Any], says: str) -> None:
    out = io.StringIO()

    print_fairness(paper(out, {}), common("en", TEXTS), told, Promise("ours", RESERVED))

    assert says in out.getvalue()
    assert "\x1b" not in out.getvalue()
