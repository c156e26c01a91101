"""The dice of players: uniform, the same however often a client reads or asks, and never rerolled by a retry."""

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from tests.live import Api, CreatedTable, Service
from tests.service.ahead import play_ahead
from tests.service.in_process import Application, application
from tests.service.playing import rolled, to_move
from tests.service.wire import connect

BEYOND_CHANCE = {3: 37.3, 5: 42.8, 11: 56.6, 35: 99.7}
"""Chi-square by degrees of freedom that uniform dice exceed four times in a hundred million: once in a million runs of all tests here."""

TURNS = 50
TABLES = 200


def assert_even(seen: Iterable[Hashable], outcomes: int) -> None:
    """Each of this number of outcomes occurred about equally often."""
    counts = Counter(seen)
    expected = counts.total() / outcomes
    missing = (outcomes - len(counts)) * expected
    assert expected > 15
    assert missing + sum((count - expected) ** 2 / expected for count in counts.values()) < BEYOND_CHANCE[outcomes - 1], counts


@pytest.fixture(scope="module")
def here(store_url: str) -> Iterator[Application]:
    with application(store_url) as here:
        yield here


@pytest.fixture(scope="module")
def rolls(here: Application) -> Sequence[tuple[int, Sequence[int]]]:
    """Seats and the six dice that they rolled: once in every turn, and once more for each of the five cards."""
    api = here.api()
    table = api.create_table(2).table
    turns = count()

    def all_six(legal: Sequence[Any]) -> Any:
        """Roll all six dice as often as can be, then skip."""
        kinds = {type(command).__name__: command for command in legal if len(getattr(command, "dice", ())) in {0, 6}}
        if "Roll" in kinds and next(turns) == TURNS:
            raise StopIteration
        return next(kinds[kind] for kind in ("Roll", "Reroll", "Skip") if kind in kinds)

    with suppress(StopIteration):
        play_ahead(here, table, all_six)
    return [(event["seat"], event["data"]["dice"]) for event in api.events(table) if event["data"].get("draw") and "dice" in event["data"]]


def test_every_face_comes_equally_often_on_every_die_and_for_every_seat(rolls: Sequence[tuple[int, Sequence[int]]]) -> None:
    assert len(rolls) == 6 * TURNS

    assert_even([face for _, dice in rolls for face in dice], 6)
    for seat in (0, 1):
        assert_even([face for whose, dice in rolls if whose == seat for face in dice], 6)
    for position in range(6):
        assert_even([dice[position] for _, dice in rolls], 6)


def test_a_roll_says_nothing_about_the_next_die_or_the_next_roll(rolls: Sequence[tuple[int, Sequence[int]]]) -> None:
    assert_even([(one, next_one) for _, dice in rolls for one, next_one in zip(dice[::2], dice[1::2], strict=True)], 36)
    assert_even([pair for (_, dice), (_, later) in zip(rolls[::2], rolls[1::2], strict=True) for pair in zip(dice, later, strict=True)], 36)


def test_every_seat_begins_and_every_card_is_dealt_to_every_place_equally_often(here: Application) -> None:
    api = here.api()
    views = [api.create_table(4, options={"mode": "interglacial"}).view for _ in range(TABLES)]

    assert_even([view["state"]["turn"] for view in views], 4)
    for place in range(5):
        assert_even([view["state"]["cards"][place] for view in views], 12)
    assert all(len(set(view["state"]["cards"])) == 5 for view in views)


def test_looking_again_never_rolls_again(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    roll = rolled(api, who, decision)
    dice = roll.json["view"]["state"]["dice"]
    [owed] = roll.json["view"]["owed"]

    for _ in range(3):
        with Api(api.url) as reloaded:
            for token in (None, *(seated.token for seated in created_table.seated)):
                assert reloaded.view(created_table.table, token=token)["state"]["dice"] == dice
            assert reloaded.moves(who) == api.moves(who)
            assert rolled(reloaded, who, decision).json == roll.json
            assert rolled(reloaded, who, owed["decision"]).code == "already-rolled"
            assert reloaded.play(who, {"type": "skip", "decision": decision}).code == "decision-closed"
            assert reloaded.post(f"/v1/tables/{created_table.table}/seats").code == "table-started"
    assert api.events(created_table.table, after=created_table.view["version"]) == roll.json["events"]


def test_hanging_up_before_the_answer_gives_the_same_dice(api: Api, service: Service) -> None:
    chance = random.Random(1)
    for _ in range(15):
        created_table = api.create_table(2)
        who, decision = to_move(created_table.seated, created_table.view)
        hang_up_on_a_roll(service, created_table, chance.random() < 0.5)

        roll = rolled(api, who, decision)

        assert roll.status in {200, 201}
        assert api.events(created_table.table, after=created_table.view["version"]) == roll.json["events"]
        assert [event["type"] for event in roll.json["events"]] == ["dicy-cards.dice-rolled"]


def hang_up_on_a_roll(service: Service, created_table: CreatedTable, /, at_once: bool) -> None:
    """Request a roll and disconnect without waiting for the response, or after its beginning."""
    who, decision = to_move(created_table.seated, created_table.view)
    body = f'{{"type": "roll", "decision": {decision}}}'
    head = [
        f"POST /v1/tables/{created_table.table}/moves HTTP/1.1",
        "Host: x",
        f"Authorization: Bearer {who.token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "",
        body,
    ]
    with connect(service.url) as connection:
        connection.sendall("\r\n".join(head).encode())
        if not at_once:
            connection.recv(20)


def test_dice_that_were_given_up_do_not_come_back(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    first = rolled(api, who, decision)
    [owed] = first.json["view"]["owed"]
    skipped = api.play(who, {"type": "skip", "decision": owed["decision"]})
    other, following = to_move(created_table.seated, skipped.json["view"])

    second = rolled(api, other, following)

    draws = [reply.json["events"][0]["data"]["draw"]["n"] for reply in (first, second)]
    assert draws == [1, 2]
