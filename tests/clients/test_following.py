"""Following a table with the Python client: each event once and in order, whatever happens to the connections."""

from collections.abc import Sequence
from contextlib import ExitStack

import pytest

import rollstream_follow
from rollstream_follow import Client, News, ServiceProblem
from tests.clients.losing import Losing
from tests.clients.scripts import EVENTS, LAST, OVER, Told, page, place, stream, unchanged, view
from tests.examples.cutting import Cutting
from tests.live import Api, CreatedTable, Played, Service
from tests.operation.processes import until
from tests.service.command_line.stand_in import Scripted, StandIn, problem, stand_in

FIRST, SECOND, THIRD = EVENTS[:3]
TABLE = "p00-0"


def still(_: float) -> None:
    """Go on without waiting."""


def told(news: Sequence[News]) -> list[Told]:
    return [event for one in news for event in one.events]


def move_on(api: Api, table: CreatedTable) -> Sequence[Told]:
    """The events of a move of whoever owes one."""
    who = table.seated[api.view(table.table)["owed"][0]["seat"]]
    reply = api.play(who, api.moves(who)[0])
    assert reply.status == 201, reply
    events: Sequence[Told] = reply.json["events"]
    return events


def followed(*answers: Scripted, history: bool = False) -> tuple[list[News], StandIn]:
    """The news that a follower makes of these answers of a service, and what it asked for."""
    with stand_in(*answers) as service:
        return list(Client(service.url, sleep=still).follow(TABLE, "a-token", history=history)), service


def asked(service: StandIn, header: str, path: str = "") -> list[str]:
    """What the requests for a path have in a header, if they have it."""
    requests = [headers for _, requested, headers in service.requests if requested == f"/v1/tables/{TABLE}{path}"]
    return [headers[header] for headers in requests if header in headers]


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    """A table that is over."""
    with Api(service.url) as api:
        return api.play_out(11)


# --- the real service ------------------------------------------------------------------------------------------------------------


def test_whoever_follows_sees_the_table_and_then_each_move(api: Api, service: Service) -> None:
    table = api.create_table(2)
    following = Client(service.url).follow(table.table)

    first = next(following)
    events = move_on(api, table)
    second = next(following)
    following.close()

    assert first == News(anew=True, view=table.view, events=())
    assert second == News(anew=False, view=None, events=[events[0]])


def test_a_stream_that_is_cut_again_and_again_tells_each_event_once(played: Played, service: Service) -> None:
    with Cutting(service.url, after=5_000) as cutting:
        news = list(Client(cutting.url, sleep=still).follow(played.table, history=True))

    assert cutting.cuts > 2
    assert [one.anew for one in news] == [True, *[False] * (len(news) - 1)]
    assert told(news) == played.events


def test_a_service_that_restarts_costs_no_event(api: Api, service: Service) -> None:
    table, pauses = api.create_table(2), list[float]()
    with ExitStack() as after_the_restart:

        def wait(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                after_the_restart.enter_context(Losing(service.url, port=proxy.port))

        with Losing(service.url) as proxy:
            following = Client(proxy.url, sleep=wait).follow(table.table)
            next(following)
            before = move_on(api, table)
            assert next(following).events == [before[0]]
        missed = [*before[1:], *move_on(api, table)]
        news = [next(following) for _ in missed]
        following.close()

    assert told(news) == missed
    assert len(pauses) == 3


def test_where_a_proxy_holds_the_stream_back_the_table_is_polled(api: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollstream_follow, "SILENCE", 2.0)
    table = api.create_table(2)
    with Losing(service.url, b"text/event-stream", times=1, keep_open=True) as holding:
        following = Client(holding.url, sleep=still).follow(table.table)
        next(following)
        events = move_on(api, table)
        news = next(following)
        following.close()

    assert news == News(anew=False, view=api.view(table.table), events=list(events))


def test_a_move_whose_answers_are_lost_is_played_once(api: Api, service: Service) -> None:
    table = api.create_table(2)
    who = table.seated[table.view["owed"][0]["seat"]]
    with Losing(service.url, b"/moves HTTP", times=2) as losing:
        client = Client(losing.url, sleep=still)
        client.get("/v1/games")
        played = client.play(table.table, who.token, api.moves(who)[0])

    assert len(losing.lost) == 2
    assert played["events"] == api.events(table.table, token=who.token, after=table.view["version"])


def test_a_table_whose_creation_is_not_answered_is_created_once(api: Api, service: Service) -> None:
    with Losing(service.url, b"POST /v1/tables HTTP", times=1) as losing:
        client = Client(losing.url, sleep=still)
        client.get("/v1/games")
        created = client.post("/v1/tables", {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Only once"}, {"kind": "open"}]})

    def listed() -> list[str]:
        tables = api.get("/v1/tables", params={"status": "open", "limit": 100}).json["tables"]
        return [table["table"] for table in tables if table["seats"][0]["name"] == "Only once"]

    until(lambda: bool(listed()))
    assert len(losing.lost) == 1
    assert listed() == [created["view"]["table"]]


def test_a_table_that_is_over_has_a_view_and_no_news(played: Played, service: Service) -> None:
    [news] = Client(service.url).follow(played.table)

    assert news.anew
    assert news.view is not None
    assert news.view["status"] == "finished"


def test_a_table_that_there_is_not_is_refused_at_once(service: Service) -> None:
    with pytest.raises(ServiceProblem) as refused:
        next(Client(service.url, pytest.fail).follow("p00-0000000000000000000000000"))

    assert refused.value.code == "table-unknown"


# --- answers that a healthy service does not give on request -----------------------------------------------------------------------


def test_the_stream_begins_where_the_view_ends() -> None:
    news, asking = followed(view(FIRST), stream(SECOND, LAST))

    assert news == [News(True, {"version": 1}, ()), News(False, None, [SECOND]), News(False, None, [LAST])]
    assert asked(asking, "last-event-id", "/events") == [place(FIRST)]
    assert asked(asking, "authorization") + asked(asking, "authorization", "/events") == ["Bearer a-token"] * 2


def test_a_tag_that_a_proxy_has_weakened_says_where_the_view_ends_as_well() -> None:
    _, asking = followed(view(SECOND, weak="W/"), OVER)

    assert asked(asking, "last-event-id", "/events") == [place(SECOND)]


def test_a_stream_that_ends_is_resumed_after_its_last_event() -> None:
    news, asking = followed(view(FIRST), stream(SECOND), stream(THIRD), OVER)

    assert told(news) == [SECOND, THIRD]
    assert asked(asking, "last-event-id", "/events") == [place(FIRST), place(SECOND), place(THIRD)]


def test_a_frame_that_is_cut_is_not_told() -> None:
    half = stream(SECOND)._replace(body=stream(SECOND).body[:-20])

    news, asking = followed(view(FIRST), half, stream(SECOND, LAST))

    assert told(news) == [SECOND, LAST]
    assert asked(asking, "last-event-id", "/events") == [place(FIRST)] * 2


@pytest.mark.parametrize(
    "busy",
    [
        problem(429, "rate-limited", Retry_After="3"),
        problem(503, "store-unavailable", Retry_After="2"),
        problem(500, "internal-error"),
        Scripted(502, b"<html>"),
        Scripted(200, b"<html>a page that wants you to log in first"),
    ],
)
def test_a_follower_waits_for_a_service_that_is_busy_and_loses_nothing(busy: Scripted) -> None:
    pauses: list[float] = []
    with stand_in(busy, view(FIRST), busy, stream(SECOND), busy, busy, stream(LAST)) as service:
        client = Client(service.url, sleep=pauses.append)
        news = list(client.follow(TABLE))

    wanted = float(dict(busy.headers).get("Retry-After", "0"))
    assert told(news) == [SECOND, LAST]
    assert all(pause > wanted for pause in pauses if pause not in {0, 1})
    assert sum(pause not in {0, 1} for pause in pauses) == 4


@pytest.mark.parametrize("code", ["token-invalid", "table-unknown", "table-damaged"])
def test_a_refusal_that_waiting_does_not_change_ends_the_following(code: str) -> None:
    status = {"token-invalid": 401, "table-unknown": 404, "table-damaged": 500}[code]

    with pytest.raises(ServiceProblem) as refused:
        followed(view(FIRST), stream(SECOND), problem(status, code))

    assert refused.value.code == code


@pytest.mark.parametrize("history", [False, True])
def test_after_a_reset_everything_begins_anew_from_the_table_as_it_is(history: bool) -> None:
    begins = [FIRST, SECOND, THIRD] if history else []

    news, asking = followed(
        view(FIRST), stream(*begins[:1], SECOND, THIRD, reset=True), view(SECOND), stream(*begins[:2], LAST), history=history
    )

    again = [one.anew for one in news].index(True, 1)
    assert news[again].view == {"version": 2}
    assert told(news[:again]) == [*begins[:1], SECOND, THIRD]
    assert told(news[again:]) == [*begins[:2], LAST]
    assert asked(asking, "last-event-id", "/events") == (["0", "0"] if history else [place(FIRST), place(SECOND)])


@pytest.mark.parametrize("full", [problem(503, "streams-full", Retry_After="5"), problem(429, "too-many-streams", Retry_After="15")])
def test_without_a_stream_the_table_is_polled_with_the_tag_of_its_view(full: Scripted) -> None:
    polls = (unchanged(FIRST), view(SECOND), page(SECOND), unchanged(SECOND), view(LAST), page(THIRD, following=3), page(LAST))

    news, asking = followed(view(FIRST), full, *polls)

    assert told(news) == [SECOND, THIRD, LAST]
    assert [one.view for one in news] == [{"version": 1}, {"version": 2}, None, {"version": LAST["version"]}]
    tags = [dict(view(event).headers)["ETag"] for event in (FIRST, SECOND)]
    assert asked(asking, "if-none-match") == [tags[0], tags[0], tags[1], tags[1]]
    pages = [path.partition("after=")[2] for _, path, _ in asking.requests if "after=" in path]
    assert pages == [f"{place(event)}&limit=500" for event in (FIRST, SECOND, THIRD)]


def test_a_poll_that_fails_on_its_way_is_made_again() -> None:
    full, busy = problem(503, "streams-full"), problem(503, "store-unavailable", Retry_After="1")

    news, asking = followed(view(FIRST), full, view(SECOND), busy, view(SECOND), page(SECOND, LAST))

    assert told(news) == [SECOND, LAST]
    assert asked(asking, "if-none-match") == [dict(view(FIRST).headers)["ETag"]] * 2


def test_a_table_that_is_over_is_neither_streamed_nor_polled_for_ever() -> None:
    full, over = problem(503, "streams-full"), view(LAST, status="finished")

    at_the_start, asking = followed(over)
    meanwhile, _ = followed(view(FIRST), full, over, page(SECOND, LAST))
    known, _ = followed(over, full, over, page(*EVENTS), history=True)

    assert (told(at_the_start), len(asking.requests)) == ([], 1)
    assert told(meanwhile) == [SECOND, LAST]
    assert told(known) == EVENTS


def test_a_poll_notices_lost_events_as_well() -> None:
    full, changed = problem(503, "streams-full"), problem(409, "history-changed")

    news, _ = followed(view(SECOND), full, view(FIRST), changed, view(FIRST), unchanged(FIRST), view(LAST), page(LAST))

    assert [one.anew for one in news] == [True, True, False]
    assert told(news) == [LAST]
