"""Addresses whose name server does not answer: a client that registers one is asked to try again, and holds up no others."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.live import Api, Reply, Service, running
from tests.service.keys import mint
from tests.service.owning import Owner

NAMES = Path(__file__).with_name("names")


@pytest.fixture
def service(fresh_store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A service in an environment where some name servers do not answer."""
    monkeypatch.setenv("PYTHONPATH", str(NAMES))
    with running(fresh_store_url, tmp_path, ("web",)) as service:
        yield service


def test_sixty_registrations_with_silent_names_hold_up_no_other(service: Service) -> None:
    key = mint(service, 1_000_000)

    def register(number: int) -> Reply:
        with Api(service.url) as api:
            owner, url = Owner(api, key), f"http://silent{number}.example/"
            return owner.register(url) if number % 2 else owner.add_webhook(url, "*")

    with ThreadPoolExecutor(60) as many, Api(service.url) as api:
        hanging = [many.submit(register, number) for number in range(60)]
        other = Owner(api, mint(service, None))
        registered = [other.register("http://quick.example/"), other.add_webhook("http://quick.example/", "*")]
        moved = other.ask("PATCH", registered[0].headers["location"], json={"url": "http://silent.example/", "name": "Moved"})
        refused = [each.result() for each in hanging]

    assert [reply.status for reply in registered] == [201, 201]
    for reply in (*refused, moved):
        assert (reply.status, reply.code, reply.json["field"], reply.json["retry"]) == (503, "lookup-timed-out", "url", "safe")
        assert int(reply.headers["retry-after"]) > 0
    with Api(service.url) as api:
        assert Owner(api, key).look("/v1/webhooks")["webhooks"] == []
        assert Owner(api, other.key).look(registered[0].headers["location"])["name"] == "Six Sigma"
