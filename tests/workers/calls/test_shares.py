"""Which calls may start: shares of owners and hosts, for every kind of crowd."""

from collections.abc import Iterable, Mapping, Sequence

from events.limits import Limits
from workers.calls.parties import CACHED_FOR, Parties
from workers.calls.schedule import Line
from workers.calls.shares import QUICK_CALL_SECONDS, Paces, Party, Places, Shares, UnderWay

LIMITS = Limits(turn_calls=128, webhook_calls=128, owner_calls=32, host_calls=32, endpoint_calls=8)


class Crowd:
    """Endpoints with their parties, and the calls in progress."""

    def __init__(self) -> None:
        self.parties: dict[str, Party] = {}
        self.paces = Paces()
        self.under_way: list[UnderWay] = []

    def has(self, endpoints: Iterable[str], owner: str, host: str, places: Places = "turns") -> None:
        for endpoint in endpoints:
            self.parties[endpoint] = Party(places, owner, host)

    def ended(self, endpoint: str, seconds: float) -> None:
        self.paces.ended(UnderWay(endpoint, self.parties[endpoint], seconds))

    def begins(self, waiting: Mapping[str, int], seconds: float = 0.0) -> Sequence[str]:
        """The waiting endpoints whose calls may start now. The calls stay in progress, with the elapsed time `seconds`."""
        shares = Shares(LIMITS, lambda _, endpoint: self.parties[endpoint], self.paces, self.under_way)
        left, begun = dict(waiting), list[str]()
        while left:
            admitted = [endpoint for endpoint in left if shares.admit(Line(f"turn:{endpoint}", 0, 1))]
            begun += admitted
            left = {endpoint: left[endpoint] - 1 for endpoint in admitted if left[endpoint] > 1}
        self.under_way += [UnderWay(endpoint, self.parties[endpoint], seconds) for endpoint in begun]
        return begun


def names(name: str, count: int) -> Sequence[str]:
    return [f"{name}-{number}" for number in range(count)]


def test_four_keys_with_many_endpoints_at_one_dead_host_hold_half_a_hosts_share() -> None:
    crowd = Crowd()
    for owner in range(4):
        crowd.has(names(f"dead-{owner}", 32), f"owner-{owner}", "dead:80")
    crowd.has(["good"], "good", "good:80")

    begun = crowd.begins(dict.fromkeys(crowd.parties, 3) | {"good": 1})

    assert begun.count("good") == 1
    assert len(begun) == LIMITS.host_calls // 2 + 1


def test_hosts_that_take_their_time_hold_half_of_all_places_however_many_keys_and_hosts_they_have() -> None:
    crowd = Crowd()
    for owner in range(20):
        crowd.has(names(f"dead-{owner}", 16), f"owner-{owner}", f"dead-{owner}:80")
        for endpoint in names(f"dead-{owner}", 16):
            crowd.ended(endpoint, 10.0)
    crowd.has(["good"], "good", "good:80")
    crowd.ended("good", 0.1)

    begun = crowd.begins(dict.fromkeys(crowd.parties, 3) | {"good": 20})

    assert len(begun) - begun.count("good") == LIMITS.turn_calls // 2
    assert begun.count("good") == LIMITS.endpoint_calls


def test_hosts_that_nobody_has_called_yet_leave_places_to_those_that_are_known_to_be_quick() -> None:
    crowd = Crowd()
    for owner in range(20):
        crowd.has(names(f"new-{owner}", 16), f"owner-{owner}", f"new-{owner}:80")
    crowd.has(["good"], "good", "good:80")
    crowd.ended("good", 0.1)

    begun = crowd.begins(dict.fromkeys(crowd.parties, 3))
    later = crowd.begins({"good": 5})

    assert len(begun) - begun.count("good") == LIMITS.turn_calls * 3 // 4
    assert begun.count("good") + len(later) == LIMITS.endpoint_calls


def test_within_an_owner_a_healthy_bot_is_called_beside_any_number_that_hang() -> None:
    crowd = Crowd()
    for number in range(33):
        crowd.has([f"hangs-{number}"], "owner", f"dead-{number}:80")
    crowd.has(["good"], "owner", "good:80")
    crowd.ended("good", 0.1)

    begun = crowd.begins(dict.fromkeys(crowd.parties, 8))

    assert begun.count("good") == LIMITS.endpoint_calls
    assert len(begun) - begun.count("good") == LIMITS.owner_calls // 2


def test_a_call_that_takes_long_counts_as_such_before_it_has_ended() -> None:
    crowd = Crowd()
    for owner in range(8):
        crowd.has(names(f"one-{owner}", 16), f"owner-{owner}", f"one-{owner}:80")
        for endpoint in names(f"one-{owner}", 16):
            crowd.ended(endpoint, 0.1)
        crowd.begins(dict.fromkeys(names(f"one-{owner}", 8), 1), seconds=QUICK_CALL_SECONDS + 1)
    crowd.has(["late"], "late", "late:80")
    crowd.ended("late", QUICK_CALL_SECONDS + 1)
    crowd.has(["good"], "good", "good:80")

    assert crowd.begins({"late": 1, "good": 1}) == ["good"]


def test_who_answers_again_has_the_whole_share_again() -> None:
    crowd = Crowd()
    endpoints = names("bot", 8)
    crowd.has(endpoints, "owner", "host:80")
    for endpoint in endpoints:
        crowd.ended(endpoint, 10.0)
    for endpoint in endpoints:
        crowd.ended(endpoint, QUICK_CALL_SECONDS)

    assert len(crowd.begins(dict.fromkeys(endpoints, 8))) == LIMITS.owner_calls


def test_turns_and_messages_have_shares_of_their_own() -> None:
    crowd = Crowd()
    crowd.has(names("hook", 100), "owner", "host:80", "messages")
    crowd.has(names("bot", 4), "owner", "host:80")
    for endpoint in crowd.parties:
        crowd.ended(endpoint, 0.1)

    assert len(crowd.begins(dict.fromkeys(names("hook", 100), 8))) == LIMITS.owner_calls
    assert len(crowd.begins(dict.fromkeys(names("bot", 4), 8))) == LIMITS.owner_calls


def test_who_has_least_under_way_comes_first_and_a_line_that_waits_says_so() -> None:
    crowd = Crowd()
    crowd.has(["busy", "idle"], "one", "one:80")
    crowd.has(["other"], "two", "two:80")
    crowd.begins({"busy": 8})

    shares = Shares(LIMITS, lambda _, endpoint: crowd.parties[endpoint], crowd.paces, crowd.under_way)

    assert shares.weight(Line("turn:idle", 0, 1)) == 8
    assert shares.weight(Line("turn:other", 0, 1)) == 0
    assert shares.admit(Line("turn:other", 0, 1))
    assert not shares.turned_away
    assert not shares.admit(Line("turn:busy", 0, 1))
    assert shares.turned_away


def test_a_party_is_asked_for_again_after_a_while_for_addresses_change() -> None:
    found = iter([Party("turns", "one", "old:80"), Party("turns", "one", "new:80")])
    seconds = [0.0]
    parties = Parties(lambda *_: next(found), lambda: seconds[0])

    assert parties("turn", "bot").host == parties("turn", "bot").host == "old:80"
    seconds[0] = CACHED_FOR
    assert parties("turn", "bot").host == "new:80"
