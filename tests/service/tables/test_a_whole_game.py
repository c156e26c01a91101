"""A whole game: every way to read it returns the same data, and the events match the views."""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from tests.live import NDJSON, Api, Played, Service
from tests.service.ahead import play_ahead, played_out, skipping
from tests.service.playing import skip

State = dict[str, Any]


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    """A table with two seats taken and one open, joined, and played to its end: its first seat reaches `hundred`."""
    with Api(service.url) as api:
        created_table = api.create_table(2, open_seats=1, names=["Ada", "Grace"], options={"mode": "interactions"}, client_seed="the-table")
        seated = [*created_table.seated, api.sit(created_table.table, name="Joan", client_seed="joan's-own")]
        return played_out(service, api, created_table._replace(seated=seated), 7)


def test_pages_lines_and_stream_tell_the_same_events(api: Api, played: Played) -> None:
    pages: list[Any] = []
    following: int | None = 0
    while following is not None:
        page = api.get(f"/v1/tables/{played.table}/events", params={"after": following, "limit": 37}).json
        pages.append(page["events"])
        following = page["next"]
    lines = api.get(f"/v1/tables/{played.table}/events", headers={"Accept": NDJSON}).text.splitlines()
    with api.stream(played.table) as stream:
        streamed = list(stream)

    assert all(len(page) == 37 for page in pages[:-1])
    assert [event for page in pages for event in page] == played.events
    assert [json.loads(line) for line in lines] == played.events
    assert streamed == played.events
    assert [event["version"] for event in played.events] == list(range(1, played.view["version"] + 1))


def test_every_seat_and_a_spectator_see_the_same_finished_table(api: Api, played: Played) -> None:
    for token in (None, *(who.token for who in played.seated)):
        assert api.view(played.table, token=token) == played.view
        assert api.events(played.table, token=token, after=played.view["version"] - 5) == played.events[-5:]


def test_whoever_follows_the_events_has_the_state_of_every_version(api: Api, played: Played) -> None:
    first = next(event["version"] for event in played.events if event["type"] == "dicy-cards.first-seat-chosen")
    state = api.view(played.table, at=first)["state"]
    assert all((player["score"], player["active"], player["frozen"]) == (0, state["cards"], []) for player in state["players"])

    for event in played.events[first:]:
        state = after(state, event)
        then = api.view(played.table, at=event["version"])

        assert then["version"] == event["version"]
        assert then["state"] == state, event
        assert {owed["seat"] for owed in then["owed"]} == owing(state)
        assert then["fairness"]["secret"] is None or event is played.events[-1]
        assert (then["outcome"] is None) == (then["status"] == "playing")


def after(before: State, event: Mapping[str, Any]) -> State:
    """The state after an event, by the event's own data; everything else stays unchanged."""
    state, data, seat = deepcopy(before), event["data"], event["seat"]
    player: Any = None if seat is None else state["players"][seat]
    match event["type"].removeprefix("dicy-cards."):
        case "dice-rolled":
            assert data["dice"] == data["draw"]["values"]
            state |= {"dice": data["dice"], "phase": "play"}
        case "dice-rerolled":
            for position, face in zip(data["positions"], data["draw"]["values"], strict=True):
                state["dice"][position] = face
            assert state["dice"] == data["dice"]
        case "card-scored":
            assert data["values"] == [state["dice"][position] for position in data["positions"]]
            player["score"] += data["points"]
            assert player["score"] == data["score"]
            state["phase"] = "choice"
        case "card-frozen" | "card-reset" as change:
            source, target = ("active", "frozen") if change == "card-frozen" else ("frozen", "active")
            player[source].remove(data["card"])
            player[target] = [card for card in state["cards"] if card in (*player[target], data["card"])]
            state["pending"] = [owed for owed in state["pending"] if owed["seat"] != seat]
        case "turn-skipped":
            state["phase"] = "choice"
        case "choices-owed":
            state["pending"] = [{"seat": owing, "kind": data["kind"]} for owing in data["seats"]]
        case "turn-ended":
            state |= {"turn": data["next"], "dice": None, "phase": "roll"}
        case "game-ended":
            state["phase"] = "over"
        case "table.finished" | "table.seed-revealed":
            pass
        case unknown:
            raise AssertionError(unknown)
    return state


def owing(state: State) -> set[int]:
    """The seats with a pending decision."""
    if state["phase"] == "choice":
        return {owed["seat"] for owed in state["pending"]}
    return set() if state["phase"] == "over" else {state["turn"]}


def test_a_view_is_sent_once_for_each_version(api: Api, played: Played) -> None:
    path, newest = f"/v1/tables/{played.table}", played.view["version"]
    for version in (1, newest // 2, newest):
        how: dict[str, Any] = {"params": {"at": version}}
        tag = api.get(path, **how).headers["etag"].strip('"')

        place = f"{version}-{played.events[version - 1]['hash'][:8]}"
        assert tag.startswith(f"{place}-")
        for known in (f'"{tag}"', f'W/"{tag}"', f'"0", "{tag}"'):
            reply = api.get(path, headers={"If-None-Match": known}, **how)
            assert (reply.status, reply.text, reply.headers["etag"]) == (304, "", f'"{tag}"')
        for other in (f'"{version}"', f'"{version}-00000000"', f'"{place}"', f'"{tag}0"', tag[:-1]):
            assert api.get(path, headers={"If-None-Match": other}, **how).status == 200


def test_there_is_no_view_of_what_has_not_happened(api: Api, played: Played) -> None:
    newest = played.view["version"]

    reply = api.get(f"/v1/tables/{played.table}", params={"at": newest + 1})

    assert (reply.status, reply.code, reply.json["version"]) == (404, "version-unknown", newest)


def test_the_outcome_is_what_scores_and_active_cards_say(api: Api, played: Played) -> None:
    view = played.view
    finished = next(event for event in played.events if event["type"] == "table.finished")

    assert view["outcome"] == finished["data"]["outcome"] == ranked(view, "hundred")
    assert max(player["score"] for player in view["state"]["players"]) >= 100


def test_nobody_ever_scores_and_all_win_together(api: Api, service: Service) -> None:
    created_table = api.create_table(2)
    play_ahead(service, created_table.table, skipping, lambda table: table.version > 780)

    view = api.view(created_table.table)
    while view["status"] == "playing":
        view = skip(api, created_table.seated, view)

    assert view["round"] == 200
    assert view["outcome"] == ranked(view, "round-limit")
    assert view["outcome"]["winners"] == [0, 1]
    assert view["outcome"]["ranking"] == [{"seat": seat, "rank": 1, "points": 0} for seat in (0, 1)]


def ranked(view: Mapping[str, Any], reason: str) -> Mapping[str, Any]:
    """The outcome by the rule: score, then active cards; tied seats share a rank."""
    keys = [(player["score"], len(player["active"])) for player in view["state"]["players"]]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    order = sorted(range(len(keys)), key=lambda seat: (ranks[seat], seat))
    return {
        "reason": reason,
        "winners": [seat for seat in order if ranks[seat] == 1],
        "ranking": [{"seat": seat, "rank": ranks[seat], "points": keys[seat][0]} for seat in order],
    }
