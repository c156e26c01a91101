import threading
from queue import Empty

import pytest

from service.live.mailbox import Mailbox


def test_messages_come_in_the_order_in_which_they_were_put() -> None:
    mailbox = Mailbox[str](3)

    for message in ("one", "two", "three"):
        assert mailbox.put(message)

    assert [mailbox.get(0), mailbox.get(0), mailbox.get(0)] == ["one", "two", "three"]
    assert mailbox.is_empty()
    with pytest.raises(Empty):
        mailbox.get(0)


def test_a_full_mailbox_takes_no_more_until_one_is_read() -> None:
    mailbox = Mailbox[str](1)
    mailbox.put("one")

    assert not mailbox.put("two")
    assert mailbox.get(0) == "one"
    assert mailbox.put("three")


def test_the_last_message_takes_the_place_of_all_that_wait() -> None:
    mailbox = Mailbox[str](2)
    mailbox.put("one")
    mailbox.put("two")

    mailbox.put_alone("the end")

    assert mailbox.get(0) == "the end"
    assert mailbox.is_empty()


def test_a_reader_that_waits_gets_what_is_put_meanwhile() -> None:
    mailbox, received = Mailbox[str](1), list[str]()
    reader = threading.Thread(target=lambda: received.append(mailbox.get(30)))
    reader.start()

    mailbox.put("one")

    reader.join()
    assert received == ["one"]
