"""The page about webhooks: its code receives real messages, and its numbers are those of the code."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from events.limits import Limits
from tests.contract.checker import document, resolve
from tests.docs.links import ROOT
from tests.workers.dispatching import SECRET, Clock, create_table, desk_on, play, webhook
from tests.workers.receiver import Receiver, Reply, Sent, receiving
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription
from workers.webhooks.deliveries import MOST_DELIVERED, MOST_FAILED, SETTLED_KEPT_FOR
from workers.webhooks.kinds import KINDS
from workers.webhooks.messages import PING
from workers.webhooks.pausing import FAILING_AFTER, FAILING_FOR
from workers.webhooks.retry_times import LONGEST_DELIVERY, RETRY_PAUSES
from workers.webhooks.sending import CALL_TIMEOUT

PAGE = (ROOT / "docs" / "webhooks.md").read_text(encoding="utf-8")
CODE = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def parts(fresh_store_url: str) -> Iterator[DispatcherParts]:
    clock = Clock()
    with desk_on(fresh_store_url, clock, clock.monotonic) as parts:
        yield parts


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def test_real_messages_are_taken_by_the_pages_own_lines_and_forged_ones_are_not(parts: DispatcherParts, receiver: Receiver) -> None:
    page: dict[str, Any] = {}
    exec(compile(CODE.replace("whsec_…", SECRET), "webhooks.md", "exec"), page)  # noqa: S102 - the page's own lines

    def answer(sent: Sent) -> Reply:
        return Reply(page["receive"](dict(sent.headers), sent.body))

    receiver.answer = answer
    webhook(parts, receiver.url)
    table = create_table(parts)
    play(parts, table, 3)
    subscription.run(parts, "whk_1", table)

    assert page["newest"] == {table: parts.worker.tables.open(table).table.version}
    assert page["seen"] == {delivery.id for delivery in parts.deliveries.list("whk_1", 100, state="delivered").deliveries}
    sent = receiver.sent[0]
    assert page["receive"](dict(sent.headers), sent.body + b" ") == 401


def test_the_page_lists_every_message_that_is_no_event_with_its_data() -> None:
    rows = dict(re.findall(r"^\| `([a-z.-]+)` \| [^|]+ \| `([a-z_, ]+)` \|$", PAGE, re.MULTILINE))

    assert rows.keys() == {*(kind.type for kind in KINDS), PING}
    for message, data in rows.items():
        body = document()["webhooks"][message]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert data.split(", ") == [*resolve(body)["properties"]["data"]["properties"]], message


def test_the_numbers_are_those_of_the_code() -> None:
    [attempts] = re.findall(r"^\| attempt \|(.*)\|$", PAGE, re.MULTILINE)
    [times] = re.findall(r"^\| after \|(.*)\|$", PAGE, re.MULTILINE)
    unit = {"s": 1, "min": 60, "h": 3600}

    text = " ".join(PAGE.split())
    told = [int(number) * unit[name] for number, name in (time.split() for time in times.split("|"))]

    assert told == [pause.total_seconds() for pause in RETRY_PAUSES]
    assert attempts.split("|")[-1].strip() == str(len(RETRY_PAUSES) + 1)
    assert f"within {CALL_TIMEOUT:.0f} seconds" in text
    assert f"the last {MOST_DELIVERED:,} that were delivered and the last {MOST_FAILED:,} that" in text
    assert f"a webhook has at most {Limits().webhook_pending:,} of them" in text
    assert f"more than {Limits().webhook_behind} hours old" in text
    assert f"than {Limits().webhook_waiting:,} tables wait" in text
    assert LONGEST_DELIVERY.days == 4
    assert "more than four days after the first" in text
    assert SETTLED_KEPT_FOR.days == 7
    assert f"{FAILING_AFTER} attempts in a row have failed, the first of them at least five minutes ago" in text
    assert FAILING_FOR.total_seconds() == 300
