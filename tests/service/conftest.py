"""Fixtures: the real service in several configurations, and clients that check every response against the contract."""

import time
from collections.abc import Iterator

import pytest

from service.processes import embedded_store
from tests.live import FEWEST, Api, Service, api, running, service
from tests.service.endpoint import Endpoint, an_endpoint
from tests.service.keys import mint
from tests.service.owning import Owner, owner
from tests.service.store_proxy import StoreProxy

__all__ = ["api", "owner", "service"]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A web server that receives webhook messages."""
    with an_endpoint() as endpoint:
        yield endpoint


@pytest.fixture
def stranger(api: Api, service: Service) -> Owner:
    """An owner of another API key."""
    return Owner(api, mint(service, None))


@pytest.fixture(scope="session")
def wire_to_the_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreProxy]:
    """The proxy between the service `several` and its store."""
    with embedded_store.running(tmp_path_factory.mktemp("several-store")) as url, StoreProxy(url) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def several(wire_to_the_store: StoreProxy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of two web processes, which share data only through the store, on a machine in India."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", "Asia/Kolkata")
        service = running(wire_to_the_store.url, tmp_path_factory.mktemp("several"), FEWEST, web_processes="2")
        with service as started:
            yield started


@pytest.fixture
def there(several: Service) -> Iterator[Api]:
    """A client of `several`."""
    with Api(several.url) as api:
        yield api


@pytest.fixture
def in_newfoundland(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine 3:30 behind UTC."""
    monkeypatch.setenv("TZ", "America/St_Johns")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def within_a_window() -> None:
    """Waits until the current minute has at least 8 seconds left: rate limits count by full minutes."""
    left = 60 - time.time() % 60
    if left < 8:
        time.sleep(left + 0.1)
