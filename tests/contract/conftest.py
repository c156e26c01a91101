"""Fixtures: the application in the tests' own process, for all that is no matter of sockets, and the real service.

The clients of both check every response against the contract.
"""

from collections.abc import Iterator

import pytest

from service.processes import embedded_store
from tests.contract.bodies import world
from tests.live import Api, Service, service
from tests.service.in_process import Application, application

__all__ = ["service", "world"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """The application in this process, on a store that has nothing but what the tests of the module leave there."""
    folder = tmp_path_factory.mktemp("served")
    with embedded_store.running(folder / "store") as store_url, application(store_url, exports_url=str(folder / "exports")) as served:
        yield served


@pytest.fixture
def api(served: Application) -> Iterator[Api]:
    """A client of the application in this process."""
    with served.api() as api:
        yield api


@pytest.fixture
def there(service: Service) -> Iterator[Api]:
    """A client of the real service."""
    with Api(service.url) as api:
        yield api
