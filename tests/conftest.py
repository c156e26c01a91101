"""Fixtures and settings of all tests: a real store for each test process, and Hypothesis without deadlines."""

import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator

import hypothesis
import pytest
from redis import Redis

from service.logs import OWN
from service.processes import embedded_store
from tests.cluster import Cluster, running_cluster

pytest.register_assert_rewrite("rules.testing")

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=50, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


# A background run ignores Ctrl-C and a closed terminal. The programs that it starts must not inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Thousands of collected tests live until the end: the garbage collector need not scan them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A program sets up the logs of its process, and logs what Python prints. Here that is the tests' own, whose later tests read logs."""
    loggers = logging.getLogger(), logging.getLogger(OWN)
    handlers, levels, raising = loggers[0].handlers[:], [logger.level for logger in loggers], logging.raiseExceptions
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    logging.captureWarnings(capture=False)
    loggers[0].handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    logging.raiseExceptions = raising


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running store, with the data that earlier tests left."""
    with embedded_store.running(tmp_path_factory.mktemp("store")) as url:
        yield url


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A running cluster of three masters, with the data that earlier tests left. Tests that stop or change nodes run their own."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as nodes:
        yield nodes


@pytest.fixture
def fresh_cluster(cluster: Cluster) -> Cluster:
    """A running cluster without data."""
    cluster.flush()
    return cluster


@pytest.fixture
def fresh_store_url(store_url: str) -> str:
    """A running store without data."""
    with Redis.from_url(store_url) as client:
        client.flushall()
    return store_url
