"""Owners register, change and test bots."""

from dataclasses import replace

import pytest
from msgspec import structs, to_builtins

from events.store.redis_connection import connect
from tests.live import Api, Service
from tests.service.endpoint import Endpoint, an_endpoint
from tests.service.owning import Owner
from tests.service.together import at_once
from workers.bots import health
from workers.bots.registry import Bots

KEY = "a-key-for-one-request"
FAILURE = health.LastFailure("2026-03-14T15:09:26.535Z", "p07-table", 41, "timed-out", "It took too long.")
NOBODY = "http://127.0.0.1:2000/"
REFUSED = [
    "ftp://127.0.0.1/",
    "http://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:10.0.0.1]/",
    "https://2130706433/",
    "http://user:password@127.0.0.1/",
    "http://127.0.0.1:22/",
    "http://127.0.0.1/#fragment",
    "https://no-such-name.invalid/",
    "nonsense",
]


def test_a_new_bot_is_shown_with_its_secret_once(owner: Owner, api: Api, service: Service) -> None:
    registered = owner.register(f"{NOBODY}bot", name="  Six Sigma ")

    assert registered.status == 201
    assert registered.json["bot"]["name"] == "Six Sigma"
    assert registered.json["bot"]["avatar"] == "S"
    path, secret = registered.headers["location"], registered.json["secret"]
    assert owner.look(path) == registered.json["bot"]
    everybody = api.get(path)
    assert everybody.json == {name: registered.json["bot"][name] for name in ("id", "name", "games", "avatar", "seating", "paused")}
    assert everybody.json in api.get("/v1/bots").json["bots"]
    assert secret not in owner.ask("GET", path).text
    assert secret not in service.log()
    assert owner.key not in service.log()


def test_nobody_owns_anything_without_an_api_key(api: Api, owner: Owner) -> None:
    bot = owner.bot(NOBODY)

    replies = [
        api.post("/v1/bots", json={"name": "A", "url": NOBODY, "games": ["dicy-cards"]}),
        api.patch(bot, json={"name": "B"}),
        api.delete(bot),
        api.post(f"{bot}/secret"),
        api.post(f"{bot}/invitation"),
        api.post(f"{bot}/test"),
        api.get("/v1/webhooks"),
    ]

    assert {(reply.status, reply.code) for reply in replies} == {(401, "api-key-missing")}
    assert api.post("/v1/bots", json={}, headers={"X-API-Key": "rsk_nobody"}).code == "api-key-invalid"


def test_the_same_request_again_is_answered_with_the_same_bot_and_secret(owner: Owner, stranger: Owner) -> None:
    first = owner.register(NOBODY, idempotency_key=KEY)

    again = owner.register(NOBODY, idempotency_key=KEY)
    another = owner.register(f"{NOBODY}other", idempotency_key=KEY)
    of_another = stranger.register(NOBODY, idempotency_key=KEY)

    assert (first.status, again.status, again.replayed) == (201, 200, True)
    assert again.json == first.json
    assert (another.status, another.code) == (409, "idempotency-key-reused")
    assert of_another.status == 201
    assert of_another.json["secret"] != first.json["secret"]


def test_the_same_request_many_times_at_once_makes_one_bot(owner: Owner) -> None:
    def register(api: Api) -> tuple[int, str, str]:
        reply = replace(owner, api=api).register(NOBODY, idempotency_key=KEY)
        return reply.status, reply.json["bot"]["id"], reply.json["secret"]

    answers = at_once(owner.api.url, [register] * 8)

    assert {201} <= {status for status, _, _ in answers} <= {200, 201}
    assert len({(bot, secret) for _, bot, secret in answers}) == 1


def test_a_bot_is_changed_where_its_owner_says_so_and_nowhere_else(owner: Owner) -> None:
    path = owner.bot(NOBODY)
    before = owner.look(path)

    changed = owner.ask("PATCH", path, json={"name": "Seven", "avatar": "Σ"})

    assert changed.status == 200
    assert changed.json == {**before, "name": "Seven", "avatar": "Σ"}
    assert owner.ask("PATCH", path, json={}).json == changed.json
    told = owner.ask("PATCH", path, json={"wit": 6}).json["errors"]
    assert told == [{"field": "wit", "detail": "Unknown field; there are: name, url, games, avatar, seating, max_tables, paused."}]
    assert owner.ask("PATCH", path, json={"avatar": "ab"}).code == "body-invalid"
    assert owner.ask("PATCH", path, json={"games": ["chess"]}).json["errors"][0]["field"] == "games"
    assert owner.look(path) == changed.json


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_is_not_called_is_refused_and_nothing_changes(owner: Owner, url: str) -> None:
    path = owner.bot(NOBODY)

    registered, changed = owner.register(url), owner.ask("PATCH", path, json={"url": url, "name": "Changed"})

    for reply in (registered, changed):
        assert (reply.status, reply.code, reply.json["field"]) == (422, "target-refused", "url")
        assert reply.json["detail"].startswith("The address ")
    assert (owner.look(path)["url"], owner.look(path)["name"]) == (NOBODY, "Six Sigma")


def test_somebody_elses_bot_can_only_be_looked_at(owner: Owner, stranger: Owner) -> None:
    path = owner.bot(NOBODY)
    before = owner.look(path)

    replies = [
        stranger.ask("PATCH", path, json={"name": "Mine"}),
        stranger.ask("DELETE", path),
        stranger.ask("POST", f"{path}/secret"),
        stranger.ask("POST", f"{path}/test"),
    ]

    assert {(reply.status, reply.code) for reply in replies} == {(404, "bot-unknown")}
    assert "url" not in stranger.look(path)
    assert owner.look(path) == before


def test_an_api_key_owns_a_hundred_bots_and_no_more(owner: Owner) -> None:
    paths = [owner.bot(NOBODY) for _ in range(100)]

    refused = owner.register(NOBODY)
    removed = owner.ask("DELETE", paths[0])

    assert (refused.status, refused.code) == (409, "too-many-owned")
    assert removed.status == 204
    assert "content-type" not in removed.headers
    assert owner.register(NOBODY).status == 201


def test_a_bot_that_is_removed_is_gone(owner: Owner) -> None:
    path = owner.bot(NOBODY)

    owner.ask("DELETE", path)

    assert (owner.ask("GET", path).code, owner.ask("DELETE", path).code) == ("bot-unknown", "bot-unknown")


def test_a_test_call_is_signed_and_says_what_came_back(owner: Owner, endpoint: Endpoint) -> None:
    registered = owner.register(endpoint.url)
    test = f"{registered.headers['location']}/test"

    well = owner.ask("POST", test)
    endpoint.status, endpoint.body = 500, b"the innermost secret"
    badly = owner.ask("POST", test)

    assert (well.json["answered"], well.json["status"], well.json["problem"]) == (True, 204, None)
    assert (badly.json["answered"], badly.json["status"]) == (False, 500)
    assert "innermost" not in badly.text
    for sent in endpoint.wait_for(2):
        assert sent.is_signed_with(registered.json["secret"])
        assert (sent.json["type"], sent.json["data"]) == ("bot.ping", {"bot": registered.json["bot"]["id"]})


def test_a_test_call_to_nobody_says_so(owner: Owner) -> None:
    with an_endpoint() as gone:
        path = owner.bot(gone.url)

    tested = owner.ask("POST", f"{path}/test").json

    assert (tested["answered"], tested["status"], tested["latency_ms"]) == (False, None, None)
    assert tested["problem"].startswith("unreachable")


def test_after_a_rotation_two_secrets_sign_and_after_another_one_the_first_is_dead(owner: Owner, endpoint: Endpoint) -> None:
    registered = owner.register(endpoint.url)
    path, first = registered.headers["location"], registered.json["secret"]

    second = owner.ask("POST", f"{path}/secret").json["secret"]
    owner.ask("POST", f"{path}/test")
    third = owner.ask("POST", f"{path}/secret").json["secret"]
    owner.ask("POST", f"{path}/test")

    [one, two] = endpoint.wait_for(2)
    assert [one.is_signed_with(secret) for secret in (first, second, third)] == [True, True, False]
    assert [two.is_signed_with(secret) for secret in (first, second, third)] == [False, True, True]
    newest, before = owner.look(path)["secrets"]
    assert newest["until"] is None
    assert before["until"] is not None


def test_a_rotation_asked_for_twice_is_one(owner: Owner) -> None:
    path = owner.bot(NOBODY)

    first, again = (owner.ask("POST", f"{path}/secret", idempotency_key=KEY) for _ in range(2))

    assert (first.replayed, again.replayed) == (False, True)
    assert first.json == again.json


def test_a_paused_bot_that_answers_a_test_is_called_again(owner: Owner, api: Api, service: Service, endpoint: Endpoint) -> None:
    path = owner.bot(endpoint.url)
    bot = path.rpartition("/")[2]
    with connect(service.store_url) as store:
        for call in range(health.MOST_FAILURES):
            health.failed(store, bot, str(call), FAILURE)
    paused, shown = owner.look(path), api.get(path).json["paused"]

    owner.ask("POST", f"{path}/test")

    assert shown
    assert paused["health"]["failures"] == health.MOST_FAILURES
    assert paused["health"]["paused"]["why"] == "failing"
    assert paused["health"]["paused"]["detail"].endswith("timed-out: It took too long.")
    assert paused["health"]["last_failure"] == to_builtins(FAILURE)
    assert owner.look(path)["health"] == {"failures": 0, "paused": None, "last_failure": to_builtins(FAILURE)}


def test_a_bot_that_its_owner_has_paused_is_called_again_when_its_owner_says_so(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    path = owner.bot(endpoint.url)

    paused = owner.ask("PATCH", path, json={"paused": True}).json
    again = owner.ask("PATCH", path, json={"paused": True}).json
    tested = owner.ask("POST", f"{path}/test").json["answered"]
    shown = api.get(path).json["paused"]
    resumed = owner.ask("PATCH", path, json={"paused": False}).json

    assert paused["health"]["paused"]["why"] == "owner"
    assert (again, tested, shown) == (paused, True, True)
    assert (resumed["paused"], resumed["health"]["paused"]) == (False, None)


def test_a_bot_that_has_failed_too_often_is_called_again_when_its_owner_says_so(owner: Owner, service: Service) -> None:
    path = owner.bot(NOBODY)
    with connect(service.store_url) as store:
        for call in range(health.MOST_FAILURES):
            health.failed(store, path.rpartition("/")[2], str(call), FAILURE)

    resumed = owner.ask("PATCH", path, json={"paused": False}).json

    assert (resumed["paused"], resumed["health"]["paused"], resumed["health"]["failures"]) == (False, None, 0)


def test_bots_are_found_by_what_they_play(owner: Owner, api: Api) -> None:
    bot = owner.register(NOBODY).json["bot"]["id"]

    assert bot in [found["id"] for found in api.get("/v1/bots", params={"game": "dicy-cards"}).json["bots"]]
    assert api.get("/v1/bots", params={"game": "chess"}).json == {"bots": []}


def test_an_owner_finds_their_own_bots(owner: Owner, stranger: Owner, api: Api) -> None:
    bots = [owner.register(NOBODY).json["bot"]["id"] for _ in range(2)]
    stranger.register(NOBODY)

    found = owner.ask("GET", "/v1/bots", params={"mine": "true"})

    assert sorted(bot["id"] for bot in found.json["bots"]) == sorted(bots)
    assert api.get("/v1/bots", params={"mine": "true"}).code == "api-key-missing"
    assert api.get("/v1/bots", params={"mine": "yes"}).code == "parameter-invalid"


def test_a_bot_is_seated_under_its_own_name_and_nobody_is_told_its_token(owner: Owner, api: Api) -> None:
    bot = owner.register(NOBODY).json["bot"]["id"]

    created_table = api.create_table(1, bots=[bot], options={"first_seat": "creator"})

    assert [who.seat for who in created_table.seated] == [0]
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in created_table.view["seats"][1:]] == [("bot", "Six Sigma", bot)]


def test_a_bot_that_is_unknown_or_plays_something_else_is_not_seated(owner: Owner, api: Api, service: Service) -> None:
    other = owner.register(NOBODY).json["bot"]["id"]
    with connect(service.store_url) as store:
        Bots(store).change(other, lambda bot: structs.replace(bot, games=("chess",)))

    for bot in ("bot_nobody", other):
        reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "bot", "bot": bot}]})

        assert (reply.status, reply.code) == (422, "body-invalid")
        assert [error["field"] for error in reply.json["errors"]] == ["seats.1.bot"]
    owner.ask("DELETE", f"/v1/bots/{other}")  # no bot for chess remains
