"""Which node serves a slot: learned from any node that answers, and corrected by redirections."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis.exceptions import ConnectionError  # noqa: A004 - the client library's own

from events.store.cluster.slots import slot_of
from events.store.cluster.topology import Node, Topology, redirected
from events.store.keys import log_key, new_table_id, service_key

ONE, TWO = Node("one", 1), Node("two", 2)
RANGES = [[0, 9, [b"one", 1, b"id"], [b"replica", 3, b"id"]], [10, 16383, [b"two", 2, b"id"]]]


class Asked:
    """Nodes that answer, or not, and the order in which they are asked."""

    def __init__(self, *silent: Node, ranges: Sequence[Any] = RANGES) -> None:
        self.silent, self.ranges = silent, ranges
        self.asked: list[Node] = []

    def __call__(self, node: Node) -> Sequence[Any]:
        self.asked.append(node)
        if node in self.silent:
            raise ConnectionError
        return self.ranges


def test_before_the_first_answer_nothing_is_known() -> None:
    topology = Topology([ONE, TWO], Asked(ONE, TWO))

    topology.refresh()

    assert topology.owner(5) is None
    assert topology.masters() == []


def test_one_node_that_answers_knows_all() -> None:
    topology = Topology([ONE, TWO], Asked(ONE))

    topology.refresh()

    assert (topology.owner(9), topology.owner(10)) == (ONE, TWO)
    assert topology.masters() == [ONE, TWO]
    assert Node("replica", 3) in topology.known()


def test_a_lost_node_is_asked_last() -> None:
    for _ in range(10):
        asked = Asked(TWO)
        Topology([ONE, TWO], asked).refresh(ONE)

        assert asked.asked == [TWO, ONE]


def test_many_who_find_a_node_lost_at_once_ask_once() -> None:
    asked = Asked()
    topology = Topology([ONE], asked, monotonic=lambda: 1.0)

    for _ in range(5):
        topology.refresh()

    assert asked.asked == [ONE]


def test_a_slot_that_has_moved_is_where_the_redirection_says() -> None:
    topology = Topology([ONE], Asked())
    topology.refresh()

    topology.move(5, TWO)

    assert (topology.owner(5), topology.owner(6)) == (TWO, ONE)


@pytest.mark.parametrize("unknown", [None, b"", b"?"])
def test_a_node_without_a_name_is_reached_where_it_was_asked(unknown: bytes | None) -> None:
    topology = Topology([ONE], Asked(ranges=[[0, 16383, [unknown, 7, b"id"]]]))

    topology.refresh()

    assert topology.owner(0) == Node("one", 7)
    assert redirected("", 7, ONE) == Node("one", 7)
    assert redirected("two", 7, ONE) == Node("two", 7)


def test_every_command_has_the_slot_of_its_key() -> None:
    table = new_table_id(bytes(17))
    key = log_key(table)
    slot = slot_of(("GET", key))

    for command in (
        ("EVALSHA", "hash", 2, key, "rs:{p00}:feed", "value"),
        ("XREAD", "COUNT", 1, "STREAMS", key, "0-0"),
        ("XREADGROUP", "GROUP", "g", "c", "BLOCK", 1, "STREAMS", key.encode(), ">"),
        ("XGROUP", "CREATE", key, "g", "0"),
        ("XINFO STREAM", key),
    ):
        assert slot_of(command) == slot
    assert slot_of(("GET", service_key("bots"))) != slot
