"""The id of a request is a random UUID."""

from uuid import RFC_4122, UUID

from service.http.request_context import new_id


def test_each_request_gets_another_uuid_of_version_4() -> None:
    ids = [new_id() for _ in range(1000)]

    assert len(set(ids)) == 1000
    assert {(str(UUID(text)) == text, UUID(text).version, UUID(text).variant) for text in ids} == {(True, 4, RFC_4122)}
