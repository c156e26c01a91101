"""An owner who tests bots and webhooks at slow addresses does not hold up others: only few test calls run at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.http.problems import Problem
from service.owners.trials import Trials
from tests.listening import hang_up
from tests.operation.processes import until
from tests.service.endpoint import Endpoint
from tests.service.in_process import Application, application
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.workers.outgoing.servers import RawServer, wait_for_the_end


@pytest.fixture
def service(fresh_store_url: str) -> Iterator[Application]:
    """A service that runs few test calls at the same time."""
    with application(fresh_store_url, {"client_tests": 2}) as service:
        yield service


def test_an_owner_of_slow_addresses_holds_up_only_itself_and_who_shares_the_host(service: Application, endpoint: Endpoint) -> None:
    with ThreadPoolExecutor(2) as pool, RawServer(wait_for_the_end) as hangs:
        one, other = (Owner(service.api(), mint(service, None)) for _ in range(2))
        bot, hook = one.bot(hangs.url), one.webhook(hangs.url, "*")

        hanging = [pool.submit(one.ask, "POST", f"{path}/test") for path in (bot, hook)]
        until(lambda: hangs.connections == 2)
        own = one.bot(endpoint.url)
        refused = [one.ask("POST", f"{own}/test"), other.ask("POST", f"{other.webhook(hangs.url, '*')}/test")]
        quick = other.ask("POST", f"{other.bot(endpoint.url)}/test")
        hang_up(*hangs._lines)
        told = [reply.result() for reply in hanging]

        assert [(reply.status, reply.code) for reply in refused] == [(429, "too-many-tests")] * 2
        assert all(int(reply.headers["retry-after"]) > 0 for reply in refused)
        assert (quick.status, quick.json["answered"]) == (200, True)
        assert (told[0].json["answered"], told[1].json["state"]) == (False, "failed")
        assert one.ask("POST", f"{own}/test").json["answered"]


def test_all_owners_together_have_so_many_under_way_and_each_that_ends_makes_room() -> None:
    trials = Trials(2, 2)

    with trials.one("ada", "http://one.example/"):
        with trials.one("grace", "http://two.example/"), pytest.raises(Problem) as refused, trials.one("emmy", "http://three.example/"):
            raise AssertionError("a third one was made")
        with trials.one("emmy", "http://three.example/"):
            pass

    assert refused.value.code == "too-many-tests"
