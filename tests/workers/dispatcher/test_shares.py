"""Many calls are made at once; no endpoint, host, owner or kind of call prevents the others."""

import threading
from collections import Counter
from dataclasses import replace
from datetime import datetime

from events.limits import Limits
from tests.operation.processes import until
from tests.workers.dispatcher.making import Made, ask
from tests.workers.dispatching import dispatcher, running, webhook
from workers.calls.shares import Party
from workers.calls.slots import Slots
from workers.dispatcher.kinds import party_of
from workers.dispatcher.parts import DispatcherParts

LIMITS = Limits()
MOST_EACH, MOST_OWNED, MOST_TO_ONE_HOST = LIMITS.endpoint_calls, LIMITS.owner_calls, LIMITS.host_calls


def test_a_slow_endpoint_is_called_by_few_at_once_and_holds_up_no_other(parts: DispatcherParts, made: Made) -> None:
    for number in range(3 * MOST_EACH):
        ask(parts, "slow", str(number))

    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: made.most["slow"] == MOST_EACH)
        for number in range(50):
            ask(parts, "quick", str(number))
        until(lambda: len(made.calls) == 50)
        assert {endpoint for endpoint, _ in made.calls} == {"quick"}
        made.let_go.set()
        until(lambda: len(made.calls) == 50 + 3 * MOST_EACH)

    assert made.most["slow"] == MOST_EACH
    assert max(Counter(made.calls).values()) == 1


def test_an_owner_of_many_slow_endpoints_holds_up_no_other(parts: DispatcherParts, made: Made) -> None:
    for number in range(3 * MOST_OWNED):
        ask(parts, f"slow{number}", "a")
    ask(parts, "quick", "b")

    with running(dispatcher(parts, {"note": made.make}, (), party_of=of_owners)):
        until(lambda: made.most.total() == MOST_OWNED // 2 + 1)
        until(lambda: ("quick", "b") in made.calls)
        assert made.most.total() == MOST_OWNED // 2 + 1, "nobody knows yet whether these endpoints take their time"
        made.let_go.set()
        until(lambda: len(made.calls) == 1 + 3 * MOST_OWNED)


def of_owners(_desk: DispatcherParts, _kind: str, endpoint: str) -> Party:
    """Each endpoint has its own host; its first four letters are its owner."""
    return Party("messages", endpoint[:4], endpoint)


def test_a_host_that_does_not_answer_holds_up_no_other_whoever_owns_what_is_there(parts: DispatcherParts, made: Made) -> None:
    for number in range(200):
        ask(parts, f"slow{number}", "a")
    with running(dispatcher(parts, {"note": made.make}, (), party_of=lambda *_: Party("messages", f"owner{len(made.most)}", "dead:80"))):
        until(lambda: made.most.total() == MOST_TO_ONE_HOST // 2)
        made.let_go.set()
        until(lambda: len(made.calls) == 200)

    assert max(Counter(made.calls).values()) == 1


def test_turns_have_places_of_their_own(parts: DispatcherParts, made: Made) -> None:
    parts = replace(parts, worker=replace(parts.worker, limits=Limits(webhook_calls=4)))
    for number in range(12):
        ask(parts, f"slow-{number}", kind="lane")

    with running(dispatcher(parts, {"lane": made.make, "turn": made.make}, ())):
        until(lambda: len(made.most) == 3)  # one place is left to endpoints that are known to be quick
        for number in range(50):
            ask(parts, "quick", str(number), kind="turn")
        until(lambda: len(made.calls) == 50)
        made.let_go.set()
        until(lambda: len(made.calls) == 62)


def test_a_hundred_quick_webhooks_of_one_key_let_another_owners_calls_through(parts: DispatcherParts) -> None:
    let_go, calls = threading.Event(), list[str]()

    def make(_desk: DispatcherParts, endpoint: str) -> datetime | None:
        calls.append(endpoint)
        let_go.wait(30)  # at work: no other call of its kind is
        return None

    for number in range(100):
        ask(parts, f"many{number}", kind="lane")
    one = dispatcher(parts, {"lane": make, "turn": make}, (), party_of=by_kind, slots=Slots({"turns": 1, "messages": 1}))
    with running(one):
        until(lambda: len(one._running) == MOST_OWNED // 2)
        ask(parts, "good", kind="lane")
        until(lambda: len(one._running) == MOST_OWNED // 2 + 1)
        ask(parts, "bot", kind="turn")
        until(lambda: len(calls) == 2)
        assert calls[1] == "bot", "turns do not wait for messages"
        let_go.set()
        until(lambda: len(calls) == 102)

    assert calls.index("good") <= 3


def by_kind(_desk: DispatcherParts, kind: str, endpoint: str) -> Party:
    """Each endpoint has its own host; its first four letters are its owner."""
    return Party("turns" if kind == "turn" else "messages", endpoint[:4], endpoint)


def test_calls_are_made_for_whoever_owns_what_they_go_to(parts: DispatcherParts) -> None:
    made = webhook(parts, "http://Hooks.example:2000/")

    party = Party("messages", made.owner, "hooks.example:2000")
    assert party_of(parts, "lane", made.id) == party_of(parts, "retry", made.id) == party
    assert party_of(parts, "turn", "bot_gone") == Party("turns", "bot_gone", "bot_gone")


def test_when_all_places_are_taken_the_rest_waits_for_one_that_is_free(parts: DispatcherParts, made: Made) -> None:
    parts = replace(parts, worker=replace(parts.worker, limits=Limits(webhook_calls=4)))
    for number in range(12):
        ask(parts, f"slow-{number}")

    with running(dispatcher(parts, {"note": made.make}, ())):
        until(lambda: len(made.most) == 3)  # one place is left to endpoints that are known to be quick
        made.let_go.set()
        until(lambda: len(made.calls) == 12)

    assert max(Counter(made.calls).values()) == 1
