"""A table counts for the API key that created it, or else for the address, which is never stored."""

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.live import Api, Service
from tests.service.keys import mint

SEATS = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}


def test_tables_and_forks_count_for_whoever_asked_for_them(service: Service, api: Api) -> None:
    key = {"X-API-Key": mint(service, None)}
    bodies = [api.post("/v1/tables", json=SEATS, headers=headers).json for headers in (None, None, key)]
    source = api.create_table(2)
    api.leave(source.seated[0])
    with_key = api.post(f"/v1/tables/{source.table}/fork", json={"at": 5}, headers=key).json

    with connect(service.store_url) as client:
        tables = [body["view"]["table"] for body in (*bodies, with_key)]
        one, again, keyed, forked = RedisStore(client).creators(tables)

    assert one == again
    assert one.startswith("address:")
    assert "127.0.0.1" not in one
    assert keyed == forked
    assert keyed.startswith("key:")
