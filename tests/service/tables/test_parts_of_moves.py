"""Lists of moves over HTTP that do not fit into one answer, for clients and for bots."""

import pytest

from tests.live import Api


def test_a_list_goes_on_after_as_many_moves_as_one_has(api: Api) -> None:
    table = api.create_table(2)
    who = table.seated[table.view["owed"][0]["seat"]]
    path = f"/v1/tables/{who.table}/moves"

    whole, rest, nothing = (api.get(path + query, token=who.token).json for query in ("", "?after=1", "?after=999999"))

    assert whole["next"] is None
    assert rest == {**whole, "moves": whole["moves"][1:]}
    assert nothing == {**whole, "moves": []}


@pytest.mark.parametrize("after", ["-1", "1.5", "x", "01", ""])
def test_a_place_in_a_list_is_a_number(api: Api, after: str) -> None:
    table = api.create_table(2)
    reply = api.get(f"/v1/tables/{table.table}/moves", token=table.seated[0].token, params={"after": after})

    assert (reply.status, reply.code) == (422, "parameter-invalid"), reply
    assert [error["field"] for error in reply.json["errors"]] == ["after"]
