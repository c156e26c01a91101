import secrets

import pytest
from redis import Redis

from events.access.seat_links import CODE_VALID_SECONDS, SeatLinks
from events.errors import LinkUnknown, LinkUsed
from events.tables.keyed_orders import Holder

TABLE = "p07-" + "0" * 26
HOLDER = Holder(1, 3)


@pytest.fixture
def links(client: Redis) -> SeatLinks:
    return SeatLinks(client)


@pytest.fixture
def code() -> str:
    return secrets.token_urlsafe(16)


def test_a_code_names_its_holder_as_often_as_it_is_looked_at(links: SeatLinks, code: str) -> None:
    links.offer(code, TABLE, HOLDER)

    assert [links.look_up(code, TABLE, 1) for _ in range(2)] == [HOLDER, HOLDER]


@pytest.mark.parametrize(("table", "seat"), [(TABLE, 0), ("p08-" + "0" * 26, 1)])
def test_a_code_of_another_seat_is_unknown(links: SeatLinks, code: str, table: str, seat: int) -> None:
    links.offer(code, TABLE, HOLDER)

    with pytest.raises(LinkUnknown):
        links.look_up(code, table, seat)


def test_a_code_that_nobody_made_is_unknown(links: SeatLinks, code: str) -> None:
    with pytest.raises(LinkUnknown):
        links.look_up(code, TABLE, 1)


def test_a_code_is_used_up_by_the_first_claim_which_may_come_again(links: SeatLinks, code: str) -> None:
    links.offer(code, TABLE, HOLDER)

    assert links.use(code, "first")
    assert not links.use(code, "first")
    with pytest.raises(LinkUsed):
        links.use(code, "second")


def test_nothing_that_is_stored_is_the_code_and_all_of_it_passes(links: SeatLinks, client: Redis, code: str) -> None:
    links.offer(code, TABLE, HOLDER)
    links.use(code, "first")

    names = [name for name in client.scan_iter("rs:{service}:seat-link*") if client.ttl(name) > CODE_VALID_SECONDS - 60]
    assert len(names) >= 2
    assert not [name for name in names if code.encode() in name or code.encode() in (client.get(name) or b"")]
    assert not [name for name in client.scan_iter("rs:{service}:seat-link*") if client.ttl(name) < 0]
