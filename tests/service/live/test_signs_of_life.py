"""A silent stream shows signs of life as often as its readers expect."""

import re

from service.live.streams import KEEP_ALIVE
from tests.live import ROOT

CONTRACT, FOLLOWER = ROOT / "openapi.yaml", ROOT / "clients" / "rollstream-follow.mjs"


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    assert found is not None
    return int(found[1])


def test_the_contract_promises_them_as_often_as_they_come() -> None:
    assert _number(r"comments after at most (\d+) seconds of silence", CONTRACT.read_text(encoding="utf-8")) == KEEP_ALIVE


def test_one_that_is_lost_does_not_make_a_follower_give_the_stream_up() -> None:
    assert _number(r"const \[SILENCE_MS, TICK_MS\] = \[([\d_]+),", FOLLOWER.read_text(encoding="utf-8")) > 2 * 1000 * KEEP_ALIVE
