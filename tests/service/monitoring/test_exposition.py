"""A scrape shows what can be read, and says what cannot."""

import threading
from collections.abc import Iterable
from typing import Any

from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import connect
from service.monitoring.exposition import LONGEST_LOOK, VALID_SECONDS, Exposition
from tests.cluster import Cluster
from tests.service.in_process import application
from workers.beating import Beat
from workers.counts import Counts


def one(value: float) -> Iterable[Metric]:
    yield GaugeMetricFamily("rollstream_one", "A number.", value=value)


def broken() -> Iterable[Metric]:
    yield GaugeMetricFamily("rollstream_broken", "A number.", value=1)
    raise StoreUnavailable("away")


def shown(exposition: Exposition) -> dict[Any, float]:
    families = text_string_to_metric_families(exposition().decode())
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


def test_a_look_that_fails_is_left_out_and_named() -> None:
    found = shown(Exposition({"one": lambda: one(1), "broken": broken}))

    assert found["rollstream_one",] == 1
    assert (found["rollstream_look_ok", "one"], found["rollstream_look_ok", "broken"]) == (1, 0)
    assert ("rollstream_broken",) not in found
    assert any(name.startswith("rollstream_open_streams") for name, *_ in found)


def test_a_look_that_hangs_holds_up_no_other(monkeypatch: Any) -> None:
    assert LONGEST_LOOK < 2
    monkeypatch.setattr("service.monitoring.exposition.LONGEST_LOOK", 0.05)
    free = threading.Event()

    def hanging() -> Iterable[Metric]:
        free.wait()
        yield from one(2)

    found = shown(Exposition({"hanging": hanging, "one": lambda: one(1)}))
    free.set()

    assert (found["rollstream_one",], found["rollstream_look_ok", "hanging"]) == (1, 0)


def test_scrapes_of_one_second_look_once() -> None:
    time, values = [0.0], iter(range(10))
    exposition = Exposition({"one": lambda: one(next(values))}, lambda: time[0])

    seen = [shown(exposition)["rollstream_one",]]
    time[0] = VALID_SECONDS / 2
    seen.append(shown(exposition)["rollstream_one",])
    time[0] = VALID_SECONDS
    seen.append(shown(exposition)["rollstream_one",])

    assert seen == [0, 0, 1]


def test_on_a_cluster_every_look_succeeds(fresh_cluster: Cluster, store_url: str) -> None:
    counts = Counts()
    counts.add("jobs", "play", "finished")
    with application(fresh_cluster.url, queue_url=store_url) as service, connect(fresh_cluster.url) as client:
        api = service.api()
        api.create_table(2)
        Beat(client, "projector", counts)()
        text = api.get("/metrics").text

    assert text.count("rollstream_look_ok{") == text.count('"} 1.0', text.index("rollstream_look_ok{")) > 5
    assert "rollstream_store_partitions_up 16.0" in text
    assert 'rollstream_part_up{part="projector"} 1.0' in text
    assert 'rollstream_jobs_total{outcome="finished",task="play"} 1.0' in text
