"""Errors about JSON from clients use our own texts: authors of bots and holders of files never get messages about our interpreter."""

import pytest

from events.strict_json import MOST_DIGITS, NotJson, read_json

DIGITS = b"9" * 5000
REFUSED = {
    b'{"a": %b}' % DIGITS: "has a number with too many digits",
    b"[-%b]" % DIGITS: "has a number with too many digits",
    b"1%b" % (b"0" * MOST_DIGITS): "has a number with too many digits",
    b"%b.5" % DIGITS: "is not JSON: 99999999999999999999 is out of range",
    b"1e400": "is not JSON: 1e400 is out of range",
    b"-1E99999": "is not JSON: -1E99999 is out of range",
    b"NaN": "is not JSON: NaN is no JSON number",
    b"[" * 100_000: "is nested too deeply",
    b'{"a":' * 50_000: "is nested too deeply",
    b'{"a": 1, "a": 2}': "is not JSON: a key stands twice in one object",
    rb'{"a": "\ud800"}': "is not valid UTF-8, or has half a surrogate pair",
    rb'{"\udfff": 1}': "is not valid UTF-8, or has half a surrogate pair",
    b'"\xff"': "is not valid UTF-8, or has half a surrogate pair",
    b"": "is not JSON: a value is missing at line 1, column 1",
    b'{"a":\n}': "is not JSON: a value is missing at line 2, column 1",
    b"{'a': 1}": "is not JSON: a name in double quotes is missing at line 1, column 2",
    b'{"a" 1}': "is not JSON: a colon is missing at line 1, column 6",
    b"[1 2]": "is not JSON: a comma is missing at line 1, column 4",
    b"{}{}": "is not JSON: there is more than one value at line 1, column 3",
    b'"\n"': "is not JSON: a text holds a control character at line 1, column 2",
    rb'"\x"': "is not JSON: a backslash is followed by what it cannot stand before at line 1, column 2",
    rb'"\u12"': "is not JSON: \\u is not followed by four hexadecimal digits at line 1, column 3",
    b'"abc': "is not JSON: a text begins that does not end at line 1, column 1",
}


@pytest.mark.parametrize(("raw", "detail"), [*REFUSED.items()], ids=[str(number) for number in range(len(REFUSED))])
def test_what_cannot_be_read_is_refused_in_our_words(raw: bytes, detail: str) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(raw)

    assert refused.value.detail == detail


def test_a_number_of_so_many_digits_is_read_and_not_one_more() -> None:
    assert read_json(b"9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    assert read_json(b"0.%b" % (b"1" * 5000)) < 1
